import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import contract from '../../generated/openapi.internal.json' with { type: 'json' };
import { endEndpointsOfExpiredLinks } from '../../server/access/keys/link-endpoints.ts';
import { limitPendingDeliveries } from '../../server/retention/pending-deliveries.ts';
import { creator, fan, order, send } from '../records/records.ts';
import { ReportingAgency, until } from '../reports/agency.ts';
import { startService, type TestService } from '../support/service.ts';

/** The values that the specification closes. Clients switch on them. */
const closed = {
  status: ['active', 'disabled'],
  disabledReason: ['auto_breaker', 'manual', null],
  saleStatus: ['free', 'pending', 'purchased', 'refused', null],
  source: ['messaging', 'script'],
  subscriptionStatus: ['active_subscriber', 'former_subscriber', 'interested'],
  granularity: ['day', 'hour', 'month', 'week'],
} as const;

/** In an order of their own, null last. */
const inOrder = (values: Iterable<unknown>) =>
  [...new Set(values)].toSorted((one, other) => Number(one === null) - Number(other === null) || (String(one) < String(other) ? -1 : 1));

let service: TestService;
beforeAll(async () => {
  service = await startService({ retryDelaysMs: [] });
});
afterAll(() => service.close());

describe('in the contract', () => {
  type Node = { readonly [name: string]: unknown; readonly enum?: readonly unknown[] };
  const schemas = contract.components.schemas as unknown as Readonly<Record<string, Node>>;

  /** The enumerations of a member, in every schema that has it. */
  function enumerationsOf(member: string, node: unknown = schemas): (readonly unknown[])[] {
    if (typeof node !== 'object' || node === null) return [];
    const own = ((node as Node)['properties'] as Readonly<Record<string, Node>> | undefined)?.[member]?.enum;
    return [...(own ? [own] : []), ...Object.values(node).flatMap((inner) => enumerationsOf(member, inner))];
  }

  test.each([
    ['disabled_reason', closed.disabledReason],
    ['sale_status', closed.saleStatus],
  ])('%s has the values of the specification, wherever it is', (member, values) => {
    const found = enumerationsOf(member);
    expect(found.length).toBeGreaterThan(0);
    for (const one of found) expect(inOrder(one)).toEqual(values);
  });

  test.each([
    ['WebhookEndpointStatus', closed.status],
    ['MessageSource', closed.source],
    ['FanSubscriptionStatus', closed.subscriptionStatus],
    ['Granularity', closed.granularity],
  ])('%s has the values of the specification', (schema, values) => {
    expect(inOrder(schemas[schema]!.enum!)).toEqual(values);
  });
});

describe('of a webhook endpoint', () => {
  interface Seen {
    readonly status: unknown;
    readonly disabled_reason: unknown;
    readonly disabled_detail: unknown;
  }

  /** Every object of a response that has the member, at any depth. */
  function objectsWith(member: string, node: unknown): Seen[] {
    if (typeof node !== 'object' || node === null) return [];
    const inner = Object.values(node).flatMap((value) => objectsWith(member, value));
    return Object.hasOwn(node, member) ? [node as Seen, ...inner] : inner;
  }

  const openLink = async (agencyId: string) => {
    const body = { label: 'Link', scopes: ['write:webhooks'] };
    const { body: link } = await service.operator('POST', `/operator/v1/agencies/${agencyId}/portal-links`, body);
    const { pathname, hash } = new URL(link.url as string);
    const exchange = { key: null, version: null, body: { key: hash.slice('#key='.length) } };
    return { keyId: link.key_id as string, session: (await service.request('POST', `${pathname}/session`, exchange)).body.token as string };
  };

  test('status, disabled_reason and disabled_detail take every value that is declared, and no other, in every state and wherever they are shown', async () => {
    const own = await ReportingAgency.create(service);
    const { agency } = own;
    const watcher = await own.addEndpoint(['endpoint.disabled']);
    /** What each endpoint is to show, by its id. */
    const expected = new Map<string, Seen>();
    const expectOf = (id: string, disabled_reason: string, disabled_detail: string | null = null) =>
      expected.set(id, { status: 'disabled', disabled_reason, disabled_detail });
    const create = async (key: string, path = '/v1/webhooks', body: object = { url: watcher.receiver.url }) => {
      const made = await service.request('POST', path, { key, body: { enabled_event_types: ['order.refunded'], ...body } });
      expect(made.status, made.text).toBe(201);
      return made.body.id as string;
    };

    const paused = await create(agency.key);
    await own.update(paused, { status: 'disabled' });
    expectOf(paused, 'manual');

    const byOperator = await create(agency.key);
    await service.operator('PATCH', `/operator/v1/webhooks/${byOperator}`, { status: 'disabled' });
    expectOf(byOperator, 'manual');

    const broken = await own.addEndpoint(['order.refunded']);
    await own.ping(broken, 500, 10);
    // A pause keeps the first reason.
    await own.update(broken.id, { status: 'disabled' });
    expectOf(broken.id, 'auto_breaker');

    const [revoked, expired] = [await openLink(agency.id), await openLink(agency.id)];
    for (const { keyId, session } of [revoked, expired]) {
      expectOf(await create(session), 'manual', 'link_ended');
      if (keyId === revoked.keyId) await service.operator('DELETE', `/operator/v1/keys/${keyId}`);
      else await service.database.query({ text: 'UPDATE api_keys SET expires_at = now() WHERE id = $1', values: [keyId] });
    }
    await endEndpointsOfExpiredLinks({ transaction: (work) => service.database.transaction(work) });

    const suspect = await agency.createKey();
    expectOf(await create(suspect), 'manual', 'contained');
    const { body: me } = await service.request('GET', '/v1/me', { key: suspect });
    await service.operator('POST', `/operator/v1/keys/${me.key.id}/containment`);

    // Its deliveries wait for a stream.
    const listener = await create(agency.key, '/v1/webhook-listeners', { enabled_event_types: ['order.created'] });
    await agency.ingest([order('one', 'a'), order('two', 'a')]);
    await service.operator('PATCH', `/operator/v1/agencies/${agency.id}/quotas`, { pending_deliveries: 1 });
    const toWatcher = { text: 'SELECT FROM delivery_queue WHERE endpoint_id = $1', values: [watcher.id] };
    await expect.poll(() => service.database.query(toWatcher)).toHaveLength(0);
    await limitPendingDeliveries(service.database, new AbortController().signal, () => undefined, 0);
    expectOf(listener, 'auto_breaker', 'auto_quota');

    const get = async (path: string) => (await service.request('GET', path, { key: agency.key })).body as unknown;
    const shown = new Map(
      objectsWith('disabled_reason', await get('/v1/webhooks')).map((seen) => [(seen as unknown as { id: string }).id, seen]),
    );
    for (const [id, seen] of expected) {
      expect(shown.get(id)).toMatchObject(seen);
      expect(await get(`/v1/webhooks/${id}`)).toMatchObject(seen);
    }
    expect(shown.get(watcher.id)).toMatchObject({ status: 'active', disabled_reason: null, disabled_detail: null });

    // Another endpoint receives an event about each.
    const named = () => new Map(watcher.reports().map(({ event: { data } }) => [data['endpoint_id'], data]));
    await until(() => [...expected.keys()].every((id) => named().has(id)));
    for (const [id, { disabled_reason: reason, disabled_detail }] of expected)
      expect(named().get(id)).toMatchObject({ reason, disabled_detail });

    const streamed = await service.request('GET', `/v1/webhook-listeners/${listener}/stream`, { key: agency.key });
    const state = JSON.parse(/^data: (.*)$/m.exec(streamed.text)![1]!) as Seen;
    expect(state).toMatchObject(expected.get(listener)!);

    // What is created for a contained agency is contained, which operators alone can read.
    await service.operator('POST', `/operator/v1/agencies/${agency.id}/containment`);
    const wanted = { url: watcher.receiver.url, enabled_event_types: ['order.created'], secret: `svc_whsec_${'x'.repeat(32)}` };
    const { body: imported } = await service.operator('POST', `/operator/v1/agencies/${agency.id}/webhooks`, wanted);
    expect(imported).toMatchObject({ status: 'disabled', disabled_reason: 'manual', disabled_detail: 'contained' });

    const answers = [
      shown,
      state,
      (await service.operator('GET', `/operator/v1/agencies/${agency.id}/webhooks`)).body,
      (await service.operator('GET', `/operator/v1/audit?agency_id=${agency.id}&limit=200`)).body,
    ].map((answer) => (answer instanceof Map ? [...answer.values()] : answer) as unknown);
    const seen = objectsWith('disabled_reason', answers);
    expect(inOrder(seen.map(({ status }) => status))).toEqual(closed.status);
    expect(inOrder(seen.map(({ disabled_reason }) => disabled_reason))).toEqual(closed.disabledReason);
    expect(inOrder(seen.map(({ disabled_detail }) => disabled_detail))).toEqual(['auto_quota', 'contained', 'link_ended', null]);

    // No cause that a row can have is missing above.
    const causes = await service.database.query<{ cause: string; is_seen: boolean }>({
      text: `
        SELECT cause[1] AS cause, EXISTS (SELECT FROM webhook_endpoints e WHERE e.agency_id = $1 AND e.disabled_reason = cause[1]) AS is_seen
          FROM pg_constraint c, regexp_matches(pg_get_constraintdef(c.oid), '''(\\w+)''::text', 'g') AS cause
         WHERE c.conrelid = 'webhook_endpoints'::regclass AND c.conname LIKE '%disabled_reason%'`,
      values: [agency.id],
    });
    expect(causes.length).toBeGreaterThan(1);
    expect(causes.filter(({ is_seen }) => !is_seen)).toEqual([]);
    await own.close();
  });
});

describe('of records', () => {
  test('source and sale_status of sent messages are those that can be ingested, and no others', async () => {
    const agency = await service.createAgency();
    const combinations = closed.source.flatMap((source) => closed.saleStatus.map((saleStatus) => [source, saleStatus] as const));
    const recent = { sent_at: new Date(Date.now() - 86_400_000).toISOString() };
    await agency.ingest([
      creator('c1'),
      ...combinations.map(([source, sale_status], index) => send(`s${index}`, 'c1', { source, sale_status, ...recent })),
    ]);
    const ingest = (record: object) => service.operator('POST', `/operator/v1/agencies/${agency.id}/records`, { records: [record] });
    for (const other of [{ source: 'campaign' }, { source: null }, { sale_status: 'expired' }, { sale_status: '' }])
      expect((await ingest({ ...send('x', 'c1'), ...other })).status).toBe(400);
    await service.operator('POST', '/operator/v1/projections/refresh');
    const { data } = (await service.request('GET', '/v1/sent-messages', { key: agency.key })).body as { data: any[] };
    expect(data).toHaveLength(combinations.length);
    expect(inOrder(data.map(({ source }) => source))).toEqual(closed.source);
    expect(inOrder(data.map(({ sale_status }) => sale_status))).toEqual(closed.saleStatus);
  });

  test('the subscription status of a fan is one of three, in every change from one to another', async () => {
    const agency = await service.createAgency();
    await agency.ingest([creator('c1')]);
    const statusesOf = async () => {
      const found: string[] = [];
      for (const status of closed.subscriptionStatus) {
        const { data } = (await service.request('GET', `/v1/accounts/account-c1/fans?statuses=${status}`, { key: agency.key })).body;
        if ((data as unknown[]).length > 0) found.push(status);
      }
      return found;
    };
    for (const from of closed.subscriptionStatus) {
      for (const to of closed.subscriptionStatus) {
        for (const subscription_status of [from, to]) await agency.ingest([fan('account-c1', 'f1', { subscription_status })]);
        expect(await statusesOf()).toEqual([to]);
      }
    }
    for (const other of ['expired', '', null]) {
      const record = { ...fan('account-c1', 'f1'), subscription_status: other };
      expect((await service.operator('POST', `/operator/v1/agencies/${agency.id}/records`, { records: [record] })).status).toBe(400);
    }
    const unknown = await service.request('GET', '/v1/accounts/account-c1/fans?statuses=expired', { key: agency.key });
    expect(unknown.status).toBe(400);
  });

  test('the granularity of revenue is one of four, whether it is requested or automatic, for every length of a window', async () => {
    const agency = await service.createAgency();
    const read = (days: number, granularity = '') => {
      const start = new Date(Date.UTC(2026, 0, 1));
      const end = new Date(start.getTime() + (days - 1) * 86_400_000);
      const day = (instant: Date) => instant.toISOString().slice(0, 10);
      return service.request('GET', `/v1/analytics/revenue/timeseries?start=${day(start)}&end=${day(end)}${granularity}`, {
        key: agency.key,
      });
    };
    const automatic = await Promise.all([1, 2, 3, 7, 8, 31, 32, 180, 181, 365].map((days) => read(days)));
    expect(inOrder(automatic.map(({ body }) => body.granularity as unknown))).toEqual(closed.granularity);
    for (const one of closed.granularity) expect((await read(7, `&granularity=${one}`)).body.granularity).toBe(one);
    for (const other of ['year', 'quarter', '', 'HOUR']) expect((await read(7, `&granularity=${other}`)).status).toBe(400);
  });
});
