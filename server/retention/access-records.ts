import { limits } from '../../generated/limits.ts';
import { removeRows } from '../database/in-batches.ts';
import type { Sql } from '../database/client/sql.ts';

/** Removes expired keys of portal links, and with them the links. A key to which a row still refers can be contained, so it stays. */
const removeOldLinks = `
  DELETE FROM api_keys k USING portal_links l
   WHERE k.id = l.key_id AND k.expires_at < now() - interval '${limits.auditDays} days'
     AND NOT EXISTS (SELECT FROM webhook_endpoints e WHERE e.agency_id = k.agency_id AND k.id IN (e.created_by_key_id, e.url_key_id))
     AND NOT EXISTS (SELECT FROM containments c WHERE c.agency_id = k.agency_id AND c.key_id = k.id)
     AND NOT EXISTS (SELECT FROM insight_edits i WHERE i.agency_id = k.agency_id AND i.key_id = k.id)
     AND NOT EXISTS (SELECT FROM audit_log a WHERE a.agency_id = k.agency_id AND k.id IN (a.actor_id, a.subject_id))`;

/**
 * Removes entries of the audit log, uses of keys, keys of portal links, sessions of operators, and acknowledgements of incidents after their
 * retention.
 */
export async function removeOldAccessRecords(sql: Sql, signal: AbortSignal): Promise<void> {
  await removeRows(sql, signal, 'audit_log', `id < first_id_at(now() - interval '${limits.auditDays} days')`);
  await removeRows(sql, signal, 'key_uses', `hour < now() - interval '${limits.useDays + 1} days'`);
  await removeRows(sql, signal, 'operator_sessions', 'expires_at < now()');
  await removeRows(
    sql,
    signal,
    'incident_acknowledgements',
    `until < now() OR acknowledged_at < now() - interval '${limits.acknowledgementDays} days'`,
  );
  await sql.query({ text: removeOldLinks });
}
