import { limits } from '../../generated/limits.ts';
import { removeRows } from '../database/in-batches.ts';
import type { Sql } from '../database/sql.ts';

/** Removes entries of the audit log and uses of keys that are kept no longer. */
export async function removeOldAccessRecords(sql: Sql, signal: AbortSignal): Promise<void> {
  await removeRows(sql, signal, 'audit_log', `id < first_id_at(now() - interval '${limits.auditDays} days')`);
  await removeRows(sql, signal, 'key_uses', `hour < now() - interval '${limits.useDays + 1} days'`);
}
