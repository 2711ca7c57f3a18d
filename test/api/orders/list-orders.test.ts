import { describe, expect, it } from 'vitest';
import { fan, order, refund } from '../../records/records.ts';
import { invalid, problem, useService, type Agency } from '../agency.ts';

describe('GET /v1/orders', () => {
  const newAgency = useService();
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 2, 10, minute)).toISOString();
  const idsOf = async (agency: Agency, query = '', key = agency.key) =>
    (await agency.get(`/v1/orders${query}`, { key })).body.data.map(({ id }: { id: string }) => id);

  async function agencyWithOrders(): Promise<Agency> {
    const agency = await newAgency();
    await agency.ingest(
      fan('account-c1', 'f1'),
      order('o1', 'c1', { fan_id: 'f1', order_type: 'tip', created_at: at(1) }),
      order('o2', 'c2', { fan_id: 'f1', order_type: 'push', created_at: at(2) }),
      order('o3', 'c1', { fan_id: 'f2', order_type: 'subscription', created_at: at(3) }),
      order('o4', 'c2', { fan_id: null, order_type: 'private_media', created_at: at(4) }),
      refund('o3', at(5)),
    );
    return agency;
  }

  it('lists orders of every type, refunded or not, most recent first', async () => {
    const agency = await agencyWithOrders();
    const { body } = await agency.get('/v1/orders');
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual(['o4', 'o3', 'o2', 'o1']);
    expect(body.next_cursor).toBeNull();
    expect(body.data[3]).toEqual((await agency.get('/v1/orders/o1')).body);
    expect(body.data[2].fan_username).toBeNull();
  });

  it('filters by creator, fan, type and time, which combine', async () => {
    const agency = await agencyWithOrders();
    expect(await idsOf(agency, '?creator_ids=c1')).toEqual(['o3', 'o1']);
    expect(await idsOf(agency, '?creator_ids=c1,c2,c2')).toEqual(['o4', 'o3', 'o2', 'o1']);
    expect(await idsOf(agency, '?fan_ids=f1')).toEqual(['o2', 'o1']);
    expect(await idsOf(agency, '?fan_ids=f1,f2&creator_ids=c1')).toEqual(['o3', 'o1']);
    expect(await idsOf(agency, '?order_types=tip,push')).toEqual(['o2', 'o1']);
    expect(await idsOf(agency, '?creator_ids=c2&order_types=push')).toEqual(['o2']);
    expect(await idsOf(agency, `?start=${at(2)}&end=${at(4)}`)).toEqual(['o3', 'o2']);
    expect(await idsOf(agency, `?fan_ids=f1&start=${at(2)}`)).toEqual(['o2']);
  });

  it('shows a restricted key the orders of its creators alone, and matches nothing out of scope', async () => {
    const [agency, other] = await Promise.all([agencyWithOrders(), agencyWithOrders()]);
    await other.ingest(order('o9', 'c1'));
    expect(await idsOf(agency, '', agency.restrictedKey)).toEqual(['o3', 'o1']);
    expect(await idsOf(agency, '?fan_ids=f1', agency.restrictedKey)).toEqual(['o1']);
    expect(await idsOf(agency, '?creator_ids=c2', agency.restrictedKey)).toEqual([]);
    expect(await idsOf(agency, '?creator_ids=c9')).toEqual([]);
  });

  it('pages through equal times, each order once, and ends a page that is exactly full with a null cursor', async () => {
    const agency = await newAgency();
    await agency.ingest(
      ...Array.from({ length: 7 }, (_, index) => order(`o${index}`, `c${(index % 2) + 1}`, { fan_id: 'f1', created_at: at(index % 3) })),
    );
    const all = await idsOf(agency);
    expect(all).toHaveLength(7);
    for (const query of ['', '?creator_ids=c1,c2', '?fan_ids=f1']) {
      const pages = await agency.pages(`/v1/orders${query}`, 3);
      expect(pages.map((page) => page.length)).toEqual([3, 3, 1]);
      expect(pages.flat().map(({ id }) => id)).toEqual(all);
    }
    expect(await agency.pages('/v1/orders', 7)).toHaveLength(1);
  });

  it('accepts a cursor with other filters, and refuses one of another agency or with a changed character', async () => {
    const [agency, other] = await Promise.all([agencyWithOrders(), agencyWithOrders()]);
    const { next_cursor: cursor } = (await agency.get('/v1/orders?limit=1')).body;
    expect(await idsOf(agency, `?cursor=${cursor}&creator_ids=c1`)).toEqual(['o3', 'o1']);
    const changed = cursor.slice(0, 5) + (cursor[5] === 'A' ? 'B' : 'A') + cursor.slice(6);
    expect(await other.get(`/v1/orders?cursor=${cursor}`)).toMatchObject(problem(400, 'invalid_cursor'));
    expect(await agency.get(`/v1/orders?cursor=${changed}`)).toMatchObject(problem(400, 'invalid_cursor'));
    expect(await agency.get(`/v1/publications?cursor=${cursor}`)).toMatchObject(problem(400, 'invalid_cursor'));
  });

  it.each([
    ['creator_ids=', 'creator_ids'],
    ['creator_ids=a,,b', 'creator_ids.1'],
    [`fan_ids=${Array.from({ length: 51 }, (_, index) => index).join(',')}`, 'fan_ids'],
    ['order_types=tip,gift', 'order_types.1'],
    ['start=2026-01-01', 'start'],
    ['end=2026-01-01T00:00:00', 'end'],
    ['start=2026-02-30T00:00:00Z', 'start'],
    ['limit=201', 'limit'],
    ['limit=1e1', 'limit'],
    ['creator_id=c1', 'creator_id'],
  ])('refuses %s, naming %s', async (query, path) => {
    expect(await (await newAgency()).get(`/v1/orders?${query}`)).toMatchObject(invalid(path));
  });

  it('accepts fifty values, and refuses a range that ends before it starts, without a list of errors', async () => {
    const agency = await newAgency();
    expect(await agency.get(`/v1/orders?fan_ids=${Array.from({ length: 50 }, (_, index) => index).join(',')}`)).toMatchObject({
      status: 200,
    });
    const { status, body } = await agency.get(`/v1/orders?start=${at(2)}&end=${at(1)}`);
    expect({ status, errors: body.errors, detail: body.detail }).toEqual({
      status: 400,
      errors: undefined,
      detail: expect.stringContaining('end'),
    });
    expect(await agency.get(`/v1/orders?start=${at(2)}&end=${at(2)}`)).toMatchObject({ status: 200, body: { data: [] } });
  });
});
