import { limits } from '../../generated/limits.ts';
import { removeRows } from '../database/in-batches.ts';
import type { Sql } from '../database/sql.ts';

/** Keys of portal links that expired so long ago, and with them their links. */
const removeOldLinks = `
  DELETE FROM api_keys k USING portal_links l
   WHERE k.id = l.key_id AND k.expires_at < now() - interval '${limits.portalLinkDays} days'`;

/** Removes entries of the audit log, uses of keys, keys of portal links, and sessions of operators that are kept no longer. */
export async function removeOldAccessRecords(sql: Sql, signal: AbortSignal): Promise<void> {
  await removeRows(sql, signal, 'audit_log', `id < first_id_at(now() - interval '${limits.auditDays} days')`);
  await removeRows(sql, signal, 'key_uses', `hour < now() - interval '${limits.useDays + 1} days'`);
  await removeRows(sql, signal, 'operator_sessions', 'expires_at < now()');
  await sql.query({ text: removeOldLinks });
}
