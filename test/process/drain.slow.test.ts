import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BalancedLoad } from './balanced-load.ts';
import { createDatabase, type ProcessDatabase } from './database.ts';
import { createAgency } from './http.ts';
import { probe } from './probe.ts';
import { statusOf } from './several-processes.ts';
import { endProcesses, startProcess, waitUntil, type ServiceProcess } from './service-process.ts';

let database: ProcessDatabase;
let staying: ServiceProcess;
let key: string;
beforeAll(async () => {
  database = await createDatabase();
  staying = await startProcess(database.env);
  key = (await createAgency(staying)).key;
});
afterAll(async () => {
  await endProcesses();
  await database.drop();
});

describe('a process that drains refuses no request of a load balancer, and then stops', { timeout: 180_000 }, () => {
  test.each([
    ['alone', '1'],
    ['as the parent of two', '2'],
  ])('%s', async (_, PROCESSES) => {
    const leaving = await startProcess({ ...database.env, PROCESSES, DRAIN_SECONDS: '3', LOG_LEVEL: 'info' });
    const load = new BalancedLoad([leaving.baseUrl, staying.baseUrl], key);
    await waitUntil(() => (load.served.get(leaving.baseUrl) ?? 0) > 10, 'requests', 30_000);

    const exit = leaving.exitAfter('SIGTERM');
    await waitUntil(async () => (await probe(`${leaving.baseUrl}/readyz`)).status === 503, 'the drain');
    expect(await probe(`${leaving.baseUrl}/livez`)).toEqual({ status: 200, text: 'ok\n', connection: 'close' });
    expect(await statusOf({ url: `${leaving.baseUrl}/v1/me`, token: key })).toBe(200);
    const { code, durationMs, stderr } = await exit;
    const servedByOther = () => load.served.get(staying.baseUrl) ?? 0;
    const servedBefore = servedByOther();
    await waitUntil(() => servedByOther() > servedBefore, 'requests to the other service', 30_000);
    await load.end();

    expect(load.failures).toEqual([]);
    expect(code).toBe(0);
    expect(durationMs).toBeGreaterThan(3_000);
    expect(stderr).toContain('draining; the listeners close afterwards');
  });
});
