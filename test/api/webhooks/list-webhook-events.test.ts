import { beforeEach, describe, expect, it } from 'vitest';
import { limits } from '../../../generated/limits.ts';
import { orderRecord, problem, useService, type Agency } from './fixture.ts';

interface Item {
  readonly id: string;
  readonly type: string;
  readonly data: Record<string, unknown> | null;
}

describe('GET /v1/webhook-events', () => {
  const newAgency = useService();
  const read = async (agency: Agency, query = '', key = agency.key) =>
    (await agency.call('GET', `/v1/webhook-events${query}`, { key })).body as { data: Item[]; next_cursor: string | null };
  const orderIds = ({ data }: { data: Item[] }) => data.map((event) => event.data!['id']);

  it('needs a key and the scope read:webhooks', async () => {
    const agency = await newAgency();
    const key = await agency.createKey({ scopes: ['write:webhooks'] });
    expect(await agency.call('GET', '/v1/webhook-events', { key: null })).toMatchObject(problem(401, 'missing_authorization'));
    expect(await agency.call('GET', '/v1/webhook-events', { key })).toMatchObject(problem(403, 'missing_scope'));
  });

  describe('of an agency with orders of three fans', () => {
    let agency: Agency;
    let adaEndpoint: string;
    let endpoint: string;

    beforeEach(async () => {
      agency = await newAgency();
      endpoint = (await agency.addEndpoint({ enabled_event_types: ['order.created', 'order.refunded'] })).id;
      adaEndpoint = (await agency.addEndpoint({ allowed_creator_ids: ['ada'] })).id;
      for (const record of [
        orderRecord('one', 'fan-1'),
        orderRecord('two', 'fan-2'),
        orderRecord('three', 'fan-1', 'bea'),
        orderRecord('four', null),
      ]) {
        await agency.ingest([record]);
      }
      await agency.ingest([{ type: 'refund', order_id: 'one', refunded_at: '2026-07-11T12:00:00.000Z' }]);
    });

    it('lists them with their payloads, most recent first', async () => {
      const page = await read(agency);
      expect(page.data.map(({ type, data }) => `${type} ${String(data!['id'])}`)).toEqual([
        'order.refunded one',
        'order.created four',
        'order.created three',
        'order.created two',
        'order.created one',
      ]);
      expect(page.next_cursor).toBeNull();
      expect(page.data.at(-1)).toEqual({
        id: expect.any(String),
        type: 'order.created',
        is_reconstructed: false,
        created_at: '2026-07-10T12:00:00.000Z',
        recorded_at: expect.stringMatching(/Z$/),
        creator_id: 'ada',
        data: expect.objectContaining({ id: 'one', fan_id: 'fan-1', amount_cents: 500 }),
      });
    });

    it('finds those of orders, also of one whose buyer is not known, and of fans; filters combine', async () => {
      expect(orderIds(await read(agency, '?order_ids=one'))).toEqual(['one', 'one']);
      expect(orderIds(await read(agency, '?order_ids=four,two'))).toEqual(['four', 'two']);
      expect(orderIds(await read(agency, '?fan_ids=fan-1'))).toEqual(['one', 'three', 'one']);
      expect(orderIds(await read(agency, '?fan_ids=fan-1&order_ids=one,two&event_types=order.created'))).toEqual(['one']);
      expect(orderIds(await read(agency, '?fan_ids=fan-2&order_ids=one'))).toEqual([]);
      expect(orderIds(await read(agency, '?order_ids=nothing'))).toEqual([]);
    });

    it('finds those of events and deliveries by their ids', async () => {
      const [refunded, four] = (await read(agency)).data;
      const { data: deliveries } = (await agency.call('GET', `/v1/webhooks/${adaEndpoint}/deliveries`)).body;
      expect(orderIds(await read(agency, `?event_ids=${four!.id},${refunded!.id.toUpperCase()},nothing`))).toEqual(['one', 'four']);
      expect(orderIds(await read(agency, `?delivery_ids=${deliveries[0].id},nothing`))).toEqual(['four']);
      expect(orderIds(await read(agency, `?delivery_ids=${deliveries[0].id}&event_ids=${refunded!.id}`))).toEqual([]);
      expect(orderIds(await read(agency, `?event_ids=nothing`))).toEqual([]);
    });

    it('filters by type and time, and pages', async () => {
      expect(orderIds(await read(agency, '?event_types=order.refunded,ping'))).toEqual(['one']);
      expect(orderIds(await read(agency, '?end=2026-07-20T00:00:00Z'))).toEqual([]);
      expect((await read(agency, '?start=2026-07-20T00:00:00Z')).data.length).toBe(5);
      for (const long of ['1969-12-31T23:59:59.999Z', '0001-01-01T00:00:00Z']) {
        expect((await read(agency, `?start=${long}`)).data.length, long).toBe(5);
        expect((await read(agency, `?end=${long}`)).data, long).toEqual([]);
      }
      const first = await read(agency, '?limit=2&event_types=order.created');
      const second = await read(agency, `?limit=2&event_types=order.created&cursor=${first.next_cursor}`);
      expect([...orderIds(first), ...orderIds(second)]).toEqual(['four', 'three', 'two', 'one']);
      expect(second.next_cursor).toBeNull();
      const found = await read(agency, '?limit=2&fan_ids=fan-1');
      expect(orderIds(await read(agency, `?limit=2&fan_ids=fan-1&cursor=${found.next_cursor}`))).toEqual(['one']);
    });

    it('shows a limited key the events of its creators, and pings of endpoints in its scope', async () => {
      await agency.call('POST', `/v1/webhooks/${endpoint}/ping`);
      const own = (await agency.call('POST', `/v1/webhooks/${adaEndpoint}/ping`)).body.event_id;
      const { data } = await read(agency, '', agency.adaKey);
      expect(data.filter(({ type }) => type === 'ping').map(({ id }) => id)).toEqual([own]);
      expect(data.filter(({ type }) => type !== 'ping').map((event) => event.data!['id'])).toEqual(['one', 'four', 'two', 'one']);
      expect(orderIds(await read(agency, '?order_ids=three', agency.adaKey))).toEqual([]);
      expect(orderIds(await read(agency, '?fan_ids=fan-1', agency.adaKey))).toEqual(['one', 'one']);
    });

    it('shows payloads to keys that may be sent them or read their facts', async () => {
      const payloadsOf = async (scopes: readonly string[]) => {
        const key = await agency.createKey({ scopes: ['read:webhooks', ...scopes] });
        return (await read(agency, '?order_ids=one,two', key)).data.map(({ data }) => data !== null);
      };
      expect(await payloadsOf([])).toEqual([false, false, false]);
      expect(await payloadsOf(['read:fans'])).toEqual([false, false, false]);
      expect(await payloadsOf(['read:orders'])).toEqual([true, true, true]);
      expect(await payloadsOf(['write:webhooks'])).toEqual([true, true, true]);
    });

    it('shows nothing of another agency', async () => {
      const other = await newAgency();
      const [event] = (await read(agency)).data;
      expect((await read(other)).data).toEqual([]);
      expect((await read(other, `?event_ids=${event!.id}`)).data).toEqual([]);
      expect((await read(other, '?fan_ids=fan-1')).data).toEqual([]);
    });
  });

  it('keeps them for 30 days', async () => {
    const agency = await newAgency();
    const seed = (days: number) =>
      agency.service.database.query({
        text: `
          INSERT INTO webhook_events (agency_id, id, type, creator_id, occurred_at, data, subject)
          VALUES ($1, uuidv7(-interval '1 day' * $2::float8), 'order.created', 'ada', now(), json_build_object('id', $2::text, 'fan_id', 'f'), 'f')`,
        values: [agency.id, days],
      });
    await seed(29.9);
    await seed(30.1);
    expect(orderIds(await read(agency))).toEqual(['29.9']);
    expect(orderIds(await read(agency, '?fan_ids=f'))).toEqual(['29.9']);
  });

  it('looks for a rare type, and for the events of a limited key, run by run: such a page may be empty', async () => {
    const agency = await newAgency();
    const run = limits.eventsOfPage;
    await agency.service.database.query({
      text: `
        INSERT INTO webhook_events (agency_id, id, type, creator_id, occurred_at, data, subject)
        SELECT $1, uuidv7(n * interval '1 millisecond' - interval '1 hour'), CASE WHEN n = 0 THEN 'order.refunded' ELSE 'order.created' END,
               CASE WHEN n = 0 THEN 'ada' ELSE 'bea' END, now(), json_build_object('id', n::text), n::text
          FROM generate_series(0, $2::int) AS n`,
      values: [agency.id, run],
    });
    for (const [query, key] of [
      ['?event_types=order.refunded', agency.key],
      ['?limit=1', agency.adaKey],
    ] as const) {
      const first = await read(agency, query, key);
      expect(first.data).toEqual([]);
      const second = await read(agency, `${query}&cursor=${first.next_cursor}`, key);
      expect(orderIds(second)).toEqual(['0']);
      expect(second.next_cursor).toBeNull();
    }
    expect((await read(agency, '?limit=200')).data.length).toBe(200);
  });

  it.each([
    'event_ids=',
    'event_types=x',
    'order_id=1',
    'limit=0',
    'start=yesterday',
    'start=2026-07-20T00:00:00Z&end=2026-07-19T00:00:00Z',
  ])('answers 400 for %s', async (query) => {
    const agency = await newAgency();
    expect(await agency.call('GET', `/v1/webhook-events?${query}`)).toMatchObject(problem(400, 'validation_failed'));
  });

  it('shows with include_deliveries the latest delivery of each event to each endpoint in scope', async () => {
    const agency = await newAgency();
    const [whole, ada] = [await agency.addEndpoint(), await agency.addEndpoint({ allowed_creator_ids: ['ada'] })];
    const soon = () => new Date(Date.now() + 1_000);
    const first = await agency.addDelivery(whole.id, { status: 'failed', createdAt: soon() });
    const [row] = await agency.service.database.query<{ id: string }>({
      text: `INSERT INTO delivery_history (agency_id, endpoint_id, event_type, status, id, event_id, creator_id, attempts, replay_of, is_resend)
             VALUES ($1, $2, 'order.created', 'delivered', uuidv7(interval '5 seconds'), $3, 'ada', '{}', $4, true) RETURNING id`,
      values: [agency.id, whole.id, first.eventId, first.id],
    });
    const second = await agency.addDelivery(ada.id, { status: 'pending', createdAt: soon() });
    const read = async (query: string, key = agency.key) =>
      (await agency.call('GET', `/v1/webhook-events?${query}`, { key })).body.data as any[];
    const shown = (events: any[]) => events.map(({ id, deliveries }) => [id, deliveries]);
    const ofFirst = { id: row!.id, endpoint_id: whole.id, status: 'delivered' };
    const ofSecond = { id: second.id, endpoint_id: ada.id, status: 'pending' };
    expect(shown(await read('include_deliveries=true'))).toEqual([
      [second.eventId, [ofSecond]],
      [first.eventId, [ofFirst]],
    ]);
    expect(shown(await read('include_deliveries=true', agency.adaKey))).toEqual([
      [second.eventId, [ofSecond]],
      [first.eventId, []],
    ]);
    for (const event of await read('include_deliveries=false')) expect(event).not.toHaveProperty('deliveries');
    expect(await agency.call('GET', '/v1/webhook-events?include_deliveries=true&limit=51')).toMatchObject(
      problem(400, 'validation_failed'),
    );
  });
});
