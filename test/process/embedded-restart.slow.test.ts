import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { order } from '../records/records.ts';
import { startReceiver } from '../support/receiver.ts';
import { bringIn, callApi, createAgency, createEndpoint } from './http.ts';
import {
  createDataDir,
  endProcesses,
  postgresDirectory,
  postmasterPid,
  startProcess,
  waitUntil,
  type ServiceProcess,
} from './service-process.ts';

afterAll(endProcesses);

/** As the log writes it. */
const errorLevel = 50;

const ended = 'the embedded PostgreSQL is not running; starting it again';
const failed = 'the embedded PostgreSQL did not start';
const started = 'the embedded PostgreSQL has started';

const linesOf = ({ stderr }: ServiceProcess, message: string) =>
  stderr
    .split('\n')
    .filter((line) => line.includes(`"${message}"`))
    .map((line) => JSON.parse(line) as { readonly level: number; readonly wait_ms?: number; readonly reason?: string });

const killDatabase = (dataDir: string) => process.kill(postmasterPid(dataDir)!, 'SIGKILL');

const isHealthy = async (service: ServiceProcess) => (await callApi(service, undefined, 'GET', '/v1/_health')).status === 200;

describe('the embedded database', { timeout: 240_000 }, () => {
  const DATA_DIR = createDataDir();

  test.each([
    ['one process', '1', 2, 400],
    ['two processes', '2', 1, 0],
  ])(
    'is started again whenever it is killed, accepted facts keep their events, and it ends with a service that is stopped while it starts again (%s)',
    async (_name, PROCESSES, deathCount, stoppedAfterMs) => {
      const service = await startProcess({ DATA_DIR, LOG_LEVEL: 'info', PROCESSES });
      const receiver = await startReceiver();
      const { id: agencyId, key } = await createAgency(service);
      await createEndpoint(service, key, receiver.url);

      const accepted: string[] = [];
      let count = 0;
      let isOver = false;
      const ingestUntilOver = async () => {
        while (!isOver) {
          const ids = Array.from({ length: 5 }, () => `o${(count += 1)}`);
          const response = await bringIn(
            service,
            agencyId,
            ids.map((id) => order(id, 'c1')),
          ).catch(() => undefined);
          if (response?.status === 200) accepted.push(...ids);
          else await sleep(50);
        }
      };
      const ingesting = ingestUntilOver();
      for (let deaths = 1; deaths <= deathCount; deaths++) {
        const before = accepted.length;
        await waitUntil(() => accepted.length > before + 20, 'records before the crash');
        killDatabase(DATA_DIR);
        await waitUntil(() => linesOf(service, started).length === deaths, 'the start after a crash', 60_000);
        expect((await fetch(`${service.baseUrl}/livez`)).status).toBe(200);
        await waitUntil(() => isHealthy(service), 'the health after a crash', 60_000);
      }
      const before = accepted.length;
      await waitUntil(() => accepted.length > before + 20, 'records after the crashes', 60_000);
      isOver = true;
      await ingesting;

      const received = () => new Set(receiver.received.map(({ event }) => event.data.id as string));
      await waitUntil(() => accepted.every((id) => received().has(id)), 'the events of all accepted records', 120_000);
      expect(linesOf(service, ended).map(({ level }) => level)).toEqual(Array.from({ length: deathCount }, () => errorLevel));

      killDatabase(DATA_DIR);
      await waitUntil(() => linesOf(service, ended).length > deathCount, 'the last restart');
      await sleep(stoppedAfterMs);
      expect((await service.exitAfter('SIGTERM')).code).toBe(0);
      expect(postmasterPid(DATA_DIR)).toBeUndefined();
      await receiver.close();
    },
  );

  test('is tried again later and later while it cannot start, until it can', async () => {
    const service = await startProcess({ DATA_DIR, LOG_LEVEL: 'info' });
    const configuration = join(postgresDirectory(DATA_DIR), 'postgresql.conf');
    const valid = readFileSync(configuration);
    appendFileSync(configuration, '\nno_such_setting = 1\n');
    killDatabase(DATA_DIR);
    await waitUntil(() => linesOf(service, failed).length >= 3, 'three failed starts', 60_000);
    // A log line has the beginning of the reason.
    expect(linesOf(service, failed)[0]!.reason).toContain('FATAL:  configuration file');
    const waits = linesOf(service, ended).map(({ wait_ms }) => wait_ms);
    expect(waits.slice(0, 3)).toEqual([250, 500, 1_000]);
    writeFileSync(configuration, valid);
    await waitUntil(() => isHealthy(service), 'the health after the repair', 60_000);
    expect((await service.exitAfter('SIGTERM')).code).toBe(0);
    expect(postmasterPid(DATA_DIR)).toBeUndefined();
  });
});
