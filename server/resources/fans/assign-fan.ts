import type { AssignFanRequest } from '../../../generated/interfaces/fans.ts';
import type { FanRelation } from '../../../generated/models.ts';
import type { ContextOf } from '../../access/request-context.ts';
import { presentFan } from '../../entities/fan.ts';
import type { Outbox } from '../../events/outbox.ts';
import { changeAssignment } from './change-assignment.ts';
import { findFan } from './find-fan.ts';

/** Only a present employee can be assigned. */
export function assignFan(
  { outbox }: { readonly outbox: Outbox },
  request: AssignFanRequest,
  context: ContextOf<'assignFan'>,
): Promise<FanRelation> {
  const userId = request.body.user_id;
  return context.data.transaction(async (transaction) => {
    const fan = await findFan(transaction, request, context);
    const member = await transaction.employees.row({ where: { id: userId, active: true }, attributes: ['id'] });
    if (!member) throw context.problem('unknown_user');
    await changeAssignment(outbox, transaction, request, userId, context.author);
    return presentFan({ ...fan, assigned_user_id: userId });
  });
}
