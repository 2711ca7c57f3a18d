import { randomUUID } from 'node:crypto';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { TenantScope } from '../../server/access/scope/tenant-scope.ts';
import { ScopedModels } from '../../server/access/scope/scoped-models.ts';
import { ScopedStatements } from '../../server/access/scope/scoped-statements.ts';
import { LiveWatch } from '../../server/live/live-watch.ts';
import document from '../../generated/openapi.internal.json' with { type: 'json' };
import { limits } from '../../generated/limits.ts';
import { Agency, eventually, orderRecord, problem } from '../api/webhooks/fixture.ts';
import { createTestDatabase } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { startReceiver } from '../support/receiver.ts';
import { startService, type TestService } from '../support/service.ts';
import { StatementWatch } from '../support/statement-watch.ts';

interface ReceivedEvent {
  readonly event: string;
  readonly data: any;
}

const ajv = new Ajv2020({ strict: false });
formats.default(ajv);
ajv.addSchema({ $id: 'contract', ...document });
const { $ref } = document.paths['/v1/webhooks/live'].get.responses['200'].content['text/event-stream'].schema;
const isDeclaredEvent = ajv.compile({ $ref: `contract${$ref}` });
const isDeclaredData = ajv.compile({ $ref: `contract${$ref}/properties/data/contentSchema` });

/** A stream as a client reads it. */
class Watching {
  readonly received: ReceivedEvent[] = [];
  /** Events that differ from the contract. */
  readonly undeclared: string[] = [];
  hasEnded = false;
  /** It ended in the middle, with its connection. */
  wasCut = false;
  readonly #gone = new AbortController();

  static async open(service: TestService, key: string): Promise<Watching> {
    const watching = new Watching();
    const response = await fetch(`${service.baseUrl}/v1/webhooks/live`, {
      headers: { authorization: `Bearer ${key}`, 'service-version': 'Amethyste' },
      signal: watching.#gone.signal,
    });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    void watching.#read(response.body!.pipeThrough(new TextDecoderStream()));
    return watching;
  }

  close(): void {
    this.#gone.abort();
  }

  /** The first event that meets the expectation. */
  find(event: string, isMeant: (data: any) => boolean): Promise<ReceivedEvent | undefined> {
    return eventually(
      () => Promise.resolve(this.received.find((one) => one.event === event && isMeant(one.data))),
      (found) => found !== undefined,
    );
  }

  /** Every reported delivery. */
  get deliveries(): any[] {
    return this.received.filter(({ event }) => event === 'deliveries').flatMap(({ data }) => data.deliveries);
  }

  async #read(text: ReadableStream<string>): Promise<void> {
    let waiting = '';
    try {
      for await (const part of text) {
        const blocks = (waiting + part).split('\n\n');
        waiting = blocks.pop()!;
        for (const block of blocks) {
          if (block.startsWith(':')) continue;
          const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/, 2) as [string, string]));
          const data = JSON.parse(fields['data']!);
          if (!isDeclaredEvent(fields) || !isDeclaredData(data)) this.undeclared.push(block);
          this.received.push({ event: fields['event']!, data });
        }
      }
    } catch {
      this.wasCut = true;
    }
    this.hasEnded = true;
  }
}

describe('GET /v1/webhooks/live', () => {
  const open: { close(): unknown }[] = [];
  const watchings: Watching[] = [];
  afterEach(async () => {
    for (const one of open.splice(0).reverse()) await one.close();
    expect(watchings.splice(0).flatMap(({ undeclared }) => undeclared)).toEqual([]);
  });
  let service: TestService;
  let newAgency: () => Promise<Agency>;
  beforeAll(async () => {
    service = await startService({ retryDelaysMs: [5, 5, 5], times: { liveQueryMs: 100 } });
    newAgency = () => Agency.create(service);
  });
  afterAll(() => service.close());
  const received = async () => {
    const receiver = await startReceiver();
    open.push(receiver);
    return receiver;
  };
  const watch = async (agency: Agency, key = agency.key) => {
    const watching = await Watching.open(agency.service, key);
    open.push(watching);
    watchings.push(watching);
    // Changes after the first query are reported.
    await watching.find('endpoints', () => true);
    return watching;
  };
  const ended = (watching: Watching) =>
    eventually(
      () => Promise.resolve(watching.hasEnded),
      (hasEnded) => hasEnded,
    );

  it('requires a key and the scope read:webhooks, and responds to HEAD without a stream', async () => {
    const agency = await newAgency();
    const key = await agency.createKey({ scopes: ['write:webhooks'] });
    expect(await agency.call('GET', '/v1/webhooks/live', { key: null })).toMatchObject(problem(401, 'missing_authorization'));
    expect(await agency.call('GET', '/v1/webhooks/live', { key })).toMatchObject(problem(403, 'missing_scope'));
    expect((await agency.call('HEAD', '/v1/webhooks/live')).status).toBe(200);
  });

  it('reports the state of each endpoint, and deliveries as they are queued, attempted and settled', async () => {
    const agency = await newAgency();
    const receiver = await received();
    receiver.answer = 500;
    const { id } = await agency.addEndpoint({ url: receiver.url });
    const watching = await watch(agency);
    expect(watching.received[0]!.data).toEqual({
      endpoints: [{ id, status: 'active', pending_count: 0, oldest_pending_at: null, consecutive_failures: 0 }],
    });
    await agency.ingest([orderRecord('one', 'fan-1')]);
    await watching.find('deliveries', ({ deliveries }) => deliveries.some(({ status }: { status: string }) => status === 'failed'));
    expect(watching.deliveries.at(-1)).toEqual({
      id: expect.any(String),
      endpoint_id: id,
      event_id: receiver.received[0]!.event.id,
      event_type: 'order.created',
      status: 'failed',
      attempt_count: 4,
      last_status_code: 500,
      last_error: 'http_status',
      last_error_detail: null,
      last_duration_ms: expect.any(Number),
      created_at: expect.stringMatching(/Z$/),
      next_attempt_at: null,
      is_in_flight: false,
    });
    await watching.find('endpoints', ({ endpoints }) => endpoints[0].consecutive_failures === 1);
    await agency.call('PATCH', `/v1/webhooks/${id}`, { body: { status: 'disabled' } });
    expect(await watching.find('endpoints', ({ endpoints }) => endpoints[0].status === 'disabled')).toBeDefined();
  });

  it('reports the error detail of the last attempt', async () => {
    const agency = await newAgency();
    await agency.addEndpoint({ url: `http://127.0.0.1:${await freePort()}/` });
    const watching = await watch(agency);
    await agency.ingest([orderRecord('one', 'fan-1')]);
    await watching.find('deliveries', ({ deliveries }) => deliveries.some(({ status }: { status: string }) => status === 'failed'));
    expect(watching.deliveries.at(-1)).toMatchObject({ last_error: 'connection_error', last_error_detail: 'connection_refused' });
  });

  it('reports the outcome of a delivery that waited for long', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    const { id: deliveryId } = await agency.addDelivery(id, { status: 'pending', createdAt: new Date(Date.now() - 3_600_000) });
    const watching = await watch(agency);
    await agency.service.database.query({
      text: `
        WITH gone AS (DELETE FROM delivery_queue WHERE id = $1 RETURNING *)
        INSERT INTO delivery_history (agency_id, endpoint_id, event_type, status, id, event_id, creator_id, attempts)
        SELECT agency_id, endpoint_id, event_type, 'delivered', id, event_id, creator_id, attempts FROM gone`,
      values: [deliveryId],
    });
    expect(await watching.find('deliveries', ({ deliveries }) => deliveries[0].status === 'delivered')).toMatchObject({
      data: { deliveries: [{ id: deliveryId }], is_complete: true },
    });
  });

  it('reports only the agency’s own deliveries, and to a limited key those of its creators', async () => {
    const receiver = await received();
    const [agency, other] = [await newAgency(), await newAgency()];
    const own = await agency.addEndpoint({ url: receiver.url, allowed_creator_ids: ['ada'] });
    const whole = await agency.addEndpoint({ url: receiver.url });
    await other.addEndpoint({ url: receiver.url });
    const [all, limited] = [await watch(agency), await watch(agency, agency.adaKey)];
    expect(limited.received[0]!.data.endpoints.map(({ id }: { id: string }) => id)).toEqual([own.id]);
    await other.ingest([orderRecord('theirs', null)]);
    await agency.ingest([orderRecord('one', null, 'bea')]);
    await agency.ingest([orderRecord('two', null)]);
    await receiver.waitFor(4);
    /** The number of reported deliveries of each endpoint. */
    const counts = (watching: Watching) =>
      Object.fromEntries(
        [...Map.groupBy(watching.deliveries, ({ endpoint_id }) => endpoint_id as string)].map(([id, of]) => [
          id,
          new Set(of.map((one) => one.id as string)).size,
        ]),
      );
    expect(
      await eventually(
        () => Promise.resolve({ all: counts(all), limited: counts(limited) }),
        (found) => found.all[whole.id] === 2 && found.all[own.id] === 1 && found.limited[own.id] === 1,
      ),
    ).toEqual({ all: { [whole.id]: 2, [own.id]: 1 }, limited: { [own.id]: 1 } });
  });

  it('ends within seconds when its key is revoked, and others continue', async () => {
    const agency = await newAgency();
    const other = await agency.createKey();
    const [gone, staying] = [await watch(agency, other), await watch(agency)];
    await agency.service.database.query({
      text: 'UPDATE api_keys SET revoked_at = now() WHERE agency_id = $1 AND id = (SELECT id FROM api_keys WHERE agency_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1)',
      values: [agency.id],
    });
    expect(await ended(gone)).toBe(true);
    expect(staying.hasEnded).toBe(false);
  });

  it('ends well when the service stops, which otherwise would cut it off at its deadline', async () => {
    const stopping = await startService({ delivers: false });
    const watching = await watch(await Agency.create(stopping));
    await stopping.close();
    expect(await ended(watching)).toBe(true);
    expect(watching.wasCut).toBe(false);
  });

  it('sends one query for all streams of an agency, whatever their tenant scopes, and agencies take turns', async () => {
    const [one, other] = [{ id: randomUUID() }, { id: randomUUID() }];
    const queries: { readonly name: string; readonly at: number }[] = [];
    let slowMs = 0;
    let answer = () => {};
    const mayAnswer = new Promise<void>((resolve) => (answer = resolve));
    const endpoint = { id: randomUUID(), status: 'active', allowed_creator_ids: ['ada'], consecutive_failures: 0 };
    const rows = [{ ...endpoint, read_at: new Date(), pending_count: 0, oldest_pending_at: null, deliveries: null }];
    const live = new LiveWatch({
      scopedSql: (tenantScope) => ({
        tenantScope,
        async query<Row>() {
          queries.push({ name: [tenantScope.agencyId, ...tenantScope.creatorIds].join(' '), at: performance.now() });
          await mayAnswer;
          if (tenantScope.agencyId === one.id && slowMs > 0) await new Promise((resolve) => setTimeout(resolve, slowMs));
          return rows as Row[];
        },
      }),
      log: { warn: (fields) => expect.unreachable(String((fields as { err: Error }).err.stack)) },
      intervalMs: 50,
    });
    const sent: string[] = [];
    const reader = (name: string) => ({
      send: (_: string, data: string) => void sent.push(`${name} ${JSON.parse(data).endpoints.length}`),
      drained: () => Promise.resolve(),
      end: () => undefined,
    });
    const watch = async (agency: { id: string }, creatorIds: string[], name: string) => {
      const reach = new TenantScope(agency.id, creatorIds);
      return live.watch(reach, await live.open(reach), reader(name));
    };
    const opening = Promise.all([
      ...Array.from({ length: 30 }, () => watch(one, [], 'whole')),
      ...Array.from({ length: 15 }, () => watch(one, ['ada'], 'ada')),
      ...Array.from({ length: 15 }, (_, index) => watch(one, ['bea', `c${index}`], 'bea')),
    ]);
    // One for all that were opened at once.
    await expect.poll(() => queries.map(({ name }) => name)).toEqual([one.id]);
    answer();
    const stops = await opening;
    expect(sent.sort()).toEqual([
      ...Array<string>(15).fill('ada 1'),
      ...Array<string>(15).fill('bea 0'),
      ...Array<string>(30).fill('whole 1'),
    ]);
    slowMs = 50;
    stops.push(await watch(other, [], 'other'));
    queries.length = 0;
    const of = (agency: { id: string }) => queries.flatMap(({ name, at }) => (name === agency.id ? at : []));
    await eventually(
      () => Promise.resolve(of(one).length),
      (count) => count === 4,
    );
    const [former, ...later] = of(one);
    // A query of 50 ms is followed by a rest, so that the agency has a quarter of one place; the other one has its turns meanwhile.
    let previous = former!;
    for (const at of later) {
      expect(at - previous).toBeGreaterThan(190);
      expect(of(other).some((otherAt) => otherAt > previous && otherAt < at)).toBe(true);
      previous = at;
    }
    expect(new Set(queries.map(({ name }) => name))).toEqual(new Set([one.id, other.id]));
    for (const stop of stops) stop();
    await live.ended();
  });

  it('shows what happened between the response and the next query', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    const { id: waiting } = await agency.addDelivery(id, { status: 'pending', createdAt: new Date(Date.now() - 3_600_000) });
    const reach = new TenantScope(agency.id, []);
    const live = new LiveWatch({
      scopedSql: (tenantScope) => new ScopedModels(service.database, new ScopedStatements(), tenantScope),
      log: { warn: (fields) => expect.unreachable(String((fields as { err: Error }).err.stack)) },
      intervalMs: 10,
    });
    const [later, early]: [any[], any[]] = [[], []];
    const reader = (into: any[]) => ({
      send: (event: string, data: string) => void (event === 'deliveries' && into.push(...JSON.parse(data).deliveries)),
      drained: () => Promise.resolve(),
      end: () => undefined,
    });
    // Two that have been answered: the first begins to read before anything is queried again, the second after that.
    const [snapshot, second] = [await live.open(reach), await live.open(reach)];
    const { id: queued } = await agency.addDelivery(id, { status: 'pending' });
    await agency.service.database.query({ text: 'DELETE FROM delivery_queue WHERE id = $1', values: [waiting] });
    // Its transaction commits late.
    const { id: late } = await agency.addDelivery(id, { status: 'delivered', createdAt: new Date(Date.now() - 5_000) });
    const stop = live.watch(reach, snapshot, reader(early));
    await eventually(
      () => Promise.resolve(early.length),
      (count) => count >= 2,
    );
    const stopSecond = live.watch(reach, second, reader(later));
    const ids = (of: any[]) => of.map((one) => one.id as string);
    expect(
      ids(
        await eventually(
          () => Promise.resolve(later),
          (list) => list.length >= 2,
        ),
      ),
    ).toEqual(ids(early));
    expect(ids(later)).toEqual(expect.arrayContaining([queued, late]));
    stop();
    stopSecond();
    await live.ended();
  });

  describe('where statements are counted', () => {
    const snapshot = 'json_build_array(d.id, t.type, d.state)';
    let statements: StatementWatch;
    let counted: TestService;
    let close: () => Promise<unknown>;
    beforeAll(async () => {
      const database = await createTestDatabase();
      statements = await StatementWatch.over(database.url);
      counted = await startService({ databaseUrl: database.url, times: { liveQueryMs: 500 } });
      close = () => counted.close().finally(() => statements.close().finally(() => database.drop()));
    });
    afterAll(() => close());

    it('shows an agency its news by its next queries where 60 idle streams of another are open, which share a query', async () => {
      const receiver = await received();
      const [idle, agency] = [await Agency.create(counted), await Agency.create(counted)];
      const { id } = await agency.addEndpoint({ url: receiver.url });
      const stuck = await idle.addEndpoint();
      await idle.addDelivery(stuck.id, { status: 'pending', createdAt: new Date(Date.now() - 3_600_000) });
      for (let keys = 0; keys < 60 / limits.liveStreamsOfKey; keys++) {
        const key = await idle.createKey();
        await Promise.all(Array.from({ length: limits.liveStreamsOfKey }, () => watch(idle, key)));
      }
      const watching = await watch(agency);
      for (let number = 1; number <= 2; number++) {
        await statements.reset();
        await agency.ingest([orderRecord(`order-${number}`, 'fan-1')]);
        await receiver.waitFor(number);
        const eventId = receiver.received[number - 1]!.event.id;
        const news = await watching.find('deliveries', ({ deliveries }) => deliveries.some((one: any) => one.event_id === eventId));
        expect(news?.data.deliveries[0]).toMatchObject({ endpoint_id: id });
        const [snapshots] = await statements.costs(snapshot);
        // Of either agency the query that runs, the next one, and one more.
        expect(snapshots.calls).toBeGreaterThan(0);
        expect(snapshots.calls).toBeLessThanOrEqual(6);
      }
    });

    it('shows each new event where much has waited for long, by a query whose cost does not grow with it', async () => {
      const receiver = await received();
      const agency = await Agency.create(counted);
      const { id } = await agency.addEndpoint({ url: receiver.url });
      const stuck = await agency.addEndpoint();
      const addWaiting = (count: number) =>
        counted.database.query({
          text: `
            INSERT INTO delivery_queue (agency_id, endpoint_id, event_type, id, event_id, creator_id, occurred_at, generation, due_at)
            SELECT e.agency_id, e.id, 'order.created', uuidv7(-interval '1 hour' + n * interval '1 millisecond'), uuidv7(), 'ada', now(), 1, now() + interval '1 hour'
              FROM webhook_endpoints e, generate_series(1, $2::int) n WHERE e.id = ANY ($1)`,
          values: [[id, stuck.id], count],
        });
      const analyze = () => counted.database.query({ text: 'ANALYZE delivery_queue' });
      await addWaiting(2 * limits.livePending);
      await analyze();
      const watching = await watch(agency);
      expect(watching.received[0]!.data.endpoints.map((endpoint: any) => endpoint.pending_count)).toEqual([
        limits.livePending,
        limits.livePending,
      ]);
      /** Pages that a query reads until it shows another event. */
      const costOf = async (number: number) => {
        await statements.reset();
        await agency.ingest([orderRecord(`order-${number}`, 'fan-1')]);
        await receiver.waitFor(number);
        const eventId = receiver.received[number - 1]!.event.id;
        const isShown = (one: any) => one.event_id === eventId && one.status === 'delivered';
        expect(await watching.find('deliveries', ({ deliveries }) => deliveries.some(isShown))).toBeDefined();
        const [{ buffers, calls }] = await statements.costs(snapshot);
        return buffers / calls;
      };
      const before = await costOf(1);
      await addWaiting(100 * limits.livePending);
      await analyze();
      expect(await costOf(2)).toBeLessThan(2 * before);
      // What only waits has not changed.
      expect(new Set(watching.deliveries.map((one) => one.event_id)).size).toBe(2);
    });
  });

  it('opens so many streams of a key, and another one when one has ended', async () => {
    const agency = await newAgency();
    const watching = await Promise.all(Array.from({ length: limits.liveStreamsOfKey }, () => watch(agency)));
    const refused = await agency.call('GET', '/v1/webhooks/live');
    expect(refused).toMatchObject(problem(429, 'rate_limited'));
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await watch(agency, await agency.createKey());
    watching[0]!.close();
    const again = await eventually(
      () => Watching.open(agency.service, agency.key).catch(() => undefined),
      (one) => one !== undefined,
    );
    expect(again).toBeDefined();
    open.push(again!);
  });

  it('takes no slot of the fair share: requests of its key are served', async () => {
    const agency = await newAgency();
    await Promise.all(Array.from({ length: limits.liveStreamsOfKey }, () => watch(agency)));
    const answers = await Promise.all(Array.from({ length: 20 }, () => agency.call('GET', '/v1/webhooks')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });
});
