import type { Sql, Statement } from '../../database/sql.ts';
import type { Reachable } from '../../access/reachable.ts';
import { endpointColumns, type EndpointRow } from '../../delivery/endpoints.ts';
import { Problem } from '../../problems/problem.ts';
import { isUuid } from '../../query/uuid.ts';

export function unknownEndpoint(): Problem {
  return new Problem('unknown_webhook_endpoint');
}

/** The endpoint within reach; throws `unknown_webhook_endpoint`. */
export async function findEndpoint(data: Sql, endpointId: string): Promise<EndpointRow> {
  if (!isUuid(endpointId)) throw unknownEndpoint();
  const [row] = await data.query<EndpointRow>({
    text: `SELECT ${endpointColumns} FROM {webhook_endpoints} e WHERE e.id = $1`,
    values: [endpointId],
  });
  if (!row) throw unknownEndpoint();
  return row;
}

/**
 * Rows that belong to one endpoint, by a statement that answers with at least one row when the endpoint is within
 * reach. A replica may not know a new endpoint yet, so that the primary has the last word on a 404.
 */
export async function readOfEndpoint<Row>(data: Reachable, endpointId: string, statement: Statement): Promise<Row[]> {
  if (!isUuid(endpointId)) throw unknownEndpoint();
  const rows = await data.queryReplica<Row>(statement);
  if (rows.length > 0) return rows;
  const current = await data.query<Row>(statement);
  if (current.length === 0) throw unknownEndpoint();
  return current;
}
