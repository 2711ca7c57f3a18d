import { describe, expect, it } from 'vitest';
import { limits } from '../../../generated/limits.ts';
import { problem, useService, type Agency } from './fixture.ts';

const hourMs = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * hourMs);
const start = ago(24).toISOString();

describe('POST /v1/webhooks/{endpoint_id}/resends', () => {
  const newAgency = useService();
  const path = (id: string) => `/v1/webhooks/${id}/resends`;
  const resend = (agency: Agency, id: string, body: object = {}, key = agency.key) =>
    agency.call('POST', path(id), { key, body: { start, ...body } });
  /** The counts of a dry run, which has a forecast, too. */
  const count = async (agency: Agency, id: string, body: object = {}) => {
    const { status, body: counted } = await resend(agency, id, { ...body, dry_run: true });
    const { forecast, ...counts } = counted;
    expect({ status, forecast }).toEqual({ status: 202, forecast: expect.any(Object) as unknown });
    return counts;
  };
  const queue = (agency: Agency, endpointId: string) =>
    agency.service.database.query<{ event_id: string; replay_of: string; is_resend: boolean; data: string }>({
      text: 'SELECT event_id, replay_of, is_resend, data::text AS data FROM delivery_queue WHERE endpoint_id = $1 AND replay_of IS NOT NULL ORDER BY id',
      values: [endpointId],
    });
  const resent = (counts: Readonly<Record<string, number>> = {}, pendingCount = 0, unavailableCount = 0) => ({
    resent_count: Object.values(counts).reduce((sum, count) => sum + count, 0),
    pending_count: pendingCount,
    unavailable_count: unavailableCount,
    by_event_type: Object.entries(counts).map(([event_type, count]) => ({ event_type, count })),
    next_cursor: null,
  });

  it('queues what the dry run counted: each event once, oldest first, with the deliveries that they repeat', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    const second = await agency.addDelivery(id, { createdAt: ago(2) });
    const first = await agency.addDelivery(id, { status: 'failed', createdAt: ago(3), eventType: 'order.refunded' });
    await agency.addDelivery(id, { status: 'pending', createdAt: ago(1) });
    await agency.addDelivery(id, { createdAt: ago(25) });
    await agency.service.database.query({
      text: `INSERT INTO delivery_history (agency_id, endpoint_id, event_type, status, id, event_id, creator_id, attempts)
             VALUES ($1, $2, 'order.created', 'delivered', uuidv7(), $3, 'ada', '{}')`,
      values: [agency.id, id, second.eventId],
    });
    const preview = await count(agency, id);
    expect(preview).toEqual(resent({ 'order.created': 1, 'order.refunded': 1 }));
    expect(await queue(agency, id)).toEqual([]);
    const result = await resend(agency, id);
    expect(result).toMatchObject({ status: 202 });
    expect(result.body).toEqual(preview);
    expect(await queue(agency, id)).toEqual(
      [first, second].map((of) => ({ event_id: of.eventId, replay_of: of.id, is_resend: true, data: '{"id":"order-1"}' })),
    );
  });

  it('selects by span, event type and status', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    const other = await agency.addEndpoint();
    const [early, failed, refund] = [
      await agency.addDelivery(id, { createdAt: ago(5) }),
      await agency.addDelivery(id, { createdAt: ago(3), status: 'failed' }),
      await agency.addDelivery(id, { createdAt: ago(2), eventType: 'order.refunded' }),
    ];
    await agency.addDelivery(other.id, { createdAt: ago(3) });
    for (const [body, selected] of [
      [{ end: ago(4).toISOString() }, [early]],
      [{ statuses: ['failed'] }, [failed]],
      [{ statuses: ['delivered'], event_types: ['order.refunded'] }, [refund]],
      [{ start: ago(4).toISOString(), event_types: ['order.created', 'order.created'] }, [failed]],
      [{ end: ago(6).toISOString() }, []],
      [{ statuses: ['delivered', 'failed'] }, [early, failed, refund]],
    ] as const) {
      const preview = await count(agency, id, body);
      const result = await resend(agency, id, body);
      expect(result.body, JSON.stringify(body)).toEqual(preview);
      expect((await queue(agency, id)).map(({ event_id }) => event_id)).toEqual(selected.map(({ eventId }) => eventId));
      await agency.service.database.query({ text: 'DELETE FROM delivery_queue WHERE endpoint_id = $1', values: [id] });
    }
  });

  it('queues no event twice while it waits, although the request is repeated at the same time', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    for (let index = 0; index < 4; index++) await agency.addDelivery(id);
    const answers = await Promise.all(Array.from({ length: 5 }, () => resend(agency, id)));
    expect(answers.map(({ body }) => [body.resent_count, body.pending_count]).toSorted()).toEqual([
      ...Array.from({ length: 4 }, () => [0, 4]),
      [4, 0],
    ]);
    expect(await queue(agency, id)).toHaveLength(4);
  });

  it('counts events that are no longer stored or may not go to the URL as unavailable', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    const [, forgotten] = [await agency.addDelivery(id), await agency.addDelivery(id), await agency.addDelivery(id, { creatorId: 'bea' })];
    await agency.service.database.query({ text: 'DELETE FROM webhook_events WHERE id = $1', values: [forgotten.eventId] });
    await agency.service.database.query({ text: `UPDATE webhook_endpoints SET url_creator_ids = '{ada}' WHERE id = $1`, values: [id] });
    const preview = await count(agency, id);
    expect(preview).toEqual(resent({ 'order.created': 1 }, 0, 2));
    expect((await resend(agency, id)).body).toEqual(preview);
    expect(await queue(agency, id)).toHaveLength(1);
  });

  it('sends deliveries of the creators of a limited key alone', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint({ allowed_creator_ids: ['ada'] });
    const [own] = [await agency.addDelivery(id), await agency.addDelivery(id, { creatorId: 'bea' })];
    expect((await resend(agency, id, {}, agency.adaKey)).body).toEqual(resent({ 'order.created': 1 }));
    expect(await queue(agency, id)).toMatchObject([{ event_id: own.eventId }]);
  });

  it('fails with 409 for a disabled endpoint, whose deliveries a dry run counts', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    await agency.addDelivery(id);
    await agency.call('PATCH', `/v1/webhooks/${id}`, { body: { status: 'disabled' } });
    expect(await resend(agency, id)).toMatchObject(problem(409, 'webhook_endpoint_disabled'));
    expect(await count(agency, id)).toEqual(resent({ 'order.created': 1 }));
    expect(await queue(agency, id)).toEqual([]);
  });

  it('covers a bounded number of deliveries, and continues after them with the cursor, within the same span', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    const total = limits.resentDeliveries + 7;
    await agency.service.database.query({
      text: `
        WITH event AS (
          INSERT INTO webhook_events (agency_id, id, type, creator_id, occurred_at, data)
          SELECT $1, uuidv7(interval '-2 hours' + n * interval '1 millisecond'), 'order.created', 'ada', now(), '{}' FROM generate_series(1, $3::int) n RETURNING id
        )
        INSERT INTO delivery_history (agency_id, endpoint_id, event_type, status, id, event_id, creator_id, attempts)
        SELECT $1, $2, 'order.created', 'delivered', uuidv7(interval '-1 hour'), id, 'ada', '{}' FROM event`,
      values: [agency.id, id, total],
    });
    const pages: any[] = [];
    for (let cursor: string | null = null; pages.length === 0 || cursor !== null; cursor = pages.at(-1).next_cursor) {
      const body: object = cursor === null ? {} : { cursor };
      const preview = await count(agency, id, body);
      const result = await resend(agency, id, body);
      expect({ ...result.body, next_cursor: null }).toEqual({ ...preview, next_cursor: null });
      pages.push(result.body);
      // The deliveries of this request end before the next one.
      await agency.service.database.query({
        text: `
          WITH ended AS (DELETE FROM delivery_queue WHERE endpoint_id = $1 RETURNING *)
          INSERT INTO delivery_history (agency_id, endpoint_id, event_type, status, id, event_id, creator_id, attempts, replay_of, is_resend)
          SELECT agency_id, endpoint_id, event_type, 'delivered', id, event_id, creator_id, '{}', replay_of, true FROM ended`,
        values: [id],
      });
    }
    expect(pages.map((page) => page.resent_count)).toEqual([limits.resentDeliveries, 7]);
    const [counted] = await agency.service.database.query<{ events: number; deliveries: number }>({
      text: 'SELECT count(DISTINCT event_id)::int AS events, count(*)::int AS deliveries FROM delivery_history WHERE endpoint_id = $1 AND is_resend',
      values: [id],
    });
    expect(counted).toEqual({ events: total, deliveries: total });
    const { id: other } = await agency.addEndpoint();
    expect(await resend(agency, other, { cursor: 'x' })).toMatchObject(problem(400, 'invalid_cursor'));
    const [{ next_cursor: cursor }] = pages;
    expect(await resend(agency, other, { cursor })).toMatchObject(problem(400, 'invalid_cursor'));
  });

  it('has an entry of the audit log, and none for a dry run', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    await agency.addDelivery(id);
    await resend(agency, id, { dry_run: true });
    await resend(agency, id, { statuses: ['delivered'] });
    const entries = (await agency.call('GET', '/v1/audit')).body.data.filter(({ action }: any) => action === 'deliveries.resent');
    expect(entries).toMatchObject([{ subject_id: id, details: { start, statuses: ['delivered'], resent_count: 1 } }]);
  });

  it('refuses reversed spans, and unknown statuses, types and members', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    for (const body of [
      { start: undefined },
      { start: 'yesterday' },
      { end: ago(30).toISOString() },
      { statuses: [] },
      { statuses: ['pending'] },
      { event_types: ['order.lost'] },
      { limit: 5 },
      { cursor: '' },
    ]) {
      expect(await resend(agency, id, body), JSON.stringify(body)).toMatchObject({ status: 400 });
    }
  });
});
