import { limits } from '../../generated/limits.ts';
import type { TransactingSql } from '../database/client/sql.ts';
import { endpointColumns, type EndpointRow } from '../entities/endpoint.ts';
import { audit, deletedEndpoint } from './audit/audit-log.ts';
import type { Author } from './audit/author.ts';

/** Endpoints are locked in the order of their ids, like by delivery. */
const remove = `
  WITH held AS MATERIALIZED (
    SELECT e.agency_id, e.id FROM webhook_endpoints e
     WHERE e.listening_until < now() - interval '${limits.listenerMinutes} minutes' ORDER BY e.id FOR UPDATE
  )
  DELETE FROM webhook_endpoints e USING held WHERE e.agency_id = held.agency_id AND e.id = held.id
  RETURNING e.agency_id, ${endpointColumns}`;

/** Attempts whose process died before their deadline. */
const removeAttempts = `DELETE FROM listener_attempts WHERE deadline_at < now() - interval '1 minute'`;

const author: Author = { kind: 'service', id: null, name: 'end of a listener', address: null, requestId: 'listeners' };

/** Deletes listeners without a recent stream. Returns their ids. */
export async function endListeners(sql: Pick<TransactingSql, 'transaction'>): Promise<string[]> {
  return sql.transaction(async (transaction) => {
    await transaction.query({ text: removeAttempts });
    const rows = await transaction.query<EndpointRow & { agency_id: string }>({ text: remove });
    for (const row of rows) await audit(transaction, row.agency_id, author, deletedEndpoint(row));
    return rows.map(({ id }) => id);
  });
}
