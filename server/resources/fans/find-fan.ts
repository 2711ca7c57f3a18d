import type { Problems } from '../../../generated/problems.ts';
import type { ScopedModels, ScopedTransaction } from '../../access/scope/scoped-models.ts';
import { requireAccount, shownFan, type FanPath, type FanRow } from '../../entities/fan.ts';

/** Throws `unknown_account` or `unknown_fan`. */
export async function findFan(
  data: ScopedModels | ScopedTransaction,
  { account_id, fan_id }: FanPath,
  problems: Problems<'unknown_account' | 'unknown_fan'>,
): Promise<FanRow> {
  const row = await data.fans.row({ where: { account_id, fan_id }, ...shownFan });
  if (row) return row;
  await requireAccount(data, account_id, problems);
  throw problems.problem('unknown_fan');
}
