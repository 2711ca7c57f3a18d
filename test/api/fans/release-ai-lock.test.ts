import { describe, expect, it } from 'vitest';
import { useService } from '../agency.ts';
import { fanPath, withFan } from '../fan.ts';

describe('DELETE /v1/accounts/{account_id}/fans/{fan_id}/ai-lock', () => {
  const newAgency = useService();
  it('releases the lock, and may be repeated', async () => {
    const agency = await withFan(await newAgency());
    await agency.call('PUT', `${fanPath}/ai-lock`);
    for (let time = 0; time < 2; time += 1) expect(await agency.call('DELETE', `${fanPath}/ai-lock`)).toMatchObject({ status: 204 });
    expect((await agency.get(fanPath)).body.ai_active).toBe(false);
  });
});
