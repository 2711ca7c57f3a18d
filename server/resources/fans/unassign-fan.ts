import { requireFan } from '../../entities/fan.ts';
import type { Handler } from '../handler.ts';
import { changeAssignment } from './change-assignment.ts';

export const unassignFan: Handler<'unassignFan', 'outbox'> = (request, context, { outbox }) => {
  return context.data.transaction(async (transaction) => {
    await requireFan(transaction, request, context);
    await changeAssignment(outbox, transaction, request, null, context.author);
  });
};
