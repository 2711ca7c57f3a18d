import { audit } from '../../../access/audit/audit-log.ts';
import { noSuchAgency } from '../../../entities/agency.ts';
import { tablesOfAgency } from '../../../entities/erasure.ts';
import { sql } from '../../../orm/conditions.ts';
import { fieldRefusal } from '../../../problems/validation-error.ts';
import type { Handler } from '../../handler.ts';
import { countErasure, openErasure } from './request-erasure.ts';

/**
 * The audit entry names only the erasure, because its details are erased too. A repeated request returns the running erasure. From the
 * commit on, keys are refused, endpoints are deleted and operators do not find the agency. The job removes the remaining data.
 */
export const eraseAgency: Handler<'eraseAgency', 'outbox'> = async ({ agency_id: agencyId, body }, context, { outbox }) => {
  const agency = await context.data.agencies.row({ where: { id: agencyId } });
  if (!agency) throw noSuchAgency(context);
  const { id, name } = agency;
  if (body.agency_name !== name) throw fieldRefusal('agency_name', 'must be the exact name of the agency', 'agencyName', context);
  if (body.dry_run) return countErasure(context.data, 'agency', tablesOfAgency, [id]);
  return context.idempotency.inTransaction(context.data, async (transaction) => {
    const [marked] = await transaction.agencies.update({ erased_at: sql('now()') }, { id, erased_at: null });
    const removed = await transaction.webhook_endpoints.destroy({ agency_id: id });
    const { erasure } = await openErasure(transaction, id, 'agency', null, [{ table: 'webhook_endpoints', count: removed.length }]);
    if (marked) {
      await audit(transaction, id, context.author, { action: 'agency.erased', subjectId: erasure.id, subjectName: 'erased' });
    }
    transaction.afterCommit(() => outbox.drain(removed.map((endpoint) => endpoint.id)));
    return erasure;
  });
};
