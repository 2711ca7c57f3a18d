import { audit } from '../../../access/audit/audit-log.ts';
import { requireAgency } from '../agencies/require-agency.ts';
import type { Handler } from '../../handler.ts';
import { openExport } from './opened-export.ts';

/** Rows are only returned for an opened export, so that each access has an entry of the audit log. */
export const exportAgency: Handler<'exportAgency', 'keyring'> = async ({ agency_id: agencyId }, context, { keyring }) => {
  const { id, name } = await requireAgency(context.data, agencyId, context);
  return context.answering.inTransaction(context.data, async (transaction) => {
    await audit(transaction, id, context.author, { action: 'agency.exported', subjectId: id, subjectName: name });
    return openExport(keyring, { agencyId: id, fanId: null });
  });
};
