import type { Problems } from '../../../../generated/problems.ts';
import { allowedSql, quotaReached } from '../../../entities/quota.ts';
import type { OperatorTransaction } from '../../../orm/operator-models.ts';

/** SQL functions that count the rows of a quota. */
const counts = { api_keys: 'keys_of_agency', portal_links: 'links_of_agency' } as const;

/** Throws `quota_reached`. The lock on the agency's row serializes parallel requests. */
export async function requireQuota(
  transaction: OperatorTransaction,
  agencyId: string,
  name: keyof typeof counts,
  problems: Problems<'quota_reached'>,
): Promise<void> {
  await transaction.agencies.row({ where: { id: agencyId }, attributes: ['id'], lock: 'NO KEY UPDATE' });
  const [quota] = await transaction.query<{ count: number; allowed: number }>({
    text: `SELECT ${counts[name]}(q.agency_id) AS count, ${allowedSql(name)} AS allowed FROM agency_quotas q WHERE q.agency_id = $1`,
    values: [agencyId],
  });
  if (quota!.count >= quota!.allowed) throw quotaReached(name, quota!.allowed, problems);
}
