import type { OperatorAuditEntry } from '../../../../generated/models.ts';
import { auditEntries, type AuditRow } from '../../../access/audit/audit-page.ts';
import { presented } from '../../../entities/presented.ts';
import { KeysetPager } from '../../../paging/pager.ts';
import { readInstantRange } from '../../../query/instants.ts';
import { lastId } from '../../../query/uuid.ts';
import type { Handler } from '../../handler.ts';

function present(row: AuditRow): OperatorAuditEntry {
  const { id, recorded_at, agency_id, action, actor_kind: kind, actor_id, actor_name: name, ...rest } = presented(row);
  return { id, recorded_at, agency_id, action, actor: { kind, id: actor_id, name }, ...rest };
}

export const listAuditLog: Handler<'listAuditLog', 'cursors'> = async (request, context, { cursors }) => {
  const { agency_id: agencyId, cursor, limit } = request;
  const { start, end } = readInstantRange(request, context);
  const pager = new KeysetPager(cursors, { list: 'listAuditLog', agencyId: agencyId ?? '', path: context.path }, context);
  const [beforeId = lastId] = pager.after(cursor) ?? [];
  const rows = await context.data.query<AuditRow>({
    text: auditEntries('audit_log', agencyId === undefined ? undefined : 'a.agency_id = $7'),
    values: [
      ...[beforeId, request.actions ?? null, start ?? null, end ?? null, limit + 1, request.excluded_actions ?? null],
      ...(agencyId === undefined ? [] : [agencyId]),
    ],
  });
  return pager.page(rows, limit, present, ({ id }) => [id]);
};
