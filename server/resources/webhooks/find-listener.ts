import type { Problems } from '../../../generated/problems.ts';
import type { ScopedModels, ScopedTransaction } from '../../access/scope/scoped-models.ts';
import { shownOfEndpoint, type EndpointRow } from '../../entities/endpoint.ts';
import { isUuid } from '../../query/uuid.ts';

/** The endpoint of a listener within reach; throws `unknown_webhook_listener`, also for other endpoints. */
export async function findListener(
  data: ScopedModels | ScopedTransaction,
  listenerId: string,
  { problem }: Problems<'unknown_webhook_listener'>,
): Promise<EndpointRow> {
  if (!isUuid(listenerId)) throw problem('unknown_webhook_listener');
  const row = await data.webhook_endpoints.row({ where: { id: listenerId }, attributes: shownOfEndpoint });
  if (!row || row.listening_until === null) throw problem('unknown_webhook_listener');
  return row;
}
