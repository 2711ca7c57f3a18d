import { presentRecovery, shownOfRecovery } from '../../entities/webhook-recovery.ts';
import { isUuid } from '../../query/uuid.ts';
import type { Handler } from '../handler.ts';
import { findEndpoint } from './find-endpoint.ts';

export const getWebhookRecovery: Handler<'getWebhookRecovery'> = async ({ endpoint_id, recovery_id: id }, context) => {
  const { id: endpointId } = await findEndpoint(context.data, endpoint_id, context);
  if (!isUuid(id)) throw context.problem('unknown_webhook_recovery');
  const row = await context.data.webhook_recoveries.row({ where: { endpoint_id: endpointId, id }, attributes: shownOfRecovery });
  if (!row) throw context.problem('unknown_webhook_recovery');
  return presentRecovery(row);
};
