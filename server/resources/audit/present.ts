import type { AuditAction, AuditEntry } from '../../../generated/models/index.ts';
import type { AuditRow } from '../../access/audit-page.ts';

/** An entry as its agency is shown it: who of the operators did something, and from where, is not told. */
export function presentAuditEntry(row: AuditRow): AuditEntry {
  const isOwn = row.actor_kind === 'key';
  return {
    id: row.id,
    recorded_at: row.recorded_at.toISOString(),
    action: row.action as AuditAction,
    actor: { kind: row.actor_kind, id: isOwn ? row.actor_id : null, name: isOwn ? row.actor_name : null },
    subject_id: row.subject_id,
    subject_name: row.subject_name,
    details: row.details,
    address: isOwn ? row.address : null,
    request_id: isOwn ? row.request_id : null,
  };
}
