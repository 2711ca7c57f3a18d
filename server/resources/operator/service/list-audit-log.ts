import type { OperatorAuditEntry } from '../../../../generated/models.ts';
import { auditEntries, type AuditRow } from '../../../access/audit/audit-page.ts';
import { KeysetPager } from '../../../paging/page.ts';
import { readInstantRange } from '../../../query/instants.ts';
import { lastId } from '../../../query/uuid.ts';
import type { Handler } from '../../handler.ts';

function present(row: AuditRow): OperatorAuditEntry {
  return {
    id: row.id,
    recorded_at: row.recorded_at.toISOString(),
    agency_id: row.agency_id,
    action: row.action,
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    subject_id: row.subject_id,
    subject_name: row.subject_name,
    details: row.details,
    address: row.address,
    request_id: row.request_id,
  };
}

/** Of all agencies, or of one, most recent first. */
export const listAuditLog: Handler<'listAuditLog', 'cursors'> = async (request, context, { cursors }) => {
  const { agency_id: agencyId, cursor, limit } = request;
  const { start, end } = readInstantRange(request, context);
  const pager = new KeysetPager(cursors, { list: 'listAuditLog', agencyId: agencyId ?? '', path: context.path }, context);
  const [beforeId = lastId] = pager.after(cursor) ?? [];
  const rows = await context.data.query<AuditRow>({
    text: auditEntries('audit_log', agencyId === undefined ? undefined : 'a.agency_id = $6'),
    values: [beforeId, request.actions ?? null, start ?? null, end ?? null, limit + 1, ...(agencyId === undefined ? [] : [agencyId])],
  });
  return pager.page(rows, limit, present, ({ id }) => [id]);
};
