import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type ProcessDatabase } from '../process/database.ts';
import { bringIn, createAgency, createEndpoint } from '../process/http.ts';
import { endProcesses, ServiceProcess, startProcess, waitUntil } from '../process/service-process.ts';
import { order } from '../records/records.ts';
import { poolerIsMissing, startPooler, type Pooler } from '../support/pooler.ts';
import { startReceiver } from '../support/receiver.ts';

const missing = poolerIsMissing();

afterAll(endProcesses);

/** Starts a service that is to refuse; answers with what it wrote. */
async function refusalOf(env: Readonly<Record<string, string>>): Promise<string> {
  const { code, stdout, stderr } = await new ServiceProcess(env).exited;
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^[^\n]+\n$/);
  return stderr.trimEnd();
}

describe.skipIf(missing)(`a service behind a pooler${missing ? `: left out, ${missing}` : ''}`, () => {
  let database: ProcessDatabase;
  let other: ProcessDatabase;
  const poolers: Pooler[] = [];
  const poolerWith = async (settings: Readonly<Record<string, string | number>> = {}) => {
    const pooler = await startPooler([database.env.DATABASE_URL], { settings });
    poolers.push(pooler);
    return { pooler, DATABASE_URL: pooler.urlOf(database.env.DATABASE_URL), ENCRYPTION_KEY: database.env.ENCRYPTION_KEY };
  };
  const ignored = { ignore_startup_parameters: 'options,statement_timeout,lock_timeout,idle_in_transaction_session_timeout' };

  beforeAll(async () => {
    [database, other] = [await createDatabase(), await createDatabase()];
  });
  afterAll(async () => {
    for (const pooler of poolers) await pooler.stop();
    await database?.drop();
    await other?.drop();
  });

  const needsDirect =
    'DATABASE_URL leads to a pooler that does not pass session settings on; set DATABASE_DIRECT_URL to the address of PostgreSQL itself';

  test.each([
    ['refuses', {}],
    ['ignores', ignored],
  ])('does not start without DATABASE_DIRECT_URL where the pooler %s session settings', async (_name, settings) => {
    const { pooler: _, ...env } = await poolerWith(settings);
    expect(await refusalOf(env)).toBe(needsDirect);
  });

  test('does not start where DATABASE_DIRECT_URL leads to the pooler too', async () => {
    const { pooler: _, ...env } = await poolerWith();
    expect(await refusalOf({ ...env, DATABASE_DIRECT_URL: env.DATABASE_URL })).toBe(
      'DATABASE_DIRECT_URL leads to a pooler that does not pass session settings on; set it to the address of PostgreSQL itself',
    );
  });

  test('does not start where DATABASE_DIRECT_URL leads to another database', async () => {
    const { pooler: _, ...env } = await poolerWith();
    expect(await refusalOf({ ...env, DATABASE_DIRECT_URL: other.env.DATABASE_URL })).toBe(
      'DATABASE_DIRECT_URL leads to another database than DATABASE_URL; set it to the same database without the pooler',
    );
  });

  test('does not start where the pooler does not track prepared statements', async () => {
    const { pooler: _, ...env } = await poolerWith({ max_prepared_statements: 0 });
    expect(await refusalOf({ ...env, DATABASE_DIRECT_URL: database.env.DATABASE_URL })).toBe(
      'the pooler of DATABASE_URL does not track prepared statements; use PgBouncer 1.21 or later and set its max_prepared_statements above 0',
    );
  });

  test('an API process and a worker deliver, and run jobs, over four sessions of the pooler', { timeout: 120_000 }, async () => {
    const { pooler, ...given } = await poolerWith({ default_pool_size: 4 });
    const env = { ...given, DATABASE_DIRECT_URL: database.env.DATABASE_URL };
    const receiver = await startReceiver();
    const [api, worker] = [await startProcess({ ...env, ROLE: 'api' }), await startProcess({ ...env, ROLE: 'worker' })];
    try {
      const agency = await createAgency(api);
      await createEndpoint(api, agency.key, receiver.url);
      const count = 200;
      const orders = Array.from({ length: count }, (_, index) => order(`o${index}`, 'c1'));
      const sent = orders.map((each, index) => (index % 2 === 0 ? bringIn(api, agency.id, [each]) : undefined));
      const rest = bringIn(
        api,
        agency.id,
        orders.filter((_, index) => index % 2 === 1),
      );
      for (const answer of await Promise.all([...sent, rest])) if (answer) expect(answer.status).toBe(200);
      await receiver.waitFor(count, 20_000);
      const delivered = async () => (await database.query(`SELECT FROM all_deliveries WHERE status = 'delivered'`)).length;
      await waitUntil(async () => (await delivered()) === count, 'the record of each delivery');
      expect(new Set(receiver.received.map(({ event }) => event.id)).size).toBe(count);

      // The pooler's sessions end, as they do when its server restarts.
      const sessions = await pooler.command<{ remote_pid: number }>('SHOW SERVERS');
      expect(sessions.length).toBeGreaterThan(1);
      expect(sessions.length).toBeLessThanOrEqual(4);
      for (const { remote_pid: pid } of sessions) await database.query('SELECT pg_terminate_backend($1)', [pid]);
      const again = async () => (await bringIn(api, agency.id, [order('last', 'c1')])).status === 200;
      await waitUntil(again, 'another answer');
      await receiver.waitFor(count + 1, 10_000);

      // Only what lasts goes past the pooler: six that listen, four of delivery, and those of the job runners' statements.
      const past = await database.query<{ listening: number; all: number }>(
        `SELECT count(*) FILTER (WHERE query ~* '^listen')::int AS listening, count(*)::int AS all FROM pg_stat_activity
          WHERE datname = current_database() AND backend_type = 'client backend' AND application_name <> '' AND pid <> ALL ($1)
            AND application_name = 'agency-service worker'`,
        [(await pooler.command<{ remote_pid: number }>('SHOW SERVERS')).map(({ remote_pid: pid }) => pid)],
      );
      expect(past[0]!.listening).toBe(6);
      expect(past[0]!.all).toBeLessThanOrEqual(13);
      const [projected] = await database.query(`SELECT count(*)::int AS runs FROM job_workers`);
      expect(projected.runs).toBeGreaterThan(0);
      const exits = await Promise.all([api, worker].map((service) => service.exitAfter('SIGTERM')));
      expect(exits.map(({ code, stderr }) => [code, stderr.includes('uncaught')])).toEqual([
        [0, false],
        [0, false],
      ]);
    } finally {
      await receiver.close();
    }
  });
});
