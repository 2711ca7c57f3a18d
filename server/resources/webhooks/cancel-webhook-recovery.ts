import { auditedEndpoint, auditInScope } from '../../access/audit/audit-log.ts';
import { cancelRecovery } from '../../events/recovery.ts';
import type { Handler } from '../handler.ts';
import { findEndpoint } from './find-endpoint.ts';
import { findRecovery } from './get-webhook-recovery.ts';

/** A recovery that has ended is returned as it is, without an entry in the audit log. */
export const cancelWebhookRecovery: Handler<'cancelWebhookRecovery'> = async ({ endpoint_id, recovery_id: id }, context) =>
  context.data.transaction(async (transaction) => {
    const endpoint = await findEndpoint(transaction, endpoint_id, context);
    const isCancelled = await cancelRecovery(transaction, endpoint.id, id);
    const recovery = await findRecovery(transaction, endpoint.id, id, context);
    if (isCancelled) {
      await auditInScope(transaction, context.author, auditedEndpoint('recovery.cancelled', endpoint, { recovery_id: id }));
    }
    return recovery;
  });
