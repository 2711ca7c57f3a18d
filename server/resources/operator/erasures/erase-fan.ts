import { audit } from '../../../access/audit/audit-log.ts';
import { tablesOfFan } from '../../../entities/erasure.ts';
import { requireAgency } from '../agencies/require-agency.ts';
import type { Handler } from '../../handler.ts';
import { countErasure, openErasure } from './request-erasure.ts';

/** The audit entry names only the erasure, because the fan's id would stay there. */
export const eraseFan: Handler<'eraseFan'> = async ({ agency_id: agencyId, body }, context) => {
  const { id } = await requireAgency(context.data, agencyId, context);
  if (body.dry_run)
    return countErasure(
      context.data,
      'fan',
      tablesOfFan.filter(({ isUncounted }) => !isUncounted),
      [id, body.fan_id],
    );
  return context.idempotency.inTransaction(context.data, async (transaction) => {
    const { erasure, isNew } = await openErasure(transaction, id, 'fan', body.fan_id);
    if (isNew) await audit(transaction, id, context.author, { action: 'fan.erased', subjectId: erasure.id, subjectName: 'erased' });
    return erasure;
  });
};
