import type { Problems } from '../../../generated/problems.ts';
import type { Sql } from '../../database/sql.ts';
import { allowedSql, quotaReached } from '../../entities/quota.ts';

/** The lock on the agency's row lets parallel requests wait for each other, so that the quota holds. Throws `quota_reached`. */
export async function requirePlaceOfKey(transaction: Sql, agencyId: string, problems: Problems<'quota_reached'>): Promise<void> {
  await transaction.query<{ id: string }>({ text: 'SELECT id FROM agencies WHERE id = $1 FOR NO KEY UPDATE', values: [agencyId] });
  const [keys] = await transaction.query<{ count: number; allowed: number }>({
    text: `SELECT keys_of_agency(q.agency_id) AS count, ${allowedSql('api_keys')} AS allowed FROM agency_quotas q WHERE q.agency_id = $1`,
    values: [agencyId],
  });
  if (keys!.count >= keys!.allowed) throw quotaReached('api_keys', keys!.allowed, problems);
}
