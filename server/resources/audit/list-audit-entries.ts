import { auditEntries, type AuditRow } from '../../access/audit/audit-page.ts';
import { Pager } from '../../paging/pager.ts';
import { readInstantRange } from '../../query/instants.ts';
import { lastId } from '../../query/uuid.ts';
import type { Handler } from '../handler.ts';
import { presentAuditEntry } from './present.ts';

export const listAuditEntries: Handler<'listAuditEntries', 'cursors'> = async (request, context, { cursors }) => {
  const pager = new Pager(cursors, 'listAuditEntries', context);
  const { start, end } = readInstantRange(request, context);
  const [afterId] = pager.after(request.cursor) ?? [];
  const rows = await pager.read<AuditRow>({
    text: auditEntries('{audit_log}'),
    values: [afterId ?? lastId, request.actions ?? null, start ?? null, end ?? null, request.limit + 1, request.excluded_actions ?? null],
  });
  return pager.page(rows, request.limit, presentAuditEntry, ({ id }) => [id]);
};
