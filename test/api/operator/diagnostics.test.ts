import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Keyring } from '../../../server/access/encryption/keyring.ts';
import { diagnostics, type DiagnosticsDependencies } from '../../../server/diagnostics/diagnose.ts';
import { startService, type TestService } from '../../support/service.ts';
import { eventually } from '../webhooks/fixture.ts';
import { useOperator } from './fixture.ts';

const path = '/operator/v1/diagnostics';

interface Check {
  readonly name: string;
  readonly status: string;
  readonly detail: string;
  readonly action: string | null;
}

async function checkOf(service: TestService, name: string): Promise<Check> {
  const { status, body, text } = await service.operator('GET', path);
  expect(status, text).toBe(200);
  return (body.checks as Check[]).find((check) => check.name === name)!;
}

/** One story: each test continues the one before. */
describe('GET /operator/v1/diagnostics', { shuffle: false }, () => {
  const service = useOperator({ times: { measurementMs: 0 } });
  const execute = (text: string, ...values: unknown[]) => service().database.query({ text, values });

  /** The findings are cached for some time. */
  const found = async (name: string, status: string) => {
    const check = await eventually(
      () => checkOf(service(), name),
      (each) => each.status === status,
    );
    expect(check).toMatchObject({ status });
    return check;
  };

  it('has a finding of each check, and the worst status', async () => {
    const { body } = await service().operator('GET', path);
    const statuses = (body.checks as Check[]).map(({ name, status }) => [name, status]);
    expect(Object.fromEntries(statuses)).toEqual({
      clock: 'ok',
      database_version: 'ok',
      roles: 'ok',
      connections: 'ok',
      extensions: 'ok',
      partitions: 'ok',
      disk: expect.any(String),
      receivers: 'ok',
      replicas: 'ok',
      encryption_keys: 'ok',
      workers: 'failed',
    });
    expect(body.status).toBe('failed');
    for (const { status, action } of body.checks as Check[]) expect(action === null).toBe(status === 'ok');
  });

  it('finds that no worker has a heartbeat, and that one has', async () => {
    expect(await found('workers', 'failed')).toMatchObject({
      detail: 'No worker runs. The oldest due delivery has waited 0 s for a worker.',
      action: expect.stringContaining('ROLE=worker'),
    });
    await execute(`INSERT INTO job_workers (worker_id) VALUES ('worker-1')`);
    expect((await found('workers', 'ok')).detail).toMatch(/^The last heartbeat of a worker was \d+ s ago\./);
    await execute(`UPDATE job_workers SET seen_at = now() - interval '1 hour'`);
    expect((await found('workers', 'failed')).detail).toContain('heartbeat of a worker was 36');
  });

  it('finds partitions that are missing', async () => {
    const dropFrom = async (days: number) => {
      const rows = await service().database.query<{ name: string }>({
        text: `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
                WHERE i.inhparent = 'webhook_events'::regclass
                  AND right(c.relname, 8) >= to_char((now() AT TIME ZONE 'UTC') + $1 * interval '1 day', 'YYYYMMDD')`,
        values: [days],
      });
      for (const { name } of rows) await execute(`DROP TABLE ${name}`);
    };
    await dropFrom(4);
    expect((await found('partitions', 'warning')).detail).toContain('webhook_events has partitions for 4 days');
    await dropFrom(1);
    expect((await found('partitions', 'failed')).action).toContain('ROLE=worker');
  });

  it('finds a limit of connections that is reached', async () => {
    const [row] = await service().database.query<{ name: string }>({ text: 'SELECT quote_ident(current_database()) AS name' });
    await execute(`ALTER DATABASE ${row!.name} CONNECTION LIMIT 1`);
    expect((await found('connections', 'failed')).action).toContain('Raise the CONNECTION LIMIT of the database');
    await execute(`ALTER DATABASE ${row!.name} CONNECTION LIMIT -1`);
    await found('connections', 'ok');
  });

  it('finds tables that are distributed without Citus', async () => {
    await execute(`CREATE FUNCTION bind_tenant_scope(text, text) RETURNS int LANGUAGE sql AS 'SELECT 1'`);
    expect((await found('extensions', 'failed')).action).toContain('CREATE EXTENSION citus');
    await execute('DROP FUNCTION bind_tenant_scope(text, text)');
    await found('extensions', 'ok');
  });

  it('finds secrets whose key is missing', async () => {
    const { key } = await service().createAgency();
    const body = { url: 'https://hooks.example.com/in', enabled_event_types: ['order.created'] };
    expect((await service().request('POST', '/v1/webhooks', { key, body })).status).toBe(201);
    const other = new Keyring(randomBytes(32));
    await execute('UPDATE webhook_endpoints SET secret_ciphertext = $1', Buffer.concat([other.currentHeader, randomBytes(60)]));
    expect((await found('encryption_keys', 'failed')).detail).toContain(other.keyIds.current);
  });
});

describe('a check that throws', () => {
  const service = useOperator();

  it('is failed with the reason, and leaves the others as they are', async () => {
    const unanswered = () => Promise.reject(new Error('not measured'));
    const run = diagnostics({
      sql: service().database,
      checks: { workers: unanswered, oldestDueSeconds: unanswered } as unknown as DiagnosticsDependencies['checks'],
      keyring: new Keyring(randomBytes(32)),
      replicas: () => [],
      config: { dataDir: '/missing/folder', databaseUrl: 'postgres://127.0.0.1/service' },
    });
    const findings = Object.fromEntries((await run()).value.map(({ name, status, detail }) => [name, { status, detail }]));
    expect(findings).toMatchObject({
      clock: { status: 'ok' },
      partitions: { status: 'ok' },
      disk: { status: 'failed', detail: expect.stringMatching(/^The check failed: ENOENT.*\/missing\/folder/) },
      workers: { status: 'failed', detail: 'The check failed: not measured' },
    });
  });
});

describe('a database that does not respond', () => {
  it('leaves the check of the disk, which may be the reason, and the checks that need no database', async () => {
    const unanswered = () => Promise.reject(new Error('Query read timeout'));
    const run = diagnostics({
      sql: { query: unanswered },
      checks: { workers: unanswered, oldestDueSeconds: unanswered } as unknown as DiagnosticsDependencies['checks'],
      keyring: new Keyring(randomBytes(32)),
      replicas: () => [],
      config: { dataDir: '.', databaseUrl: undefined },
    });
    const findings = Object.fromEntries((await run()).value.map(({ name, status, detail }) => [name, { status, detail }]));
    const failed = { status: 'failed', detail: 'The check failed: Query read timeout' };
    expect(findings).toMatchObject({
      clock: failed,
      connections: failed,
      partitions: failed,
      encryption_keys: failed,
      replicas: { status: 'ok' },
    });
    expect(findings['disk']!.detail).toMatch(
      /^The disk of DATA_DIR has [\d.]+ GB of [\d.]+ GB free\. The embedded database on it has an unknown size, because it does not respond\.$/,
    );
  });
});

describe('an unavailable read replica', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService({ delivers: false, env: { DATABASE_REPLICA_URLS: 'postgres://nobody:x@127.0.0.1:1/none' } });
  });
  afterAll(() => service.close());

  it('is found', async () => {
    expect(await checkOf(service, 'replicas')).toMatchObject({
      status: 'warning',
      detail: expect.stringContaining('1 of 1 read replicas do not serve: 127.0.0.1'),
    });
  });
});
