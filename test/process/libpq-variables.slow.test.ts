import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type ProcessDatabase } from './database.ts';
import { callOperator } from './http.ts';
import { createDataDir, endProcesses, postmasterPid, RunningProcess, ServiceProcess, startProcess } from './service-process.ts';

/** What the shell of a developer of another project may have, and what only `pg` reads. */
const ofShell = {
  PGHOST: 'db.invalid',
  PGHOSTADDR: '192.0.2.1',
  PGPORT: '1',
  PGUSER: 'nobody',
  PGPASSWORD: 'hunter2',
  PGPASSFILE: '/nowhere/pgpass',
  PGDATABASE: 'nowhere',
  PGDATA: '/nowhere/data',
  PGSERVICE: 'nowhere',
  PGSSLMODE: 'verify-full',
  PGSSLROOTCERT: '/nowhere/root.crt',
  PGSSLNEGOTIATION: 'direct',
  PGOPTIONS: '-c search_path=nowhere -c default_transaction_read_only=on',
  PGTARGETSESSIONATTRS: 'standby',
  PGCONNECT_TIMEOUT: '1',
  PGCLIENTENCODING: 'LATIN1',
  PGCLIENT_ENCODING: 'LATIN1',
  PGBINARY: '1',
  PGREPLICATION: 'database',
  PGTZ: 'Asia/Kathmandu',
  LC_ALL: 'xx_YY',
};

const createAgency = async (service: ServiceProcess) =>
  (await callOperator(service, 'POST', '/operator/v1/agencies', { name: 'A' })).status;

describe('the variables of libpq', { timeout: 240_000 }, () => {
  let database: ProcessDatabase;
  beforeAll(async () => {
    database = await createDatabase();
  });
  afterAll(async () => {
    await endProcesses();
    await database.drop();
  });

  test('do not reach the embedded database: neither its migration nor a process nor several', async () => {
    const DATA_DIR = createDataDir();
    const { code, stderr } = await new RunningProcess(process.execPath, ['server/migrate.ts'], { DATA_DIR, ...ofShell }).exited;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(postmasterPid(DATA_DIR)).toBeUndefined();
    for (const PROCESSES of ['1', '2']) {
      const service = await startProcess({ DATA_DIR, PROCESSES, ...ofShell });
      expect(await createAgency(service)).toBe(201);
      expect((await service.exitAfter('SIGTERM')).code).toBe(0);
    }
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

  test('are refused by name with DATABASE_URL where psql follows them and the service does not', async () => {
    const { code, stderr } = await new ServiceProcess({ ...database.env, PGOPTIONS: '-c search_path=hunter2' }).exited;
    expect(code).toBe(1);
    expect(stderr).toMatch(/^PGOPTIONS is set and has no effect here; accepted: with DATABASE_URL, PGHOST, .*; unset it\n$/);
    expect(stderr).not.toContain('hunter2');
  });
});
