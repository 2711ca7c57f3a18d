import { describe, expect, it } from 'vitest';
import { useService } from '../agency.ts';
import { fanPath, withFan } from '../fan.ts';

const path = `${fanPath}/assignment`;

describe('DELETE /v1/accounts/{account_id}/fans/{fan_id}/assignment', () => {
  const newAgency = useService();
  it('removes the assignment and publishes once, even if it is repeated', async () => {
    const agency = await withFan(await (await newAgency()).asksFor('assignment.updated'));
    await agency.call('PUT', path, { body: { user_id: 'e1' } });
    for (let time = 0; time < 2; time += 1) expect(await agency.call('DELETE', path)).toMatchObject({ status: 204 });
    const events = await agency.events('assignment.updated');
    expect(events.map(({ data }) => data.assigned_user_id)).toEqual(['e1', null]);
    expect((await agency.get(fanPath)).body.assigned_user_id).toBeNull();
  });

  it('publishes nothing for a fan who was not assigned', async () => {
    const agency = await withFan(await (await newAgency()).asksFor('assignment.updated'));
    expect(await agency.call('DELETE', path)).toMatchObject({ status: 204 });
    expect(await agency.events('assignment.updated')).toEqual([]);
  });
});
