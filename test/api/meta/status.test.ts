import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { creator } from '../../records/records.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { startService, type TestAgency, type TestService } from '../../support/service.ts';
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts';

interface Component {
  readonly name: string;
  readonly status: string;
  readonly detail: string;
}

interface Shown {
  readonly status: string;
  readonly components: Record<string, readonly [status: string, detail: string]>;
}

const shown = (status: string, components: readonly Component[]): Shown => ({
  status,
  components: Object.fromEntries(components.map(({ name, status: state, detail }) => [name, [state, detail]])),
});

const ask = (service: TestService, headers: Record<string, string> = {}) =>
  service.request('GET', '/status', { key: null, version: null, headers });

async function asJson(service: TestService): Promise<Shown> {
  const { status, headers, body } = await ask(service);
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(body.version).toEqual({ name: 'Amethyste', date: '2026-07-06' });
  return shown(body.status, body.components);
}

async function asPage(service: TestService): Promise<Shown> {
  const { status, headers, text } = await ask(service, { accept: 'text/html' });
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  const rows = [...text.matchAll(/<tr><td>(.*?)<\/td><td class="(\w+)">\2<\/td><td>(.*?)<\/td><\/tr>/g)];
  return shown(
    /The service is (\w+)\./.exec(text)![1]!,
    rows.map(([, name, state, detail]) => ({ name: name!, status: state!, detail: detail! })),
  );
}

const forms = [
  ['JSON', asJson],
  ['a page', asPage],
] as const;

const healthy = {
  API: ['operational', expect.stringMatching(/^The database answered within \d+ ms\.$/)],
  Workers: ['operational', expect.stringMatching(/^The last worker heartbeat was \d+ s ago\.$/)],
  'Webhook deliveries': ['operational', 'Oldest due delivery: 0 s.'],
  Publications: ['operational', 'Oldest due publication that has not been claimed: 0 s.'],
  'Sent messages': ['operational', expect.stringMatching(/^Refreshed \d+ s ago\.$/)],
  Analytics: ['operational', expect.stringMatching(/^Refreshed \d+ s ago\.$/)],
};

describe('the state', () => {
  const statusOf = asJson;
  let service: TestService;
  let agency: TestAgency;
  beforeAll(async () => {
    service = await startService({ delivers: false, times: { measurementMs: 0 } });
    agency = await service.createAgency();
  });
  afterAll(() => service.close());

  const run = (text: string) => service.database.query({ text });

  beforeEach(async () => {
    await run('DELETE FROM job_workers');
    await run('DELETE FROM webhook_endpoints');
    await run('DELETE FROM delivery_queue');
    await run('DELETE FROM delivery_leases');
    await run('DELETE FROM publications');
    await run('DELETE FROM changed_sends');
    await run('DELETE FROM changed_quarters');
    await run('DELETE FROM projection_refreshes');
    await run(`INSERT INTO job_workers (worker_id, seen_at) VALUES ('alive', now() - interval '2 s'), ('dead', now() - interval '1 day')`);
    await run(`INSERT INTO projection_refreshes (projection, refreshed_at) VALUES ('sent_messages', now()), ('analytics', now())`);
  });

  /** A delivery of which no attempt was made, due for so long. */
  async function aDeliveryDueFor(seconds: number): Promise<void> {
    const body = { url: 'https://receiver.example.com/', label: 'a', enabled_event_types: ['order.created'] };
    const endpoint = (await service.request('POST', '/v1/webhooks', { key: agency.key, body })).body;
    await service.request('POST', `/v1/webhooks/${endpoint.id}/ping`, { key: agency.key });
    await run(`UPDATE delivery_queue SET due_at = now() - interval '${seconds} s'`);
  }

  test.each(forms)('every component shows what was measured, and without a worker deliveries are down, as %s', async (_name, read) => {
    expect(await read(service)).toEqual({ status: 'operational', components: healthy });
    await run(`UPDATE projection_refreshes SET refreshed_at = now() - interval '36 minutes' WHERE projection = 'analytics'`);
    const old = { Analytics: ['degraded', 'Refreshed 36 minutes ago.'] };
    expect(await read(service)).toEqual({ status: 'degraded', components: { ...healthy, ...old } });
    await run('DELETE FROM job_workers');
    expect(await read(service)).toEqual({
      status: 'down',
      components: {
        ...healthy,
        ...old,
        Workers: ['down', 'No worker is running.'],
        'Webhook deliveries': ['down', 'Oldest due delivery: 0 s. Deliveries are queued until a worker runs.'],
      },
    });
  });

  test('a worker is alive for 30 seconds after it was heard from', async () => {
    await aDeliveryDueFor(5);
    await run(`UPDATE job_workers SET seen_at = now() - interval '28 s' WHERE worker_id = 'alive'`);
    expect((await statusOf(service)).components['Workers']).toEqual(['operational', 'The last worker heartbeat was 28 s ago.']);
    await run(`UPDATE job_workers SET seen_at = now() - interval '31 s' WHERE worker_id = 'alive'`);
    const { status, components } = await statusOf(service);
    expect([status, components['Workers']]).toEqual([
      'down',
      ['down', expect.stringMatching(/^The last worker heartbeat was 3[1-3] s ago\.$/)],
    ]);
    expect(components['Webhook deliveries']![0]).toBe('down');
  });

  test('a delivery may be due for a minute', async () => {
    await aDeliveryDueFor(57);
    expect((await statusOf(service)).status).toBe('operational');
    await run(`INSERT INTO delivery_leases (oldest_due_at) VALUES (now() - interval '61 s')`);
    expect(await statusOf(service)).toEqual({
      status: 'degraded',
      components: { ...healthy, 'Webhook deliveries': ['degraded', expect.stringMatching(/^Oldest due delivery: 6[1-3] s\.$/)] },
    });
  });

  test('a delivery that waits for its receiver is not late, one that waits for the processes that deliver is', async () => {
    await aDeliveryDueFor(40);
    await run(`INSERT INTO delivery_leases (oldest_due_at) VALUES (NULL), (now() - interval '20 s')`);
    const deliveries = async () => (await statusOf(service)).components['Webhook deliveries'];
    expect(await deliveries()).toEqual(['operational', expect.stringMatching(/^Oldest due delivery: 2\d s\.$/)]);
    await run(`UPDATE delivery_leases SET ended_at = now() WHERE oldest_due_at IS NOT NULL`);
    expect(await deliveries()).toEqual(['operational', 'Oldest due delivery: 0 s.']);
    await run('DELETE FROM job_workers');
    expect(await deliveries()).toEqual([
      'down',
      expect.stringMatching(/^Oldest due delivery: [45]\d s\. Deliveries are queued until a worker runs\.$/),
    ]);
  });

  test('a publication may be due for five minutes until it is claimed', async () => {
    await agency.ingest([creator('c1')]);
    const body = { creator_id: 'c1', text: 'Hello' };
    const { id } = (await service.request('POST', '/v1/publications', { key: agency.key, body })).body;
    const dueFor = (seconds: number) => run(`UPDATE publications SET created_at = now() - interval '${seconds} s'`);
    const waited = 'Oldest due publication that has not been claimed:';
    await dueFor(290);
    expect((await statusOf(service)).components['Publications']).toEqual(['operational', `${waited} 4 minutes.`]);
    await dueFor(361);
    expect(await statusOf(service)).toEqual({
      status: 'degraded',
      components: {
        ...healthy,
        Publications: ['degraded', `${waited} 6 minutes. It waits until the posting program claims it.`],
      },
    });
    const metric = async () =>
      Number(/^service_publications_oldest_unclaimed_seconds (\S+)$/m.exec((await service.operator('GET', '/metrics')).text)![1]);
    expect(await metric()).toBeGreaterThan(360);
    const { data } = (await service.operator('POST', '/operator/v1/publications/claims')).body;
    expect(data).toMatchObject([{ publication: { id } }]);
    expect(await metric()).toBe(0);
    expect(await statusOf(service)).toEqual({ status: 'operational', components: healthy });
    await run('UPDATE publications SET leased_until = now()');
    expect((await statusOf(service)).status).toBe('degraded');
  });

  test.each([
    ['sent_messages', 'Sent messages'],
    ['analytics', 'Analytics'],
  ])('%s may be 35 minutes old', async (projection, name) => {
    const refreshed = (minutes: number) =>
      run(`UPDATE projection_refreshes SET refreshed_at = now() - interval '${minutes} minutes' WHERE projection = '${projection}'`);
    await refreshed(34);
    expect((await statusOf(service)).components[name]).toEqual(['operational', 'Refreshed 34 minutes ago.']);
    await refreshed(36);
    expect(await statusOf(service)).toEqual({
      status: 'degraded',
      components: { ...healthy, [name]: ['degraded', 'Refreshed 36 minutes ago.'] },
    });
    await run(`DELETE FROM projection_refreshes WHERE projection = '${projection}'`);
    expect((await statusOf(service)).components[name]).toEqual(['degraded', 'Not refreshed yet.']);
  });

  test.each([
    ['sent_messages', 'Sent messages', `changed_sends (agency_id, send_id, changed_at) SELECT id, 's1',`],
    ['analytics', 'Analytics', `changed_quarters (agency_id, quarter, changed_at) SELECT id, '2026-01-01T00:00:00Z',`],
  ])('a change that %s does not show yet may be 35 minutes old, however often it was refreshed', async (projection, name, insert) => {
    const [table] = insert.split(' ');
    const changed = (minutes: number) => run(`INSERT INTO ${insert} now() - interval '${minutes} minutes' FROM agencies`);
    const metric = async () => {
      const { text } = await service.operator('GET', '/metrics');
      return Number(new RegExp(`^service_projection_oldest_change_seconds\\{projection="${projection}"\\} (\\S+)$`, 'm').exec(text)![1]);
    };
    await run(`DELETE FROM ${table}`);
    expect(await metric()).toBe(0);
    await changed(34);
    const detail = (minutes: number) =>
      expect.stringMatching(new RegExp(`^Refreshed \\d+ s ago\\. Oldest change not included yet: ${minutes} minutes\\.$`));
    expect((await statusOf(service)).components[name]).toEqual(['operational', detail(34)]);
    await changed(50);
    expect(await statusOf(service)).toEqual({ status: 'degraded', components: { ...healthy, [name]: ['degraded', detail(50)] } });
    expect(await metric()).toBeGreaterThanOrEqual(3_000);
    await run(`DELETE FROM ${table}`);
  });
});

describe('without the database', () => {
  let database: TestDatabase;
  let proxy: TcpProxy;
  let service: TestService;
  beforeAll(async () => {
    database = await createTestDatabase();
    proxy = await startTcpProxy(database.url);
    service = await startService({ delivers: false, databaseUrl: proxy.url, times: { checkMs: 200, measurementMs: 0 } });
  });
  afterAll(async () => {
    proxy.set('up');
    await service.close();
    await proxy.close();
    await database.drop();
  });

  test.each([
    ['down', 'JSON', asJson],
    ['mute', 'JSON', asJson],
    ['down', 'a page', asPage],
  ] as const)('that is %s, everything is down and nothing is said that was not measured, as %s', async (mode, _name, statusOf) => {
    await statusOf(service);
    proxy.set(mode);
    const { status, components } = await statusOf(service);
    expect(status).toBe('down');
    expect(Object.keys(components)).toEqual(Object.keys(healthy));
    for (const component of Object.values(components)) expect(component).toEqual(['down', 'The database does not respond.']);
    proxy.set('up');
  });
});

test('a fresh service with a worker is operational without waiting for the cron', async () => {
  const service = await startService();
  await expect.poll(() => asJson(service), { timeout: 10_000 }).toEqual({ status: 'operational', components: healthy });
  await service.close();
});
