import type { UnassignFanRequest } from '../../../generated/interfaces/fans.ts';
import type { ContextOf } from '../../access/request-context.ts';
import { requireFan } from '../../entities/fan.ts';
import type { Outbox } from '../../events/outbox.ts';
import { changeAssignment } from './change-assignment.ts';

export function unassignFan(
  { outbox }: { readonly outbox: Outbox },
  request: UnassignFanRequest,
  context: ContextOf<'unassignFan'>,
): Promise<void> {
  return context.data.transaction(async (transaction) => {
    await requireFan(transaction, request, context);
    await changeAssignment(outbox, transaction, request, null, context.author);
  });
}
