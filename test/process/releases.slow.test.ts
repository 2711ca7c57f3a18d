import { chmodSync, cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { pretendMigrations } from '../database/pretend-release.ts';
import { createEmptyDatabase } from './database.ts';
import { ReleaseLoad } from './release-load.ts';
import { endProcesses, RunningProcess, ServiceProcess, waitUntil } from './service-process.ts';

const before = resolve('.');
const now = mkdtempSync(join(tmpdir(), 'agency-service-releases-'));

beforeAll(() => {
  chmodSync(now, 0o755);
  // This tree with migrations as the next release may have them: columns that this one does not know are in every table.
  for (const path of ['server', 'generated', 'package.json']) cpSync(path, join(now, path), { recursive: true });
  symlinkSync(resolve('node_modules'), join(now, 'node_modules'));
  for (const [name, text] of Object.entries(pretendMigrations)) writeFileSync(join(now, 'server/migrations', name), text);
});
afterEach(endProcesses);
afterAll(() => rmSync(now, { recursive: true, force: true }));

describe('this release next to the next one', () => {
  test('both serve one database under load, in both orders and back, and nothing is lost', { timeout: 400_000 }, async () => {
    const database = await createEmptyDatabase();
    const env = { ...database.env, OPERATOR_TOKEN: 'the-token-of-all-the-processes', LOG_LEVEL: 'error' };
    const started: ServiceProcess[] = [];
    const load = new ReleaseLoad();
    const start = async (tree: string, ROLE: 'api' | 'worker') => {
      const service = new ServiceProcess({ ...env, ROLE, MIGRATE: tree === now ? 'never' : 'auto' }, [], process.execPath, tree);
      started.push(service);
      await service.ready();
      if (ROLE === 'api' && started.length > 1) load.targets.push(service);
      return service;
    };
    const leave = async (service: ServiceProcess) => {
      if (load.targets.includes(service)) await load.leave(service);
      expect((await service.exitAfter('SIGTERM')).code).toBe(0);
    };
    /** Facts are accepted and arrive for a while. */
    const serve = async (what: string) => {
      const [accepted, delivered] = [load.accepted.size, load.delivered().map((ids) => ids.size)];
      const grew = () => load.accepted.size >= accepted + 8 && load.delivered().every((ids, index) => ids.size >= delivered[index]! + 5);
      await waitUntil(grew, `the service of ${what}`, 60_000);
      expect({ failures: load.failures, errors: started.map(({ stderr }) => stderr).join('') }, what).toEqual({ failures: [], errors: '' });
    };
    const run = (...args: string[]) => new RunningProcess(process.execPath, ['server/migrate.ts', ...args], env, now).exited;

    try {
      let [oldApi, oldWorker] = [await start(before, 'api'), await start(before, 'worker')];
      await load.start(oldApi);
      await serve('this release');

      const migrated = await run();
      expect(migrated).toMatchObject({ code: 0, stderr: '' });
      for (const name of Object.keys(pretendMigrations)) expect(migrated.stdout).toContain(`Applied ${name} in `);
      await serve('this release over the new schema');

      // The worker first, then the API.
      let newWorker = await start(now, 'worker');
      await leave(oldWorker);
      await serve('the API of this release and the worker of the next one');
      let newApi = await start(now, 'api');
      await serve('both APIs and the worker of the next release');
      await leave(oldApi);
      await serve('the next release');

      // Back, without the schema.
      oldWorker = await start(before, 'worker');
      await leave(newWorker);
      oldApi = await start(before, 'api');
      await leave(newApi);
      await serve('this release after a step back');

      // The API first, then the worker.
      newApi = await start(now, 'api');
      await leave(oldApi);
      await serve('the API of the next release and the worker of this one');
      newWorker = await start(now, 'worker');
      await serve('both workers and the API of the next release');
      await leave(oldWorker);
      await serve('the next release again');

      // And back in the other order.
      oldApi = await start(before, 'api');
      await leave(newApi);
      oldWorker = await start(before, 'worker');
      await leave(newWorker);
      await serve('this release again');

      await load.end();
      const isSettled = async () =>
        (await database.query<{ count: number }>('SELECT count(*)::int AS count FROM delivery_queue'))[0]!.count === 0;
      await waitUntil(isSettled, 'the end of all deliveries', 60_000);
      expect(load.failures).toEqual([]);
      const accepted = [...load.accepted].toSorted();
      for (const ids of load.delivered()) expect([...ids].toSorted()).toEqual(accepted);
      expect(load.unverified()).toEqual([]);
      const events = await database.query<{ event: string }>(`SELECT type || ' ' || (data ->> 'id') AS event FROM webhook_events`);
      expect(events.map(({ event }) => event).toSorted()).toEqual(accepted);
      expect(await database.query(`SELECT FROM delivery_failures`)).toEqual([]);
      expect(started.map(({ stderr }) => stderr).join('')).toBe('');
      expect(await run('--check')).toMatchObject({ code: 0, stdout: 'The database is up to date.\n' });
    } finally {
      await load.close();
      await endProcesses();
      await database.drop();
    }
  });
});
