import { audit } from '../../../access/audit/audit-log.ts';
import { requireAgency } from '../agencies/require-agency.ts';
import type { Handler } from '../../handler.ts';
import { openExport } from './opened-export.ts';

/** The audit entry names the fan as the erasure of the fan expects it. */
export const exportFan: Handler<'exportFan', 'keyring'> = async (request, context, { keyring }) => {
  const fanId = request.body.fan_id;
  const { id } = await requireAgency(context.data, request.agency_id, context);
  return context.idempotency.inTransaction(context.data, async (transaction) => {
    const details = { fan_id: fanId };
    await audit(transaction, id, context.author, { action: 'fan.exported', subjectId: null, subjectName: fanId, details });
    return openExport(keyring, { agencyId: id, fanId });
  });
};
