import { describe, expect, it } from 'vitest';
import { employee } from '../../records/records.ts';
import { invalid, problem, useService } from '../agency.ts';
import { fanPath, withFan } from '../fan.ts';

const path = `${fanPath}/assignment`;

describe('PUT /v1/accounts/{account_id}/fans/{fan_id}/assignment', () => {
  const newAgency = useService();
  it('assigns and publishes once, however often it is repeated', async () => {
    const agency = await withFan(await (await newAgency()).asksFor('assignment.updated'));
    for (let time = 0; time < 3; time += 1) {
      expect(await agency.call('PUT', path, { body: { user_id: 'e1' } })).toMatchObject({
        status: 200,
        body: { fan_id: 'f1', assigned_user_id: 'e1' },
      });
    }
    const events = await agency.events('assignment.updated');
    expect(events).toEqual([
      { creator_id: 'c1', occurred_at: expect.any(Date), data: { account_id: 'account-c1', fan_id: 'f1', assigned_user_id: 'e1' } },
    ]);
    expect((await agency.get(fanPath)).body.assigned_user_id).toBe('e1');
    expect((await agency.get('/v1/accounts/account-c2/fans/f1')).body.assigned_user_id).toBeNull();
  });

  it('publishes each change; of parallel equal assignments one', async () => {
    const agency = await withFan(await (await newAgency()).asksFor('assignment.updated'));
    await agency.ingest(employee('e3'));
    await Promise.all(Array.from({ length: 8 }, () => agency.call('PUT', path, { body: { user_id: 'e1' } })));
    await agency.call('PUT', path, { body: { user_id: 'e3' } });
    expect((await agency.events('assignment.updated')).map(({ data }) => data.assigned_user_id)).toEqual(['e1', 'e3']);
  });

  it('gives parallel changes instants in the order in which they took effect', async () => {
    const agency = await withFan(await (await newAgency()).asksFor('assignment.updated'));
    const userIds = Array.from({ length: 12 }, (_, index) => `e-${index}`);
    await agency.ingest(...userIds.map((id) => employee(id)));
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(userIds.map((user_id) => agency.call('PUT', path, { body: { user_id } })));
      const events = await agency.events('assignment.updated');
      const newest = Math.max(...events.map(({ occurred_at }) => occurred_at.getTime()));
      const told = events.filter(({ occurred_at }) => occurred_at.getTime() === newest).map(({ data }) => data.assigned_user_id);
      expect(told).toContain((await agency.get(fanPath)).body.assigned_user_id);
    }
  });

  it('answers 422 for an employee who is unknown, former, or of another agency, and changes nothing', async () => {
    const [agency, other] = await Promise.all([newAgency(), newAgency()]);
    await withFan(await agency.asksFor('assignment.updated'));
    await other.ingest(employee('e9'));
    for (const userId of ['e2', 'e8', 'e9']) {
      expect(await agency.call('PUT', path, { body: { user_id: userId } })).toMatchObject(problem(422, 'unknown_user'));
    }
    expect(await agency.events('assignment.updated')).toEqual([]);
  });

  it('keeps the assignments of an employee who leaves', async () => {
    const agency = await withFan(await (await newAgency()).asksFor('assignment.updated'));
    await agency.call('PUT', path, { body: { user_id: 'e1' } });
    await agency.ingest(employee('e1', { active: false }));
    expect((await agency.get(fanPath)).body.assigned_user_id).toBe('e1');
    expect(await agency.call('PUT', path, { body: { user_id: 'e1' } })).toMatchObject(problem(422, 'unknown_user'));
  });

  it.each([
    [{}, 'user_id'],
    [{ user_id: null }, 'user_id'],
    [{ user_id: '' }, 'user_id'],
    [{ user_id: 5 }, 'user_id'],
    [{ user_id: 'e1', note: 'x' }, 'note'],
    [['e1'], ''],
  ])('refuses %j', async (body, place) => {
    expect(await (await newAgency()).call('PUT', path, { body })).toMatchObject(invalid(place));
  });
});
