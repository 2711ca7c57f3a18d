import type { ExportFanRequest } from '../../../../generated/interfaces/operator.ts';
import type { Export } from '../../../../generated/models.ts';
import { audit } from '../../../access/audit/audit-log.ts';
import type { ContextOf } from '../../../access/request-context.ts';
import { requireAgency } from '../agencies/require-agency.ts';
import { openExport, type ExportDependencies } from './opened-export.ts';

/** The entry of the audit log names the fan in the form that the erasure of the fan finds and removes. */
export async function exportFan(
  { data, keyring }: ExportDependencies,
  { agency_id: agencyId, body: { fan_id: fanId } }: ExportFanRequest,
  context: ContextOf<'exportFan'>,
): Promise<Export> {
  const { id } = await requireAgency(data, agencyId, context);
  return context.answering.inTransaction(data, async (transaction) => {
    const details = { fan_id: fanId };
    await audit(transaction, id, context.author, { action: 'fan.exported', subjectId: null, subjectName: fanId, details });
    return openExport({ keyring }, { agencyId: id, fanId });
  });
}
