import type { GetWebhookRecoveryRequest } from '../../../generated/interfaces/webhooks.ts';
import type { Recovery } from '../../../generated/models.ts';
import type { ContextOf } from '../../access/request-context.ts';
import { presentRecovery, shownOfRecovery } from '../../entities/webhook-recovery.ts';
import { isUuid } from '../../query/uuid.ts';
import { findEndpoint } from './find-endpoint.ts';

export async function getWebhookRecovery(
  { endpoint_id, recovery_id: id }: GetWebhookRecoveryRequest,
  context: ContextOf<'getWebhookRecovery'>,
): Promise<Recovery> {
  const { id: endpointId } = await findEndpoint(context.data, endpoint_id, context);
  if (!isUuid(id)) throw context.problem('unknown_webhook_recovery');
  const row = await context.data.webhook_recoveries.row({ where: { endpoint_id: endpointId, id }, attributes: shownOfRecovery });
  if (!row) throw context.problem('unknown_webhook_recovery');
  return presentRecovery(row);
}
