import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { createClient, type Client } from '../../sdk/src/index.ts';
import { Listening } from '../live/listeners.ts';
import { createDatabase } from '../process/database.ts';
import { bringIn, createAgency, createEndpoint } from '../process/http.ts';
import { endProcesses, RunningProcess, startProcess, waitUntil } from '../process/service-process.ts';
import { order } from '../records/records.ts';
import { freePort } from '../support/free-port.ts';
import { poolerIsMissing } from '../support/pooler.ts';
import { startReceiver } from '../support/receiver.ts';
import { fetchBy, startCaddy, startPgBouncer, startPrometheus } from './compose-parts.ts';
import { hasTool } from './deploy-tools.ts';

const folder = mkdtempSync(join(tmpdir(), 'compose-parts-'));
// PgBouncer runs as another user.
chmodSync(folder, 0o755);
afterEach(endProcesses);
afterAll(() => rmSync(folder, { recursive: true }));

const OPERATOR_TOKEN = 'the-token-of-all-the-processes';
const METRICS_TOKEN = 'the-token-that-reads-the-metrics';
const leftOut = (tool: string) => (hasTool(tool) ? '' : `: left out, ${tool} is missing`);

/** Sends a request after the other until it is ended. */
function sendSteadily(client: Client) {
  const failures: string[] = [];
  let answered = 0;
  let isOver = false;
  const send = async () => {
    while (!isOver) {
      const outcome = await client.request({ method: 'GET', path: '/v1/me' }).catch((error: Error) => ({ status: error.message }));
      if (outcome.status === 200) answered += 1;
      else failures.push(String(outcome.status));
      await sleep(100);
    }
  };
  const loops = [send(), send()];
  return { failures, answered: () => answered, end: () => ((isOver = true), Promise.all(loops)) };
}

const expressionsOf = (dashboard: string) => {
  const { panels } = JSON.parse(readFileSync(`deploy/monitoring/dashboards/${dashboard}.json`, 'utf8')) as {
    panels: { title: string; targets?: { expr: string }[] }[];
  };
  return panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({ title, expr: expr.replaceAll('$__rate_interval', '10s') })),
  );
};

describe.skipIf(!hasTool('caddy'))(`Caddy before two processes${leftOut('caddy')}`, () => {
  test('passes streams on, and loses no request while each process in turn ends and starts', { timeout: 240_000 }, async () => {
    const database = await createDatabase();
    const env = { ...database.env, OPERATOR_TOKEN, LOG_LEVEL: 'info', TRUSTED_PROXIES: '127.0.0.0/8', DRAIN_SECONDS: '4' };
    const ports = [String(await freePort()), String(await freePort())] as const;
    const startApi = (PORT: string) => startProcess({ ...env, ROLE: 'api', PORT });
    const first = await startApi(ports[0]);
    const others = await Promise.all([startApi(ports[1]), startProcess({ ...env, ROLE: 'worker' })]);
    const caddy = await startCaddy(join(folder, 'caddy'), [first.baseUrl, others[0].baseUrl]);
    const { id: agencyId, key } = await createAgency(first);
    const dispatcher = new Agent({ connect: { ca: caddy.authority() }, allowH2: true });
    const client = createClient({ baseUrl: caddy.url, apiKey: key, fetch: fetchBy(dispatcher), maxRetries: 0 });

    const { id, secret } = await client.webhookListeners.create({ enabled_event_types: ['order.created'] });
    const listener = new Listening(client, id, secret, () => Promise.resolve({ status_code: 204 }));
    await waitUntil(() => listener.states.length > 0, 'the stream');
    const steady = sendSteadily(client);
    let recorded = 0;
    const deliver = async (from = first) => {
      const records = Array.from({ length: 10 }, () => order(`o${(recorded += 1)}`, 'c1'));
      expect((await bringIn(from, agencyId, records)).status).toBe(200);
      const seen = () => new Set(listener.attempts.map(({ event_id }) => event_id)).size;
      await waitUntil(() => seen() === recorded, `${recorded} events through Caddy`, 30_000);
    };
    await deliver();

    expect((await first.exitAfter('SIGTERM')).code).toBe(0);
    await deliver(others[0]);
    const again = await startApi(ports[0]);
    await sleep(2_500);
    const answered = steady.answered();
    expect((await others[0].exitAfter('SIGTERM')).code).toBe(0);
    await deliver(again);
    expect(steady.answered()).toBeGreaterThan(answered);
    await steady.end();
    expect(steady.failures).toEqual([]);
    // Both processes answered.
    for (const { stdout, stderr } of [first, others[0]]) expect(`${stdout}${stderr}`).toMatch(/"path":"\/v1\/me".*"status":200/);

    await listener.close();
    await dispatcher.destroy();
    await caddy.process.exitAfter('SIGTERM');
    for (const service of [again, others[1]]) expect((await service.exitAfter('SIGTERM')).code).toBe(0);
    await database.drop();
  });
});

describe.skipIf(!hasTool('prometheus'))(`Prometheus with two processes${leftOut('prometheus')}`, () => {
  test('scrapes them, evaluates each rule, and finds values for the panels', { timeout: 120_000 }, async () => {
    const database = await createDatabase();
    const env = { ...database.env, OPERATOR_TOKEN, METRICS_TOKEN };
    const services = await Promise.all([startProcess({ ...env, ROLE: 'api' }), startProcess({ ...env, ROLE: 'worker' })]);
    const urls = services.map(({ operatorUrl }) => operatorUrl);
    const { read, process } = await startPrometheus(join(folder, 'prometheus'), urls, METRICS_TOKEN);
    const { id: agencyId } = await createAgency(services[0]);
    expect((await bringIn(services[0], agencyId, [order('o1', 'c1')])).status).toBe(200);

    const targets = async () => (await read<{ activeTargets: { health: string; lastError: string }[] }>('targets')).activeTargets;
    const areScraped = async () => (await targets()).filter(({ health }) => health !== 'unknown').length === services.length;
    await waitUntil(areScraped, 'a scrape of each process', 30_000);
    expect(await targets()).toMatchObject([
      { health: 'up', lastError: '' },
      { health: 'up', lastError: '' },
    ]);

    const rules = async () =>
      (await read<{ groups: { rules: { name: string; health: string; state?: string; lastError?: string }[] }[] }>('rules')).groups.flatMap(
        (group) => group.rules,
      );
    const areEvaluated = async () => (await rules()).length > 20 && (await rules()).every(({ health }) => health === 'ok');
    await waitUntil(areEvaluated, 'an evaluation of each rule', 30_000);
    expect((await rules()).filter(({ state }) => state === 'firing')).toEqual([]);

    for (const dashboard of ['service', 'delivery']) {
      for (const { expr } of expressionsOf(dashboard)) await read(`query?query=${encodeURIComponent(expr)}`);
    }
    const valueOf = async (expr: string) =>
      (await read<{ result: { value: [number, string] }[] }>(`query?query=${encodeURIComponent(expr)}`)).result[0]?.value[1];
    expect(await valueOf('sum(up{job="agency-service"})')).toBe('2');
    expect(Number(await valueOf('sum(service_request_duration_seconds_count)'))).toBeGreaterThan(0);
    expect(await valueOf('max(service_delivery_oldest_due_seconds)')).toBe('0');

    await process.exitAfter('SIGTERM');
    for (const service of services) expect((await service.exitAfter('SIGTERM')).code).toBe(0);
    await database.drop();
  });
});

const withoutPooler = poolerIsMissing();

describe.skipIf(withoutPooler)(`PgBouncer before the database${withoutPooler ? `: left out, ${withoutPooler}` : ''}`, () => {
  test('has connections for four processes, which deliver each event', { timeout: 180_000 }, async () => {
    const database = await createDatabase();
    const pooler = await startPgBouncer(join(folder, 'pgbouncer'), database.env.DATABASE_URL);
    const addresses = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: database.env.DATABASE_URL };
    const env = { ...database.env, ...addresses, OPERATOR_TOKEN, MIGRATE: 'never' };
    const migration = await new RunningProcess(globalThis.process.execPath, ['server/migrate.ts'], env).exited;
    expect(migration.code, migration.stderr).toBe(0);

    const services = await Promise.all(['api', 'api', 'worker', 'worker'].map((ROLE) => startProcess({ ...env, ROLE })));
    const receiver = await startReceiver();
    const { id: agencyId, key } = await createAgency(services[0]!);
    await createEndpoint(services[1]!, key, receiver.url);
    const bring = async (round: number) => {
      const records = Array.from({ length: 10 }, (_, n) => order(`o${round * 10 + n}`, 'c1'));
      expect((await bringIn(services[round % 2]!, agencyId, records)).status).toBe(200);
    };
    await Promise.all(Array.from({ length: 30 }, (_, round) => bring(round)));
    const seen = () => new Set(receiver.received.map(({ event }) => event.id)).size;
    await waitUntil(() => seen() === 300, '300 events', 60_000);
    const counted = () =>
      database.query<{ status: string; count: number }>('SELECT status, count(*)::int AS count FROM all_deliveries GROUP BY 1');
    await waitUntil(async () => (await counted()).every(({ status }) => status === 'delivered'), 'the end of each delivery');
    expect(await counted()).toEqual([{ status: 'delivered', count: 300 }]);

    for (const service of services) {
      const { code, stderr } = await service.exitAfter('SIGTERM');
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    }
    expect(pooler.process.stderr + pooler.process.stdout).not.toMatch(/no more connections|server login failed|query_wait_timeout/);
    await pooler.process.exitAfter('SIGTERM');
    await receiver.close();
    await database.drop();
  });
});
