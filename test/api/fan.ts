import { employee, fan } from '../records/records.ts';
import type { Agency } from './agency.ts';

export const fanPath = '/v1/accounts/account-c1/fans/f1';

/** An agency with the fan `f1` on both accounts and the employees `e1` (present) and `e2` (former). */
export async function withFan(agency: Agency): Promise<Agency> {
  await agency.ingest(employee('e1'), employee('e2', { active: false }), fan('account-c1', 'f1'), fan('account-c2', 'f1'));
  return agency;
}
