import { describe, expect, it } from 'vitest';
import { useService } from '../agency.ts';
import { fanPath, withFan } from '../fan.ts';

describe('PUT /v1/accounts/{account_id}/fans/{fan_id}/ai-lock', () => {
  const newAgency = useService();
  it('sets the lock of this fan alone, and may be repeated', async () => {
    const agency = await withFan(await newAgency());
    for (let time = 0; time < 2; time += 1) {
      expect(await agency.call('PUT', `${fanPath}/ai-lock`)).toMatchObject({ status: 200, body: { fan_id: 'f1', ai_active: true } });
    }
    expect((await agency.get(fanPath)).body.ai_active).toBe(true);
    expect((await agency.get('/v1/accounts/account-c2/fans/f1')).body.ai_active).toBe(false);
  });
});
