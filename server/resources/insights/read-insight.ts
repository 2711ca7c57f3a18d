import type { Problems } from '../../../generated/problems.ts';
import type { Reach } from '../../access/reach.ts';
import type { Sql } from '../../database/sql.ts';
import { requireFan, type FanPath } from '../../entities/fan.ts';
import { firstEtag, type InsightRow } from '../../entities/insight.ts';

/** The fan's note now. Throws `unknown_account` or `unknown_fan`. */
export async function readInsight(
  data: Sql & { readonly reach: Reach },
  path: FanPath,
  problems: Problems<'unknown_account' | 'unknown_fan'>,
): Promise<InsightRow> {
  const [row] = await data.query<InsightRow>({
    text: 'SELECT i.note, i.etag FROM {insights} i WHERE i.account_id = $1 AND i.fan_id = $2',
    values: [path.account_id, path.fan_id],
  });
  if (row) return row;
  await requireFan(data, path, problems);
  return { note: '', etag: firstEtag(data.reach.agencyId, path) };
}
