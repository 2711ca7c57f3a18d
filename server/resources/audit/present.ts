import type { AuditAction, AuditEntry } from '../../../generated/models.ts';
import { noticeOf } from '../../entities/containment.ts';
import type { AuditRow } from '../../access/audit/audit-page.ts';

/** The reason of a containment is only for operators; the agency sees the notice. */
function shownDetails({ action, details }: AuditRow): Record<string, unknown> {
  if (action !== 'agency.contained' && action !== 'key.contained') return details;
  const { reason: _, notice, ...shown } = details;
  return { ...shown, notice: noticeOf(notice as string | undefined) };
}

/** The entry for its agency, without the name and address of an operator. */
export function presentAuditEntry(row: AuditRow): AuditEntry {
  const isOwn = row.actor_kind === 'key';
  return {
    id: row.id,
    recorded_at: row.recorded_at.toISOString(),
    action: row.action as AuditAction,
    actor: { kind: row.actor_kind, id: isOwn ? row.actor_id : null, name: isOwn ? row.actor_name : null },
    subject_id: row.subject_id,
    subject_name: row.subject_name,
    details: shownDetails(row),
    address: isOwn ? row.address : null,
    request_id: isOwn ? row.request_id : null,
  };
}
