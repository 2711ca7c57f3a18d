import { audit } from '../../../access/audit/audit-log.ts';
import { requireAgency } from '../agencies/require-agency.ts';
import type { Handler } from '../../handler.ts';
import { openExport } from './opened-export.ts';

/** Rows need an export, so that each access has an audit entry. */
export const exportAgency: Handler<'exportAgency', 'keyring'> = async ({ agency_id: agencyId }, context, { keyring }) => {
  const { id, name } = await requireAgency(context.data, agencyId, context);
  return context.idempotency.inTransaction(context.data, async (transaction) => {
    await audit(transaction, id, context.author, { action: 'agency.exported', subjectId: id, subjectName: name });
    return openExport(keyring, { agencyId: id, fanId: null });
  });
};
