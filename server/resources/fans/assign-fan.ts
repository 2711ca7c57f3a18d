import { presentFan } from '../../entities/fan.ts';
import type { Handler } from '../handler.ts';
import { changeAssignment } from './change-assignment.ts';
import { findFan } from './find-fan.ts';

/** Former employees cannot be assigned. */
export const assignFan: Handler<'assignFan', 'outbox'> = (request, context, { outbox }) => {
  const userId = request.body.user_id;
  return context.data.transaction(async (transaction) => {
    const fan = await findFan(transaction, request, context);
    const member = await transaction.employees.row({ where: { id: userId, active: true }, attributes: ['id'] });
    if (!member) throw context.problem('unknown_user');
    await changeAssignment(outbox, transaction, request, userId, context.author);
    return presentFan({ ...fan, assigned_user_id: userId });
  });
};
