import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { baselineName } from '../../server/database/migrate/migrations.ts';
import { callApi, callOperator } from './http.ts';
import { createEmptyDatabase } from './database.ts';
import { createDataDir, endProcesses, postmasterPid, RunningProcess, ServiceProcess, startProcess } from './service-process.ts';
import { ofShell } from './shell-variables.ts';

afterEach(endProcesses);

const runMigrate = (env: Readonly<Record<string, string>>, ...args: string[]) =>
  new RunningProcess(process.execPath, ['server/migrate.ts', ...args], env).exited;

test('a given database is migrated apart from the start', { timeout: 180_000 }, async () => {
  const database = await createEmptyDatabase();
  try {
    const { env } = database;
    const [checked, dry, refused] = await Promise.all([
      runMigrate(env, '--check'),
      runMigrate(env, '--dry-run'),
      new ServiceProcess({ ...env, MIGRATE: 'never' }).exited,
    ]);
    expect(checked).toMatchObject({
      code: 3,
      stderr: '',
      stdout: expect.stringContaining(`Pending: ${baselineName}\n`),
    });
    expect(dry).toMatchObject({ code: 0, stderr: '' });
    expect(dry.stdout).toContain(`-- ${baselineName}`);
    expect(dry.stdout).toContain('CREATE TABLE agencies (');
    expect(refused).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^DATABASE_URL cannot be used: MIGRATE is never, and the database lacks 000-baseline\.sql and \d+ more; run `npm run migrate`\n$/,
      ),
    });
    expect(await database.query(`SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace`)).toEqual([]);

    const applied = await runMigrate(env, '--lock-timeout', '500ms');
    expect(applied).toMatchObject({ code: 0, stderr: '' });
    const seconds = (line: string) => line.replace(/ in \d+\.\d\d s$/, ' in … s');
    expect(applied.stdout.split('\n').map(seconds)).toEqual([
      ...[baselineName, 'grants and policies'].map((name) => `Applied ${name} in … s`),
      'The database is up to date.',
      '',
    ]);
    expect(await runMigrate(env, '--check')).toMatchObject({ code: 0, stdout: 'The database is up to date.\n' });
    const service = await startProcess({ ...env, MIGRATE: 'never' });
    expect((await callApi(service, undefined, 'GET', '/v1/_health')).status).toBe(200);
    await service.exitAfter('SIGTERM');

    await database.query(`INSERT INTO schema_migrations (name) VALUES ('999-later.needs-998.sql')`);
    const tooNew =
      /^DATABASE_URL cannot be used: a later release has migrated it: it has 999-later\.needs-998\.sql, [^\n]+; start a later release\n$/;
    for (const exit of await Promise.all([
      runMigrate(env, '--check'),
      ...['auto', 'never'].map((MIGRATE) => new ServiceProcess({ ...env, MIGRATE }).exited),
    ]))
      expect(exit).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(tooNew) });
    await database.query(`UPDATE schema_migrations SET name = '999-later.sql' WHERE name = '999-later.needs-998.sql'`);
    expect(await runMigrate(env, '--check')).toMatchObject({
      code: 0,
      stdout: 'The database is newer than this release: it has 999-later.sql. Processes of this release can run with it.\n',
    });
  } finally {
    await endProcesses();
    await database.drop();
  }
});

test(
  'the embedded database is migrated while the service is stopped, and no variable of libpq reaches it',
  { timeout: 180_000 },
  async () => {
    const DATA_DIR = createDataDir();
    const env = { DATA_DIR, ...ofShell };
    expect(await runMigrate(env, '--check')).toMatchObject({ code: 3, stdout: expect.stringContaining(`Pending: ${baselineName}\n`) });
    expect(existsSync(join(DATA_DIR, 'postgres.password'))).toBe(false);
    const upToDate = 'The database is up to date.\n';
    expect(await runMigrate(env)).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining(upToDate) });
    expect(postmasterPid(DATA_DIR)).toBeUndefined();
    for (const PROCESSES of ['1', '2']) {
      const service = await startProcess({ ...env, PROCESSES, MIGRATE: 'never' });
      expect((await callOperator(service, 'POST', '/operator/v1/agencies', { name: 'A' })).status).toBe(201);
      expect(await runMigrate(env)).toMatchObject({
        code: 1,
        stdout: '',
        stderr: `DATA_DIR ${DATA_DIR} is in use by process ${service.pid}; stop it or set another DATA_DIR\n`,
      });
      expect((await service.exitAfter('SIGTERM')).code).toBe(0);
    }
    expect(await runMigrate(env, '--check')).toMatchObject({ code: 0, stdout: upToDate });
  },
);
