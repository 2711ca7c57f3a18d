import type { ListAuditEntriesRequest } from '../../../generated/interfaces/audit.ts';
import type { AuditPage } from '../../../generated/models.ts';
import { auditEntries, type AuditRow } from '../../access/audit/audit-page.ts';
import type { ContextOf } from '../../access/request-context.ts';
import type { Cursors } from '../../paging/cursor.ts';
import { Pager } from '../../paging/page.ts';
import { readInstantRange } from '../../query/instants.ts';
import { lastId } from '../../query/uuid.ts';
import { presentAuditEntry } from './present.ts';

/** Most recent first. */
export async function listAuditEntries(
  { cursors }: { readonly cursors: Cursors },
  request: ListAuditEntriesRequest,
  context: ContextOf<'listAuditEntries'>,
): Promise<AuditPage> {
  const pager = new Pager(cursors, 'listAuditEntries', context);
  const { start, end } = readInstantRange(request, context);
  const [afterId] = pager.after(request.cursor) ?? [];
  const rows = await pager.read<AuditRow>({
    text: auditEntries('{audit_log}'),
    values: [afterId ?? lastId, request.actions ?? null, start ?? null, end ?? null, request.limit + 1],
  });
  return pager.page(rows, request.limit, presentAuditEntry, ({ id }) => [id]);
}
