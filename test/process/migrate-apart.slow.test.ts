import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTcpProxy } from '../support/tcp-proxy.ts';
import { callApi } from './http.ts';
import { createDatabase, type ProcessDatabase } from './database.ts';
import { childrenOf } from './several-processes.ts';
import { endProcesses, RunningProcess, ServiceProcess, startProcess, waitUntil } from './service-process.ts';

const runMigrate = (env: Readonly<Record<string, string>>, ...args: string[]) =>
  new RunningProcess(process.execPath, ['server/migrate.ts', ...args], env).exited;

const lacksPolicies = 'MIGRATE is never, and the database lacks grants and policies';
const refused = { code: 1, stdout: '', stderr: expect.stringContaining(`DATABASE_URL cannot be used: ${lacksPolicies}`) as string };

describe('with MIGRATE=never', { timeout: 120_000 }, () => {
  let database: ProcessDatabase;
  beforeEach(async () => {
    database = await createDatabase();
  });
  afterEach(async () => {
    await endProcesses();
    await database.drop();
  });
  const tearDownPolicies = () => database.query('DELETE FROM schema_policies');

  test('several processes are refused by a database that is not migrated, start over a migrated one, and are replaced only while it is', async () => {
    const env = { ...database.env, PROCESSES: '2', DATABASE_CONNECTIONS: '24', MIGRATE: 'never', LOG_LEVEL: 'info' };
    await tearDownPolicies();
    expect(await new ServiceProcess(env).exited).toMatchObject(refused);
    expect(await database.query('SELECT FROM schema_policies')).toEqual([]);

    expect(await runMigrate(env)).toMatchObject({ code: 0, stderr: '' });
    const service = await startProcess(env);
    const former = childrenOf(service.pid);
    expect(former).toHaveLength(2);
    expect((await callApi(service, undefined, 'GET', '/v1/_health')).status).toBe(200);

    await tearDownPolicies();
    service.kill('SIGHUP');
    await waitUntil(() => service.stderr.includes('process could not be replaced'), 'the refusal', 60_000);
    expect(service.stderr).toContain(lacksPolicies);
    expect(service.stderr).not.toContain('migrated the database');
    await waitUntil(() => childrenOf(service.pid).length === 2, 'the end of the refused process');
    expect(childrenOf(service.pid)).toEqual(former);
    expect(await database.query('SELECT FROM schema_policies')).toEqual([]);

    expect(await runMigrate(env)).toMatchObject({ code: 0, stdout: expect.stringContaining('Applied grants and policies') });
    service.kill('SIGHUP');
    await waitUntil(() => service.stderr.includes('replaced all processes'), 'the replacement of all', 60_000);
    expect(childrenOf(service.pid).filter((pid) => former.includes(pid))).toEqual([]);
  });

  test('the migration and its check use DATABASE_DIRECT_URL alone, and a start requires them', async () => {
    const proxy = await startTcpProxy(database.env.DATABASE_URL);
    try {
      const env = { ...database.env, DATABASE_URL: proxy.url, DATABASE_DIRECT_URL: database.env.DATABASE_URL, MIGRATE: 'never' };
      await tearDownPolicies();
      expect(await new ServiceProcess(env).exited).toMatchObject(refused);
      // What migrates does not need DATABASE_URL.
      proxy.set('down');
      expect(await runMigrate(env, '--check')).toMatchObject({ code: 3, stderr: '' });
      expect(await runMigrate(env)).toMatchObject({ code: 0, stderr: '' });
      expect(await runMigrate(env, '--check')).toMatchObject({ code: 0, stdout: 'The database is up to date.\n' });
      proxy.set('up');
      const service = await startProcess(env);
      expect((await callApi(service, undefined, 'GET', '/v1/_health')).status).toBe(200);
      // An unreachable address shows which one is meant.
      const unreachable = await runMigrate({
        ...env,
        DATABASE_URL: database.env.DATABASE_URL,
        DATABASE_DIRECT_URL: 'postgres://nobody@127.0.0.1:1/none',
      });
      expect(unreachable).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('ECONNREFUSED') });
    } finally {
      await endProcesses();
      await proxy.close();
    }
  });
});
