import type { Recovery } from '../../../generated/models.ts';
import type { Problems } from '../../../generated/problems.ts';
import type { ScopedModels, ScopedTransaction } from '../../access/scope/scoped-models.ts';
import { presentRecovery, shownOfRecovery } from '../../entities/webhook-recovery.ts';
import type { Handler } from '../handler.ts';
import { findEndpoint } from './find-endpoint.ts';

/** Throws `unknown_webhook_recovery`. */
export async function findRecovery(
  data: ScopedModels | ScopedTransaction,
  endpointId: string,
  id: string,
  { problem }: Problems<'unknown_webhook_recovery'>,
): Promise<Recovery> {
  const row = await data.webhook_recoveries.row({ where: { endpoint_id: endpointId, id }, attributes: shownOfRecovery });
  if (!row) throw problem('unknown_webhook_recovery');
  return presentRecovery(row);
}

export const getWebhookRecovery: Handler<'getWebhookRecovery'> = async ({ endpoint_id, recovery_id: id }, context) => {
  const { id: endpointId } = await findEndpoint(context.data, endpoint_id, context);
  return findRecovery(context.data, endpointId, id, context);
};
