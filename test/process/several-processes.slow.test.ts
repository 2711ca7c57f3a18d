import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { order } from '../records/records.ts';
import { operatorOf } from '../sdk/clients.ts';
import { logIn, ownPage } from '../support/console.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { createDatabase, type ProcessDatabase } from './database.ts';
import { bringIn, createAgency, createEndpoint } from './http.ts';
import { childrenOf, Load, scrape, statusOf, valuesOf } from './several-processes.ts';
import { createDataDir, endProcesses, isAlive, postmasterPid, ServiceProcess, startProcess, waitUntil } from './service-process.ts';

afterAll(endProcesses);

describe('two processes under one parent', { timeout: 120_000 }, () => {
  let database: ProcessDatabase;
  let receiver: Receiver;
  let service: ServiceProcess;
  let agency: { id: string; key: string };
  let orders = 0;

  beforeAll(async () => {
    [database, receiver] = await Promise.all([createDatabase(), startReceiver()]);
    const env = { ...database.env, PROCESSES: '2', DATABASE_CONNECTIONS: '24', LOG_LEVEL: 'info' };
    service = await startProcess(env);
    agency = await createAgency(service);
    await createEndpoint(service, agency.key, receiver.url);
  }, 120_000);

  afterAll(async () => {
    service.kill('SIGKILL');
    await service.exited;
    await receiver.close();
    await database.drop();
  });

  /** Ingests orders one by one until it is ended, each again where its response is lost. Answers with how many. */
  const ingest = () => {
    let isOver = false;
    const running = (async () => {
      while (!isOver) {
        orders++;
        const record = [order(`o${orders}`, 'c1')];
        while ((await bringIn(service, agency.id, record).catch(() => ({ status: 0 }))).status !== 200) await sleep(50);
        await sleep(25);
      }
    })();
    return async () => {
      isOver = true;
      await running;
    };
  };

  /** How often each order was received. */
  const receipts = () => {
    const counts = new Map<string, number>();
    for (const { event } of receiver.received) counts.set(event.data.id as string, (counts.get(event.data.id as string) ?? 0) + 1);
    return counts;
  };

  const isDelivered = async () => {
    const [{ open }] = await database.query(`SELECT count(*) FILTER (WHERE status <> 'delivered')::int AS open FROM all_deliveries`);
    return receipts().size === orders && open === 0;
  };

  test('say once where they are, and share the requests, which one scrape counts by process', async () => {
    expect(service.stdout.match(/Operator/g)).toHaveLength(1);
    expect(service.stdout).toContain(`Processes  2 under process ${service.pid}`);
    expect(childrenOf(service.pid)).toHaveLength(2);
    const url = `${service.baseUrl}/v1/_health`;
    const metric = 'service_request_duration_seconds_count{operation="getHealth"';
    const labels = (text: string) => text.replaceAll(/\{process="(\d+)",([^}]*)\}/g, '{$2,process="$1"}');
    const before = valuesOf(labels(await scrape(service)), metric);
    for (let n = 0; n < 40; n++) expect(await statusOf({ url })).toBe(200);
    const text = await scrape(service);
    const counts = valuesOf(labels(text), metric);
    const added = ['1', '2'].map((number) => counts.get(number)! - (before.get(number) ?? 0));
    expect(added[0]! + added[1]!).toBe(40);
    expect(Math.min(...added)).toBeGreaterThan(10);
    expect([...valuesOf(text, 'process_cpu_user_seconds_total').keys()].sort()).toEqual(['0', '1', '2']);
    // A metric whose samples were in several places would be refused by Prometheus.
    const helps = text.match(/^# HELP \S+/gm)!;
    expect(new Set(helps).size).toBe(helps.length);
  });

  test('refuse a revoked key from the next request on, and know one session of the console', async () => {
    const operator = operatorOf(service);
    const { api_key: token, id } = await operator.keys.create({ agency_id: agency.id, label: 'short', scopes: ['read:orders'] });
    const statuses = async () => {
      const found = new Set<number>();
      for (let n = 0; n < 8; n++) found.add(await statusOf({ url: `${service.baseUrl}/v1/me`, token }));
      return [...found];
    };
    expect(await statuses()).toEqual([200]);
    await operator.keys.revoke({ key_id: id });
    expect(await statuses()).toEqual([401]);

    const cookie = await logIn(service as never);
    const url = `${service.operatorUrl}/operator/v1/agencies`;
    for (let n = 0; n < 8; n++) expect(await statusOf({ url, headers: { ...ownPage, cookie } })).toBe(200);
  });

  test('count the wrong operator tokens of an address together', async () => {
    const url = `${service.operatorUrl}/operator/v1/agencies`;
    const statuses: number[] = [];
    for (let n = 0; n < 32; n++) statuses.push(await statusOf({ url, token: `wrong-token-of-nobody-at-all-${n}` }));
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 401), 429, 429]);
    expect(await statusOf({ url, token: service.operatorToken })).toBe(200);
  });

  test('are replaced on SIGHUP while they serve: no request fails, and each event arrives once', async () => {
    const former = childrenOf(service.pid);
    const load = new Load(service);
    const endIngestion = ingest();
    await sleep(500);
    service.kill('SIGHUP');
    await waitUntil(() => service.stderr.includes('replaced all processes'), 'the replacement of all', 60_000);
    await sleep(500);
    await endIngestion();
    const results = await load.end();
    expect([...results.keys()]).toEqual(['200']);
    expect(results.get('200')).toBeGreaterThan(100);
    const present = childrenOf(service.pid);
    expect(present).toHaveLength(2);
    expect(present.filter((pid) => former.includes(pid))).toEqual([]);
    await waitUntil(isDelivered, 'the delivery of all orders', 30_000);
    expect([...new Set(receipts().values())]).toEqual([1]);
  });

  test('bring the database to the state of their release before they serve', async () => {
    await database.query('DELETE FROM schema_policies');
    const replacements = () => service.stderr.split('replaced all processes').length;
    const before = replacements();
    service.kill('SIGHUP');
    await waitUntil(() => replacements() > before, 'the replacement of all', 60_000);
    expect(await database.query('SELECT count(*)::int AS count FROM schema_policies')).toEqual([{ count: 1 }]);
  });

  test('lose no event when one is killed, which another one follows', async () => {
    const [killed, other] = childrenOf(service.pid);
    const endIngestion = ingest();
    await sleep(500);
    process.kill(killed!, 'SIGKILL');
    // A connection that the parent had handed to the process is not answered any more.
    await waitUntil(async () => (await scrape(service, 2_000).catch(() => '')).includes('process="0"'), 'metrics', 10_000);
    await waitUntil(() => service.stderr.includes('process started'), 'another process', 60_000);
    await endIngestion();
    const present = childrenOf(service.pid);
    expect(present).toHaveLength(2);
    expect(present).toContain(other);
    expect(present).not.toContain(killed);
    await waitUntil(isDelivered, 'the delivery of all orders', 60_000);
    const restarts = valuesOf(await scrape(service), 'service_process_restarts_total');
    expect([...restarts.values()].sort()).toEqual([0, 1]);
  });

  test('stop together on SIGTERM, and have written whole lines that name the process', async () => {
    const children = childrenOf(service.pid);
    const { code, durationMs } = await service.exitAfter('SIGTERM');
    expect(code).toBe(0);
    expect(durationMs).toBeLessThan(11_000);
    expect(children.filter(isAlive)).toEqual([]);
    const lines = service.stderr
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { process: number; pid: number });
    expect([...new Set(lines.map(({ process: number }) => number))].sort()).toEqual([0, 1, 2]);
    expect(lines.every(({ pid }) => pid > 0)).toBe(true);
  });
});

test('children end with a parent that was killed, and the next start uses the same data', { timeout: 180_000 }, async () => {
  const env = { DATA_DIR: createDataDir(), PROCESSES: '2', DEMO: '1' };
  const service = await startProcess(env);
  expect(service.stdout.match(/Demo key/g)).toHaveLength(1);
  const children = childrenOf(service.pid);
  expect(children).toHaveLength(2);
  const token = service.operatorToken;
  await service.exitAfter('SIGKILL');
  const next = new ServiceProcess(env);
  await waitUntil(() => !children.some(isAlive), 'the end of the children', 20_000);
  await next.ready();
  expect(next.operatorToken).toBe(token);
  expect(await statusOf({ url: `${next.baseUrl}/v1/_health` })).toBe(200);
  const present = childrenOf(next.pid);
  // A terminal sends it to every process of the group.
  next.killGroup('SIGINT');
  expect(await next.exited).toMatchObject({ code: 0 });
  expect(present.filter(isAlive)).toEqual([]);
  expect(postmasterPid(env.DATA_DIR)).toBeUndefined();
});
