import type { Problems } from '../../../generated/problems.ts';
import type { Sql } from '../../database/sql.ts';
import { fanColumns, requireAccount, type FanPath, type FanRow } from '../../entities/fan.ts';

/** The fan within reach. Throws `unknown_account` or `unknown_fan`. */
export async function findFan(data: Sql, path: FanPath, problems: Problems<'unknown_account' | 'unknown_fan'>): Promise<FanRow> {
  const [row] = await data.query<FanRow>({
    text: `SELECT ${fanColumns} FROM {fans} f WHERE f.account_id = $1 AND f.fan_id = $2`,
    values: [path.account_id, path.fan_id],
  });
  if (row) return row;
  await requireAccount(data, path.account_id, problems);
  throw problems.problem('unknown_fan');
}
