import type { Problems } from '../../generated/problems.ts';
import type { Sql } from '../database/sql.ts';

/** Throws `unknown_account` unless an account within reach has the id. */
export async function requireAccount(data: Sql, accountId: string, { problem }: Problems<'unknown_account'>): Promise<void> {
  const found = await data.query({ text: 'SELECT 1 FROM {creators} c WHERE c.account_id = $1', values: [accountId] });
  if (found.length === 0) throw problem('unknown_account');
}

/** Throws `unknown_account` or `unknown_fan` unless the account within reach has the fan. */
export async function requireFan(
  data: Sql,
  accountId: string,
  fanId: string,
  problems: Problems<'unknown_account' | 'unknown_fan'>,
): Promise<void> {
  const found = await data.query({
    text: 'SELECT 1 FROM {fans} f WHERE f.account_id = $1 AND f.fan_id = $2',
    values: [accountId, fanId],
  });
  if (found.length > 0) return;
  await requireAccount(data, accountId, problems);
  throw problems.problem('unknown_fan');
}
