import type { ExportAgencyRequest } from '../../../../generated/interfaces/operator.ts';
import type { Export } from '../../../../generated/models.ts';
import { audit } from '../../../access/audit/audit-log.ts';
import type { ContextOf } from '../../../access/request-context.ts';
import { requireAgency } from '../agencies/require-agency.ts';
import { openExport, type ExportDependencies } from './opened-export.ts';

/** Rows are only returned for an opened export, so that each access has an entry of the audit log. */
export async function exportAgency(
  { data, keyring }: ExportDependencies,
  { agency_id: agencyId }: ExportAgencyRequest,
  context: ContextOf<'exportAgency'>,
): Promise<Export> {
  const { id, name } = await requireAgency(data, agencyId, context);
  return context.answering.inTransaction(data, async (transaction) => {
    await audit(transaction, id, context.author, { action: 'agency.exported', subjectId: id, subjectName: name });
    return openExport({ keyring }, { agencyId: id, fanId: null });
  });
}
