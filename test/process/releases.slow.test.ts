import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { lastRelease } from '../../server/database/migrate/last-release.ts';
import { pretendMigrations } from '../database/pretend-release.ts';
import { createEmptyDatabase } from './database.ts';
import { reasonLeftOut, unpackLastRelease } from './last-release-tree.ts';
import { ReleaseLoad } from './release-load.ts';
import { endProcesses, RunningProcess, ServiceProcess, waitUntil } from './service-process.ts';

const home = mkdtempSync(join(tmpdir(), 'agency-service-releases-'));
const before = join(home, 'before');
const now = join(home, 'now');

beforeAll(() => {
  chmodSync(home, 0o755);
  if (reasonLeftOut) return;
  mkdirSync(before);
  unpackLastRelease(before);
  // The present tree with migrations as the next one may have them: columns that the last release does not know are in every table.
  mkdirSync(now);
  for (const path of ['server', 'generated', 'package.json']) cpSync(path, join(now, path), { recursive: true });
  symlinkSync(resolve('node_modules'), join(now, 'node_modules'));
  for (const [name, text] of Object.entries(pretendMigrations)) writeFileSync(join(now, 'server/migrations', name), text);
});
afterEach(endProcesses);
afterAll(() => rmSync(home, { recursive: true, force: true }));

const migrationsOf = (tree: string) =>
  readdirSync(join(tree, 'server/migrations'))
    .filter((name) => name.endsWith('.sql'))
    .toSorted();

describe.skipIf(reasonLeftOut)(`the last release next to this one${reasonLeftOut ? `: left out, ${reasonLeftOut}` : ''}`, () => {
  test('the last migration of the last release is the one that its processes are known by', () => {
    expect(migrationsOf(before).at(-1)).toBe(lastRelease.lastMigration);
  });

  test('no migration of this release drops or renames what the last release names', () => {
    const code = readdirSync(join(before, 'server'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => readFileSync(join(before, 'server', path), 'utf8'))
      .join('\n');
    const removals =
      /\b(?:DROP (?:TABLE|COLUMN|VIEW|FUNCTION)(?: IF EXISTS)?|RENAME (?:COLUMN )?|ALTER COLUMN) *(?!TO\b)([a-z_]\w*)(?! SET DEFAULT)/gi;
    for (const name of migrationsOf('.').filter((each) => each > lastRelease.lastMigration)) {
      const text = readFileSync(join('server/migrations', name), 'utf8').replace(/--.*$/gm, '');
      const removed = [...text.matchAll(removals)].map((match) => match[1]!);
      expect({ name, read: removed.filter((each) => new RegExp(`\\b${each}\\b`).test(code)) }).toEqual({ name, read: [] });
    }
  });

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
      await serve('the last release');

      const migrated = await run();
      expect(migrated).toMatchObject({ code: 0, stderr: '' });
      for (const name of Object.keys(pretendMigrations)) expect(migrated.stdout).toContain(`Applied ${name} in `);
      await serve('the last release over the new schema');

      // The worker first, then the API.
      let newWorker = await start(now, 'worker');
      await leave(oldWorker);
      await serve('the API of the last release and the worker of this one');
      let newApi = await start(now, 'api');
      await serve('both APIs and the worker of this release');
      await leave(oldApi);
      await serve('this release');

      // Back, without the schema.
      oldWorker = await start(before, 'worker');
      await leave(newWorker);
      oldApi = await start(before, 'api');
      await leave(newApi);
      await serve('the last release after a step back');

      // The API first, then the worker.
      newApi = await start(now, 'api');
      await leave(oldApi);
      await serve('the API of this release and the worker of the last one');
      newWorker = await start(now, 'worker');
      await serve('both workers and the API of this release');
      await leave(oldWorker);
      await serve('this release again');

      // And back in the other order.
      oldApi = await start(before, 'api');
      await leave(newApi);
      oldWorker = await start(before, 'worker');
      await leave(newWorker);
      await serve('the last release again');

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
