import type { Problems } from '../../../generated/problems.ts';
import type { Statement } from '../../database/client/sql.ts';
import type { ScopedModels, ScopedTransaction } from '../../access/scope/scoped-models.ts';
import { shownOfEndpoint, type EndpointRow } from '../../entities/endpoint.ts';
import { isUuid } from '../../query/uuid.ts';

/** The endpoint within reach; throws `unknown_webhook_endpoint`. */
export async function findEndpoint(
  data: ScopedModels | ScopedTransaction,
  endpointId: string,
  { problem }: Problems<'unknown_webhook_endpoint'>,
): Promise<EndpointRow> {
  if (!isUuid(endpointId)) throw problem('unknown_webhook_endpoint');
  const row = await data.webhook_endpoints.row({ where: { id: endpointId }, attributes: shownOfEndpoint });
  if (!row) throw problem('unknown_webhook_endpoint');
  return row;
}

/**
 * Rows that belong to one endpoint, by a statement that answers with at least one row when the endpoint is within
 * reach. A replica may still show an endpoint that is gone or out of reach, and not know a new one: which one there is,
 * the primary decides.
 */
export async function readOfEndpoint<Row>(
  context: { readonly data: ScopedModels } & Problems<'unknown_webhook_endpoint'>,
  endpointId: string,
  statement: Statement,
  read: (statement: Statement) => Promise<Row[]> = (given) => context.data.queryReplica<Row>(given),
): Promise<Row[]> {
  const { data, problem } = context;
  if (!isUuid(endpointId)) throw problem('unknown_webhook_endpoint');
  if (data.mayReadReplica) {
    const [rows] = await Promise.all([read(statement), findEndpoint(data, endpointId, context)]);
    if (rows.length > 0) return rows;
  }
  const rows = await data.query<Row>(statement);
  if (rows.length === 0) throw problem('unknown_webhook_endpoint');
  return rows;
}
