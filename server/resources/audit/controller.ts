import type { AuditApi } from '../../../generated/interfaces/audit.ts';
import type { Contexts } from '../../access/request-context.ts';
import type { Cursors } from '../../paging/cursor.ts';
import { listAuditEntries } from './list-audit-entries.ts';

export function auditController(dependencies: { readonly cursors: Cursors }): AuditApi<Contexts> {
  return { listAuditEntries: (request, context) => listAuditEntries(dependencies, request, context) };
}
