import type { Rows } from '../../models/tables.ts';

export type AuditRow = Omit<Rows['audit_log'], 'creator_ids'> & { readonly recorded_at: Date };

const columns =
  'a.id, uuid_extract_timestamp(a.id) AS recorded_at, a.agency_id, a.action, a.actor_kind, a.actor_id, a.actor_name, a.subject_id, ' +
  'a.subject_name, a.details, a.address, left(a.request_id, 200) AS request_id';

/**
 * SQL of entries, most recent first. Values: the id before the page, actions, start, end, the number of entries, and excluded actions; null for no
 * filter.
 */
export const auditEntries = (source: string, condition = 'true') => `
  SELECT ${columns} FROM ${source} a
   WHERE a.id < least($1::uuid, first_id_at(greatest(coalesce($4::timestamptz, '9999-01-01'), 'epoch'))) AND ($2::text[] IS NULL OR a.action = ANY ($2))
     AND a.id >= first_id_at(greatest($3::timestamptz, 'epoch')) AND ($6::text[] IS NULL OR a.action <> ALL ($6)) AND ${condition}
   ORDER BY a.id DESC
   LIMIT $5`;
