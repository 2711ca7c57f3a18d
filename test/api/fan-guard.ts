import { describe, expect, it } from 'vitest';
import { employee, fan } from '../records/records.ts';
import { describeGuard, problem, type Agency } from './agency.ts';

interface GuardedFanOperation {
  readonly method: string;
  /** What follows the path of the fan. */
  readonly suffix: string;
  readonly scope: string;
  readonly body?: unknown;
}

export const fanPath = '/v1/accounts/account-c1/fans/f1';

/** An agency with the fan `f1` on both accounts and the employees `e1` (present) and `e2` (former). */
export async function withFan(agency: Agency): Promise<Agency> {
  await agency.ingest(employee('e1'), employee('e2', { active: false }), fan('account-c1', 'f1'), fan('account-c2', 'f1'));
  return agency;
}

/** What holds for every operation on one fan. */
export function describeFanGuard(newAgency: () => Promise<Agency>, { method, suffix, scope, body }: GuardedFanOperation): void {
  describeGuard(newAgency, { method, path: fanPath + suffix, scope, body });

  describe('reach', () => {
    it('answers 404 for an account that is unknown, of another agency, or out of the reach of the key', async () => {
      const agency = await withFan(await newAgency());
      const unknown = problem(404, 'unknown_account');
      expect(await agency.call(method, `/v1/accounts/account-c9/fans/f1${suffix}`, { body })).toMatchObject(unknown);
      const restricted = { key: agency.restrictedKey, body };
      expect(await agency.call(method, `/v1/accounts/account-c2/fans/f1${suffix}`, restricted)).toMatchObject(unknown);
    });

    it('answers 404 for a fan that the account does not have', async () => {
      const agency = await withFan(await newAgency());
      expect(await agency.call(method, `/v1/accounts/account-c1/fans/f9${suffix}`, { body })).toMatchObject(problem(404, 'unknown_fan'));
    });
  });
}
