import { auditedEndpoint, auditInScope } from '../../access/audit/audit-log.ts';
import { presentRecovery, shownOfRecovery } from '../../entities/webhook-recovery.ts';
import { cancelRecovery } from '../../events/recovery.ts';
import { isUuid } from '../../query/uuid.ts';
import type { Handler } from '../handler.ts';
import { findEndpoint } from './find-endpoint.ts';

/** One that ended before is returned as it is, without an entry in the audit log. */
export const cancelWebhookRecovery: Handler<'cancelWebhookRecovery'> = async ({ endpoint_id, recovery_id: id }, context) => {
  if (!isUuid(id)) {
    await findEndpoint(context.data, endpoint_id, context);
    throw context.problem('unknown_webhook_recovery');
  }
  return context.data.transaction(async (transaction) => {
    const endpoint = await findEndpoint(transaction, endpoint_id, context);
    const isCancelled = await cancelRecovery(transaction, endpoint.id, id);
    const row = await transaction.webhook_recoveries.row({ where: { endpoint_id: endpoint.id, id }, attributes: shownOfRecovery });
    if (!row) throw context.problem('unknown_webhook_recovery');
    const details = { recovery_id: id };
    if (isCancelled) await auditInScope(transaction, context.author, { ...auditedEndpoint('recovery.cancelled', endpoint), details });
    return presentRecovery(row);
  });
};
