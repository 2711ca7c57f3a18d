import type { Problems } from '../../../generated/problems.ts';
import type { ScopedModels, ScopedTransaction } from '../../access/scope/scoped-models.ts';
import { requireFan, type FanPath } from '../../entities/fan.ts';
import { firstEtag, type InsightRow } from '../../entities/insight.ts';

/** Throws `unknown_account` or `unknown_fan`. */
export async function readInsight(
  data: ScopedModels | ScopedTransaction,
  path: FanPath,
  problems: Problems<'unknown_account' | 'unknown_fan'>,
): Promise<InsightRow> {
  const { account_id, fan_id } = path;
  const row = await data.insights.row({ where: { account_id, fan_id }, attributes: ['note', 'etag'] });
  if (row) return row;
  await requireFan(data, path, problems);
  return { note: '', etag: firstEtag(data.tenantScope.agencyId, path) };
}
