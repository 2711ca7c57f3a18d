import type { Problems } from '../../../../generated/problems.ts';
import { allowedSql, quotaReached } from '../../../entities/quota.ts';
import type { OperatorTransaction } from '../../../orm/operator-models.ts';

/** SQL functions that count what the quota is for. */
const counts = { api_keys: 'keys_of_agency', portal_links: 'links_of_agency' } as const;

/** The lock on the agency's row makes parallel requests wait for each other, so that they cannot exceed the quota. Throws `quota_reached`. */
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
