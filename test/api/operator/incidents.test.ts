import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startReceiver, type Receiver } from '../../support/receiver.ts';
import { freePort } from '../../support/free-port.ts';
import { startService, type TestAgency, type TestService } from '../../support/service.ts';
import { recordsOf } from '../../support/sample-agency.ts';
import { problem } from '../agency.ts';
import { unknownId, useOperator } from './fixture.ts';

/** What is shown is measured for each response. */
const atOnce = { measurementMs: 0 };

/** One story: each test continues the one before. */
describe('incidents', { shuffle: false }, () => {
  let service: TestService;
  let agency: TestAgency;
  let refusing: Receiver;
  let accepting: Receiver;
  let endpoints: Record<string, string>;
  beforeAll(async () => {
    service = await startService({ retryDelaysMs: [20, 20, 20], times: atOnce });
    agency = await service.createAgency();
    await agency.ingest([{ type: 'tag', id: 'tag-1', name: 'vip', color: null, position: 1 }, ...recordsOf('1', 'Mira')]);
    refusing = await startReceiver();
    refusing.answer = (_, response) => response.writeHead(503).end();
    accepting = await startReceiver();
    const create = async (label: string, url: string) => {
      const body = { url, label, enabled_event_types: ['order.created'] };
      return (await service.request('POST', '/v1/webhooks', { key: agency.key, body })).body.id as string;
    };
    endpoints = {
      refuses: await create('Refuses', refusing.url),
      down: await create('Down', `http://127.0.0.1:${await freePort()}/`),
      works: await create('Works', accepting.url),
    };
    const order = {
      type: 'order',
      order_type: 'tip',
      creator_id: 'creator-1',
      fan_id: null,
      user_id: null,
      message_id: null,
      amount_cents: 100,
    };
    await agency.ingest([1, 2, 3].map((n) => ({ ...order, id: `incident-${n}`, created_at: new Date().toISOString() })));
    await refusing.waitFor(12, 20_000);
    await accepting.waitFor(3, 20_000);
  });
  afterAll(async () => {
    await service.close();
    await Promise.all([refusing.close(), accepting.close()]);
  });

  const incidents = async () => (await service.operator('GET', '/operator/v1/incidents')).body;

  it('lists the endpoints in trouble with the attempts of the receiver’s own ledger, and not the one that works', async () => {
    await vi.waitFor(
      async () => {
        const { data, incident_count: count, has_unchecked: hasUnchecked } = await incidents();
        expect(data.map(({ endpoint_id: id }: { endpoint_id: string }) => id).toSorted()).toEqual(
          [endpoints['refuses'], endpoints['down']].toSorted(),
        );
        expect([count, hasUnchecked]).toEqual([2, false]);
        const of = (name: string) => data.find(({ endpoint_id: id }: { endpoint_id: string }) => id === endpoints[name]);
        expect(of('refuses')).toMatchObject({
          agency_id: agency.id,
          endpoint_label: 'Refuses',
          status: 'active',
          health: { state: 'fails', attempts: { http_2xx_count: 0, http_5xx_count: refusing.received.length } },
          backlog: { pending_count: 0, consecutive_failures: expect.any(Number) },
        });
        expect(of('down')).toMatchObject({ health: { state: 'fails', attempts: { connection_error_count: 12 } } });
      },
      { timeout: 30_000, interval: 20 },
    );
  });

  it('lists the same numbers by agency', async () => {
    const { body } = await service.operator('GET', '/operator/v1/agency-activity');
    const row = body.data.find(({ id }: { id: string }) => id === agency.id);
    expect(row).toMatchObject({
      endpoint_count: 3,
      paused_endpoint_count: 0,
      troubled_endpoint_count: 2,
      attempt_count: 27,
      failed_attempt_count: 24,
      oldest_pending_at: null,
    });
    expect(row.points).toHaveLength(12);
    expect(row.points.reduce((sum: number, point: { failed_attempt_count: number }) => sum + point.failed_attempt_count, 0)).toBe(24);
  });

  it('lists open containments, which the agency shows too, and no released ones', async () => {
    const contained = await service.operator('POST', `/operator/v1/agencies/${agency.id}/containment`, { reason: 'Ticket' });
    expect(contained.status).toBe(200);
    const open = {
      agency_id: agency.id,
      key_id: null,
      key_label: null,
      reason: 'Ticket',
      endpoint_ids: Object.values(endpoints).toSorted(),
    };
    expect((await service.operator('GET', `/operator/v1/agencies/${agency.id}`)).body).toMatchObject({
      id: agency.id,
      containments: [open],
    });
    await vi.waitFor(async () => expect(await incidents()).toMatchObject({ data: [], containments: [open] }), {
      timeout: 20_000,
      interval: 20,
    });
    const { body } = await service.operator('GET', '/operator/v1/agency-activity');
    expect(body.data.find(({ id }: { id: string }) => id === agency.id).contained_at).not.toBeNull();
    await service.operator('DELETE', `/operator/v1/agencies/${agency.id}/containment`);
    expect((await service.operator('GET', `/operator/v1/agencies/${agency.id}`)).body.containments).toEqual([]);
    await vi.waitFor(async () => expect((await incidents()).containments).toEqual([]), { timeout: 20_000, interval: 20 });
  });

  it('an endpoint that the breaker disabled is an incident until it is enabled', async () => {
    const set = (status: string) => service.operator('PATCH', `/operator/v1/webhooks/${endpoints['works']}`, { status });
    await service.database.query({
      text: `UPDATE webhook_endpoints SET status = 'disabled', disabled_reason = 'auto_breaker', disabled_at = now() WHERE id = $1`,
      values: [endpoints['works']],
    });
    const states = async () =>
      Object.fromEntries(
        (await incidents()).data.map((of: { endpoint_id: string; health: { state: string } }) => [of.endpoint_id, of.health.state]),
      );
    await vi.waitFor(async () => expect(await states()).toMatchObject({ [endpoints['works']!]: 'disabled' }), {
      timeout: 20_000,
      interval: 20,
    });
    expect((await incidents()).data.at(-1).endpoint_id).toBe(endpoints['works']);
    await set('active');
    await vi.waitFor(async () => expect(Object.keys(await states())).not.toContain(endpoints['works']), { timeout: 20_000, interval: 20 });
  });
});

describe('agencies by activity', () => {
  const service = useOperator({ times: atOnce });
  const names = Array.from({ length: 120 }, (_, index) => `${index % 2 ? 'Casa' : 'Nord'} ${String(index).padStart(3, '0')}`);
  beforeAll(async () => {
    await service().database.query({ text: 'INSERT INTO agencies (name) SELECT unnest($1::text[])', values: [names] });
  });

  const list = async (query: Record<string, string>) =>
    service().operator('GET', `/operator/v1/agency-activity?${new URLSearchParams(query).toString()}`);
  const namesOf = (body: { data: { name: string }[] }) => body.data.map(({ name }) => name);

  it('pages through all of them in a stable order, without one twice', async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await list({ sort: 'name', limit: '50', search: 'casa', ...(cursor === undefined ? {} : { cursor }) });
      expect(body.total_count).toBe(60);
      seen.push(...namesOf(body));
      cursor = body.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(names.filter((name) => name.startsWith('Casa')).toSorted());
  });

  it('finds names regardless of case, and ids by how they begin', async () => {
    const { body } = await list({ search: 'NORD 042' });
    expect(namesOf(body)).toEqual(['Nord 042']);
    expect(namesOf((await list({ search: body.data[0].id.slice(0, 30) })).body)).toContain('Nord 042');
    expect((await list({ search: '100%_' })).body).toMatchObject({ data: [], next_cursor: null, total_count: 0 });
  });

  it('lists those in trouble first, then those with a larger share of failed attempts, and those that wait longest by waiting', async () => {
    const { database } = service();
    const agencies = await database.query<{ id: string; name: string }>({
      text: `INSERT INTO agencies (name, created_at)
             VALUES ('Half', now()), ('Quiet', now()), ('All', now() + interval '1 second') RETURNING id, name`,
    });
    const idOf = (name: string) => agencies.find((agency) => agency.name === name)!.id;
    const count = (name: string, delivered: number, failed: number) =>
      database.query({
        text: `INSERT INTO delivery_minutes (agency_id, endpoint_id, minute, event_type, delivered_count, timeout_count)
               VALUES ($1, uuidv7(), date_trunc('minute', now()), 'order.created', $2, $3)`,
        values: [idOf(name), delivered, failed],
      });
    await count('Half', 5, 5);
    await count('Quiet', 99, 1);
    await count('All', 0, 3);
    await vi.waitFor(
      async () => {
        expect(namesOf((await list({ limit: '3' })).body)).toEqual(['All', 'Half', 'Quiet']);
        expect(namesOf((await list({ limit: '2', sort: 'attempts' })).body)).toEqual(['Quiet', 'Half']);
        expect(namesOf((await list({ limit: '1', sort: 'newest' })).body)).toEqual(['All']);
      },
      { timeout: 20_000, interval: 20 },
    );
  });

  it('refuses a cursor of another order, and an unknown order', async () => {
    const { body } = await list({ sort: 'name', limit: '1' });
    expect(await list({ sort: 'newest', cursor: body.next_cursor })).toMatchObject(problem(400, 'invalid_cursor'));
    expect(await list({ sort: 'size' })).toMatchObject(problem(400, 'validation_failed'));
  });

  it('an unknown agency is not found', async () => {
    expect(await service().operator('GET', `/operator/v1/agencies/${unknownId}`)).toMatchObject(problem(404, 'not_found'));
  });
});

describe('what is found', () => {
  const service = useOperator();

  it('is queried once per some seconds for many requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => service().operator('GET', `/operator/v1/agency-activity?search=${index}`)),
    );
    expect(new Set(answers.map(({ body }) => body.measured_at)).size).toBeLessThanOrEqual(2);
  });
});
