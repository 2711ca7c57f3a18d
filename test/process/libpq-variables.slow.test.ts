import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type ProcessDatabase } from './database.ts';
import { callOperator } from './http.ts';
import { endProcesses, ServiceProcess, startProcess } from './service-process.ts';

const createAgency = async (service: ServiceProcess) =>
  (await callOperator(service, 'POST', '/operator/v1/agencies', { name: 'A' })).status;

describe('with DATABASE_URL, the variables of libpq', { timeout: 240_000 }, () => {
  let database: ProcessDatabase;
  beforeAll(async () => {
    database = await createDatabase();
  });
  afterAll(async () => {
    await endProcesses();
    await database.drop();
  });

  test.each<Readonly<Record<string, string>>>([{}, { PROCESSES: '2' }])(
    'fill in what DATABASE_URL lacks, as they do for psql: %o',
    async (processes) => {
      const { username, password, hostname, port, pathname } = new URL(database.env.DATABASE_URL);
      const service = await startProcess({
        ...database.env,
        ...processes,
        DATABASE_URL: 'postgres://',
        PGHOST: decodeURIComponent(hostname),
        PGPORT: port,
        PGUSER: username,
        PGPASSWORD: decodeURIComponent(password),
        PGDATABASE: pathname.slice(1),
        // PostgreSQL offers no TLS on a Unix socket, also to psql.
        PGSSLMODE: 'require',
        PGTARGETSESSIONATTRS: 'read-write',
        // Of other programs.
        PGBINARY: '1',
        PGDATA: '/nowhere/data',
      });
      expect(await createAgency(service)).toBe(201);
      expect((await service.exitAfter('SIGTERM')).code).toBe(0);
    },
  );

  test('yield to what DATABASE_URL has, and their form of a Unix socket is one of DATABASE_URL', async () => {
    const { username, password, hostname, port, pathname } = new URL(database.env.DATABASE_URL);
    const folder = decodeURIComponent(hostname);
    expect(folder).toMatch(/^\//);
    const service = await startProcess({
      ...database.env,
      DATABASE_URL: `postgres://${username}:${password}@${pathname}?host=${folder}&port=${port}&sslmode=require`,
      ...{ PGHOST: 'db.invalid', PGPORT: '1', PGUSER: 'nobody', PGPASSWORD: 'hunter2', PGDATABASE: 'nowhere', PGSSLMODE: 'prefer' },
    });
    expect(await createAgency(service)).toBe(201);
    expect((await service.exitAfter('SIGTERM')).code).toBe(0);
  });

  test('are refused by name where psql follows them and the service does not', async () => {
    const { code, stderr } = await new ServiceProcess({ ...database.env, PGOPTIONS: '-c search_path=hunter2' }).exited;
    expect(code).toBe(1);
    expect(stderr).toMatch(/^PGOPTIONS is set and has no effect here; accepted: with DATABASE_URL, PGHOST, .*; unset it\n$/);
    expect(stderr).not.toContain('hunter2');
  });
});
