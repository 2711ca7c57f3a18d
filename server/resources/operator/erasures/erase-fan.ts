import type { EraseFanRequest } from '../../../../generated/interfaces/operator.ts';
import type { Erasure } from '../../../../generated/models.ts';
import { audit } from '../../../access/audit/audit-log.ts';
import type { ContextOf } from '../../../access/request-context.ts';
import { tablesOfFan } from '../../../entities/erasure.ts';
import type { OperatorModels } from '../../../orm/operator-models.ts';
import { requireAgency } from '../agencies/require-agency.ts';
import { countErasure, openErasure } from './request-erasure.ts';

/** The audit log names the erasure and not the fan, whose id would stay there. */
export async function eraseFan(
  { data }: { readonly data: OperatorModels },
  { agency_id: agencyId, body }: EraseFanRequest,
  context: ContextOf<'eraseFan'>,
): Promise<Erasure> {
  const { id } = await requireAgency(data, agencyId, context);
  if (body.dry_run) return countErasure(data, 'fan', tablesOfFan, [id, body.fan_id]);
  return context.answering.inTransaction(data, async (transaction) => {
    const { erasure, isNew } = await openErasure(transaction, id, 'fan', body.fan_id);
    if (isNew) await audit(transaction, id, context.author, { action: 'fan.erased', subjectId: erasure.id, subjectName: 'erased' });
    return erasure;
  });
}
