import type { Problems } from '../../../generated/problems.ts';
import type { Statement } from '../../database/client/sql.ts';
import type { RequestContext } from '../../access/request-context.ts';
import type { ScopedModels, ScopedTransaction } from '../../access/scope/scoped-models.ts';
import { shownOfEndpoint, type EndpointRow } from '../../entities/endpoint.ts';
import type { CauseAccess } from '../../entities/incident-causes.ts';

/** How the incidents of endpoints are read for a key, by default from the primary. */
export const incidentAccess = (
  { data, key: { scopes } }: Pick<RequestContext, 'data' | 'key'>,
  query: CauseAccess['query'] = (statement) => data.query(statement),
): CauseAccess => ({ isScoped: true, mayReadAudit: scopes.includes('read:audit'), query });

const find = (data: ScopedModels | ScopedTransaction, id: string): Promise<EndpointRow | undefined> =>
  data.webhook_endpoints.row({ where: { id }, attributes: shownOfEndpoint });

/** The endpoint in the tenant scope. Throws `unknown_webhook_endpoint`. */
export async function findEndpoint(
  data: ScopedModels | ScopedTransaction,
  endpointId: string,
  { problem }: Problems<'unknown_webhook_endpoint'>,
): Promise<EndpointRow> {
  const row = await find(data, endpointId);
  if (!row) throw problem('unknown_webhook_endpoint');
  return row;
}

/** The endpoint of a listener. Throws `unknown_webhook_listener`, also for other endpoints. */
export async function findListener(
  data: ScopedModels | ScopedTransaction,
  listenerId: string,
  { problem }: Problems<'unknown_webhook_listener'>,
): Promise<EndpointRow> {
  const row = await find(data, listenerId);
  if (!row || row.listening_until === null) throw problem('unknown_webhook_listener');
  return row;
}

/**
 * Rows of one endpoint, by a statement that returns at least one row if the endpoint is in the tenant scope. A replica may still show a deleted
 * endpoint and not know a new one, so the primary decides whether the endpoint exists.
 */
export async function readOfEndpoint<Row>(
  context: { readonly data: ScopedModels } & Problems<'unknown_webhook_endpoint'>,
  endpointId: string,
  statement: Statement,
  read: (statement: Statement) => Promise<Row[]> = (given) => context.data.queryReplica<Row>(given),
): Promise<Row[]> {
  const { data, problem } = context;
  if (data.mayReadReplica) {
    const [rows] = await Promise.all([read(statement), findEndpoint(data, endpointId, context)]);
    if (rows.length > 0) return rows;
  }
  const rows = await data.query<Row>(statement);
  if (rows.length === 0) throw problem('unknown_webhook_endpoint');
  return rows;
}
