import type { Sql, TransactingSql } from '../../database/client/sql.ts';
import { presentDisabled } from '../../entities/disabled-endpoint.ts';
import { endpointColumns, statusChange, type EndpointRow } from '../../entities/endpoint.ts';
import { audit, auditedEndpoint } from '../audit/audit-log.ts';
import type { Author } from '../audit/author.ts';

/** Endpoints are locked in the order of their ids, like by delivery. */
const end = `
  WITH held AS MATERIALIZED (
    SELECT e.agency_id, e.id FROM webhook_endpoints e
     WHERE e.ends_with_link AND e.status = 'active' AND ($1::uuid IS NULL OR e.created_by_key_id = $1)
       AND NOT EXISTS (SELECT FROM api_keys k WHERE k.id = e.created_by_key_id AND k.revoked_at IS NULL AND k.expires_at > now())
     ORDER BY e.id FOR NO KEY UPDATE
  )
  UPDATE webhook_endpoints e SET ${statusChange("'disabled'", 'link_ended')}
    FROM held WHERE e.agency_id = held.agency_id AND e.id = held.id
  RETURNING e.agency_id, ${endpointColumns}`;

/** Disables the endpoints that end with their portal links, for one ended link's key or for all ended links. Returns their ids. */
export async function endEndpointsOfLinks(transaction: Sql, author: Author, keyId: string | null = null): Promise<string[]> {
  const rows = await transaction.query<EndpointRow & { agency_id: string }>({ text: end, values: [keyId] });
  for (const row of rows) {
    const details = { members: ['status'], status: row.status, ...presentDisabled(row), link_id: row.created_by_link_id };
    await audit(transaction, row.agency_id, author, auditedEndpoint('endpoint.changed', row, details));
  }
  return rows.map(({ id }) => id);
}

const author: Author = { kind: 'service', id: null, name: 'end of a portal link', address: null, requestId: 'links' };

export async function endEndpointsOfExpiredLinks(sql: Pick<TransactingSql, 'transaction'>): Promise<void> {
  await sql.transaction((transaction) => endEndpointsOfLinks(transaction, author));
}
