import type { Rows } from '../../models/tables.ts';

/** A row of `audit_log`, without the creators that reach is judged by, and when it was written. */
export type AuditRow = Omit<Rows['audit_log'], 'creator_ids'> & { readonly recorded_at: Date };

const columns =
  'a.id, uuid_extract_timestamp(a.id) AS recorded_at, a.agency_id, a.action, a.actor_kind, a.actor_id, a.actor_name, a.subject_id, ' +
  'a.subject_name, a.details, a.address, left(a.request_id, 200) AS request_id';

/**
 * SQL: entries of a source, most recent first, which is the order of their ids. Values: the id before which the page begins,
 * actions or null for all, the start and the end of a range or null, and how many to read.
 */
export const auditEntries = (source: string, condition = 'true') => `
  SELECT ${columns} FROM ${source} a
   WHERE a.id < least($1::uuid, first_id_at(greatest(coalesce($4::timestamptz, '9999-01-01'), 'epoch'))) AND ($2::text[] IS NULL OR a.action = ANY ($2))
     AND a.id >= first_id_at(greatest($3::timestamptz, 'epoch')) AND ${condition}
   ORDER BY a.id DESC
   LIMIT $5`;
