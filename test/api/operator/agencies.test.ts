import { describe, expect, it } from 'vitest';
import { invalid } from '../agency.ts';
import { useOperator } from './fixture.ts';

const path = '/operator/v1/agencies';

describe('POST /operator/v1/agencies', () => {
  const service = useOperator();
  it('creates another agency on every call', async () => {
    const [one, two] = [await service().operator('POST', path, { name: 'Twin' }), await service().operator('POST', path, { name: 'Twin' })];
    expect(one).toMatchObject({ status: 201, body: { name: 'Twin', created_at: expect.stringMatching(/Z$/) } });
    expect(one.body.id).not.toBe(two.body.id);
  });

  it.each([
    [{}, 'name'],
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(201) }, 'name'],
    [{ name: 5 }, 'name'],
    [{ name: 'x', id: 'y' }, 'id'],
  ])('refuses %j', async (body, place) => {
    expect(await service().operator('POST', path, body)).toMatchObject(invalid(place));
  });
});

describe('GET /operator/v1/agencies', () => {
  const service = useOperator();
  it('lists all agencies, oldest first', async () => {
    const ids: string[] = [];
    for (const name of ['b', 'a', 'c']) ids.push((await service().operator('POST', path, { name })).body.id);
    const { body } = await service().operator('GET', `${path}?x=1`);
    expect(body.data.map(({ id }: { id: string }) => id).slice(-3)).toEqual(ids);
  });
});
