import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ScopedStatements } from '../../server/access/scope/scoped-statements.ts';
import { readDatabaseSetup } from '../../server/database/client/roles.ts';
import type { Sql, Statement } from '../../server/database/client/sql.ts';
import { rollUpsProjection } from '../../server/projections/refresh-roll-ups.ts';
import { sentMessagesProjection } from '../../server/projections/refresh-sent-messages.ts';
import { addQuarters, takeQuarters } from '../../server/projections/roll-up-statements.ts';
import { lockOrders, writeOrders, writeRefunds, writeSends } from '../../server/ingestion/write-records.ts';
import { openDatabase } from '../../server/orm/database.ts';
import { pendingOf, prepareDatabase } from '../../server/startup/prepare-database.ts';
import { creator, order, refund, send } from '../records/records.ts';
import { citusIsMissing, startCitus, type CitusCluster, type CitusNode } from '../support/citus.ts';
import { createEmptyDatabase } from '../support/database.ts';
import { endProcesses, ServiceProcess } from '../process/service-process.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startService, type TestAgency, type TestService } from '../support/service.ts';

const missing = citusIsMissing();
const distributed = [
  ...['activity_blocks', 'changed_quarters', 'changed_sends', 'message_quarters', 'orders', 'revenue_quarters', 'sends', 'sent_messages'],
];

test('a start that requires Citus is refused by a database without it', async () => {
  const database = await createEmptyDatabase();
  await expect(prepareDatabase(database.ownerUrl, undefined, 'citus')).rejects.toThrow(
    'DATABASE_ENGINE is citus, and the database does not have Citus; an administrator must run CREATE EXTENSION citus and add its workers',
  );
  await database.drop();
});

describe.skipIf(missing)(`over a coordinator and two workers${missing ? `: left out, ${missing}` : ''}`, () => {
  let cluster: CitusCluster;
  let ownerUrl: string;
  let service: TestService;
  /** Of each worker one. */
  let agencies: [TestAgency, TestAgency];

  const coordinator = () => cluster.nodes[0]!;
  const atCoordinator = <Row>(text: string) => coordinator().query<Row>(text, 'service');
  const portOf = async (agencyId: string) => {
    const [row] = await atCoordinator<{ port: number }>(
      `SELECT nodeport AS port FROM pg_dist_shard_placement WHERE shardid = get_shard_id_for_distribution_column('orders', '${agencyId}'::uuid)`,
    );
    return row!.port;
  };
  const workerOf = async (agencyId: string): Promise<CitusNode> => {
    const port = await portOf(agencyId);
    return cluster.nodes.find((node) => node.port === port)!;
  };
  const refresh = () => service.operator('POST', '/operator/v1/projections/refresh');

  beforeAll(async () => {
    cluster = await startCitus(2);
    await Promise.all(cluster.nodes.map((node) => node.query('CREATE ROLE agency_service LOGIN CREATEROLE')));
    await cluster.createDatabase('service', 'agency_service');
    ownerUrl = `postgres://agency_service@127.0.0.1:${coordinator().port}/service`;
    expect((await pendingOf(ownerUrl)).pending.map(({ name }) => name)).toEqual(['000-baseline.sql', '000-baseline.citus.sql']);
    await prepareDatabase(ownerUrl, undefined, 'citus');
    service = await startService({ databaseUrl: ownerUrl });
    const byPort = new Map<number, TestAgency>();
    while (byPort.size < 2) {
      const agency = await service.createAgency();
      byPort.set(await portOf(agency.id), agency);
    }
    agencies = [...byPort.values()] as [TestAgency, TestAgency];
    for (const agency of agencies) {
      await agency.ingest([
        ...[creator('c1'), creator('c2'), send('s1', 'c1'), send('s2', 'c2')],
        ...[
          order('o1', 'c1', { created_at: '2026-01-03T10:00:00Z' }),
          order('o2', 'c2', { created_at: '2026-01-03T10:00:00Z' }),
          refund('o1'),
        ],
      ]);
    }
    await refresh();
  }, 240_000);
  afterAll(async () => {
    await endProcesses();
    await service?.close();
    await cluster?.stop();
  });

  test('a migrated database has the tables that grow on the workers, and nothing pending', async () => {
    const rows = await atCoordinator<{ name: string }>(
      `SELECT logicalrelid::text AS name FROM pg_dist_partition WHERE partmethod = 'h' AND partkey IS NOT NULL ORDER BY 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual(distributed);
    expect(await pendingOf(ownerUrl)).toEqual({ pending: [], steps: [], newer: [] });
    await prepareDatabase(ownerUrl);
    expect(new Set([await portOf(agencies[0].id), await portOf(agencies[1].id)]).size).toBe(2);
  });

  test('the policies on workers limit an agency to its rows and a key to its creators', async () => {
    const { roles, hasWorkers } = await readDatabaseSetup(ownerUrl);
    expect(hasWorkers).toBe(true);
    const database = openDatabase(ownerUrl, [], 2, { roles, hasWorkers });
    const seen = async (table: string, agencyId: string, creatorIds: string[]) => {
      const statement = { text: `SELECT agency_id, creator_id FROM ${table}`, rowScope: { agencyId, creatorIds } };
      const rows = await database.query<{ agency_id: string; creator_id: string }>(statement);
      return [...new Set(rows.map((row) => `${row.agency_id} ${row.creator_id}`))].toSorted();
    };
    for (const table of ['orders', 'sent_messages', 'revenue_quarters', 'message_quarters', 'activity_blocks']) {
      for (const { id } of agencies) {
        expect(await seen(table, id, []), table).toEqual([`${id} c1`, `${id} c2`]);
        expect(await seen(table, id, ['c2']), table).toEqual([`${id} c2`]);
      }
      // Inside a transaction, each statement has its own row scope.
      const inTransaction = await database.transaction(async (transaction) => {
        const [first, second] = agencies.map(({ id }) => ({
          text: `SELECT DISTINCT agency_id FROM ${table}`,
          rowScope: { agencyId: id, creatorIds: [] },
        }));
        return [...(await transaction.query<{ agency_id: string }>(first!)), ...(await transaction.query<{ agency_id: string }>(second!))];
      });
      expect(inTransaction.map(({ agency_id }) => agency_id)).toEqual(agencies.map(({ id }) => id));
    }
    await expect(database.query({ text: 'SELECT FROM sends', rowScope: { agencyId: agencies[0].id, creatorIds: [] } })).rejects.toThrow(
      'permission denied for table sends',
    );
    await database.close();
  });

  test('a start that would read from replicas is refused', async () => {
    const env = { DATABASE_URL: ownerUrl, DATABASE_REPLICA_URLS: ownerUrl, ENCRYPTION_KEY: randomBytes(32).toString('base64') };
    const { code, stderr } = await new ServiceProcess(env).exited;
    expect([code, stderr]).toEqual([
      1,
      'DATABASE_REPLICA_URLS cannot be used with tables that Citus distributes over its workers; remove it\n',
    ]);
  });

  describe('a statement', () => {
    /** The numbers of parts of tables that the tasks of a plan read or write, and how rows are brought in. */
    async function planOf({ text, values = [] }: Statement): Promise<{ tasks: number[]; inserts: number }> {
      const rows = await service.database.query<{ 'QUERY PLAN': string }>({ text: `EXPLAIN ${text}`, values }).catch((cause: unknown) => {
        throw new Error(`PostgreSQL returned no plan for ${text}`, { cause });
      });
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      return {
        tasks: [...new Set([...plan.matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count)))],
        inserts: plan.split('INSERT/SELECT method: pull to coordinator').length - 1,
      };
    }

    const reads = [
      ...['/v1/orders', '/v1/orders/o1', '/v1/orders?fan_ids=f1,f2', '/v1/orders?creator_ids=c1', '/v1/orders?order_types=tip'],
      ...['/v1/sent-messages', '/v1/sent-messages?creator_ids=c1', '/v1/sent-messages?user_ids=e1'],
      ...['creators', 'employees', 'revenue', 'revenue/timeseries'].map((name) => `/v1/analytics/${name}?start=2025-12-01&end=2026-01-31`),
    ];

    test.each(reads)('of GET %s reads one part of one worker', async (path) => {
      const statements: Statement[] = [];
      const { addScope } = ScopedStatements.prototype;
      const spy = vi.spyOn(ScopedStatements.prototype, 'addScope').mockImplementation(function (this: ScopedStatements, reach, statement) {
        const bound = addScope.call(this, reach, statement);
        statements.push(bound);
        return bound;
      });
      const target = path.startsWith('/v1/analytics') ? `${path}&timezone=Europe/Paris` : path;
      for (const key of [agencies[0].key, await agencies[0].createKey({ creatorIds: ['c1'] })]) {
        expect([200, 404]).toContain((await service.request('GET', target, { key })).status);
      }
      spy.mockRestore();
      const plans = await Promise.all(
        statements.filter(({ text }) => distributed.some((name) => new RegExp(`\\b${name}\\b`).test(text))).map(planOf),
      );
      expect(plans.length).toBeGreaterThan(0);
      for (const { tasks } of plans) expect(tasks).toEqual([1]);
    });

    /** Collects the statements that work would run. */
    async function statementsOf(work: (sql: Sql) => Promise<unknown>, answer: readonly object[] = []): Promise<Statement[]> {
      const statements: Statement[] = [];
      await work({ query: (statement) => (statements.push(statement), Promise.resolve([...answer] as never[])) }).catch(() => undefined);
      return statements;
    }

    test('that refreshes a projection or records refunds reads and changes one part, and brings new rows in through the coordinator', async () => {
      const agencyId = agencies[0].id;
      const entry = <Record>(record: Record) => ({ agencyId, record });
      const refreshing = [
        ...(await statementsOf((sql) => rollUpsProjection.refresh(sql, agencyId, undefined, 1_000))),
        ...(await statementsOf(
          (sql) => sentMessagesProjection.refresh(sql, agencyId, undefined, 1_000),
          [{ place: '(0,1)', send_id: 's1', changed_at: new Date() }],
        )),
        ...[takeQuarters, addQuarters].map((text) => ({ text, values: [agencyId, ['2026-01-03T10:00:00Z']] })),
        ...(await statementsOf((sql) => lockOrders(sql, [{ agencyId, orderId: 'o1' }]))),
        ...(await statementsOf((sql) => writeRefunds(sql, [entry(refund('o1'))]))),
      ];
      const ofTables = refreshing.filter(({ text }) => !/set_config|INSERT INTO sent_messages/.test(text));
      expect(ofTables).toHaveLength(7);
      for (const statement of ofTables) expect((await planOf(statement)).tasks, statement.text).toEqual([1]);
      const bringing = [
        ...(await statementsOf((sql) => writeOrders(sql, [entry(order('o9', 'c1'))]))),
        ...(await statementsOf((sql) => writeSends(sql, [entry(send('s9', 'c1'))]))),
      ];
      for (const statement of bringing) {
        const { inserts } = await planOf(statement);
        expect(inserts, statement.text).toBeGreaterThan(0);
      }
    });
  });

  interface Load {
    readonly acknowledged: string[];
    failures: number;
  }

  /** Brings in an order after the other for each agency until the work is over, and tries again what was not acknowledged. */
  async function underLoad(during: (loads: readonly Load[]) => Promise<void>): Promise<readonly Load[]> {
    let isOver = false;
    const loads = agencies.map((): Load => ({ acknowledged: [], failures: 0 }));
    const loops = agencies.map(async ({ id: agencyId }, place) => {
      const load = loads[place]!;
      for (let count = 0; !isOver; count += 1) {
        const record = order(`load-${place}-${Date.now()}-${count}`, 'c1');
        for (let status = 0; status !== 200 && !isOver;) {
          ({ status } = await service.operator('POST', `/operator/v1/agencies/${agencyId}/records`, { records: [record] }));
          if (status === 200) load.acknowledged.push(record.id);
          else load.failures += 1;
        }
      }
    });
    await during(loads).finally(() => (isOver = true));
    await Promise.all(loops);
    return loads;
  }

  /** Every acknowledged order is there, and its event was received. */
  async function expectNothingLost(loads: readonly Load[], receiver: Receiver): Promise<void> {
    for (const [place, agency] of agencies.entries()) {
      const { acknowledged } = loads[place]!;
      expect(acknowledged.length).toBeGreaterThan(0);
      const rows = await service.database.query<{ id: string }>({
        text: 'SELECT id FROM orders WHERE agency_id = $1',
        values: [agency.id],
      });
      const stored = new Set(rows.map(({ id }) => id));
      expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    }
    const all = loads.flatMap(({ acknowledged }) => acknowledged);
    const missingEvents = () => {
      const received = new Set(receiver.received.map(({ event }) => event.data.id));
      return all.filter((id) => !received.has(id));
    };
    await expect.poll(missingEvents, { timeout: 30_000 }).toEqual([]);
  }

  async function subscribedReceiver(): Promise<Receiver> {
    const receiver = await startReceiver();
    for (const { key } of agencies) {
      const body = { url: receiver.url, enabled_event_types: ['order.created'] };
      expect((await service.request('POST', '/v1/webhooks', { key, body })).status).toBe(201);
    }
    return receiver;
  }

  test('an agency that is moved to another worker loses nothing and is served meanwhile', async () => {
    const receiver = await subscribedReceiver();
    const [moved] = agencies;
    const from = await portOf(moved.id);
    const [to] = cluster.nodes.slice(1).filter(({ port }) => port !== from);
    const loads = await underLoad(async ([load]) => {
      await expect.poll(() => load!.acknowledged.length).toBeGreaterThan(3);
      const move = `citus_move_shard_placement(get_shard_id_for_distribution_column('orders', '${moved.id}'::uuid), '127.0.0.1', ${from}, '127.0.0.1', ${to!.port}, 'auto')`;
      await atCoordinator(`SELECT ${move}`);
      const before = load!.acknowledged.length;
      await expect.poll(() => load!.acknowledged.length).toBeGreaterThan(before + 3);
    });
    expect(await portOf(moved.id)).toBe(to!.port);
    expect(loads.map(({ failures }) => failures)).toEqual([0, 0]);
    await expectNothingLost(loads, receiver);
    await receiver.close();
    const back = `citus_move_shard_placement(get_shard_id_for_distribution_column('orders', '${moved.id}'::uuid), '127.0.0.1', ${to!.port}, '127.0.0.1', ${from}, 'auto')`;
    await atCoordinator(`SELECT ${back}`);
  });

  test('a worker that is killed and comes back has lost nothing that was acknowledged', async () => {
    const receiver = await subscribedReceiver();
    const worker = await workerOf(agencies[0].id);
    const loads = await underLoad(async ([lost, other]) => {
      await expect.poll(() => Math.min(lost!.acknowledged.length, other!.acknowledged.length)).toBeGreaterThan(3);
      await worker.end('SIGQUIT');
      const [before, failures] = [other!.acknowledged.length, other!.failures];
      await expect.poll(() => other!.acknowledged.length, { timeout: 10_000 }).toBeGreaterThan(before + 20);
      expect(lost!.failures).toBeGreaterThan(1);
      expect(other!.failures - failures).toBeLessThanOrEqual(1);
      await worker.start();
      const acknowledged = lost!.acknowledged.length;
      await expect.poll(() => lost!.acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(acknowledged + 3);
    });
    await expectNothingLost(loads, receiver);
    await receiver.close();
  });

  test('while a worker is down, the agencies of the others have their reads, and projections wait until it is back', async () => {
    const [lost, other] = agencies;
    const worker = await workerOf(lost.id);
    const revenue = '/v1/analytics/revenue?start=2026-02-01&end=2026-02-28&timezone=UTC';
    const answerOf = ({ key }: TestAgency) => service.request('GET', revenue, { key });
    await worker.end('SIGQUIT');
    await other.ingest([order('in-outage', 'c1', { created_at: '2026-02-03T11:00:00Z' }), send('in-outage', 'c1')]);
    const refreshed = await refresh();
    expect([refreshed.status, refreshed.body.title]).toEqual([503, 'Temporarily unavailable']);
    expect([(await answerOf(other)).status, (await answerOf(lost)).status]).toEqual([200, 503]);
    expect((await service.request('GET', '/v1/orders/in-outage', { key: other.key })).status).toBe(200);
    expect((await service.operator('GET', '/operator/v1/service')).status).toBe(200);
    await worker.start();
    await expect.poll(async () => (await refresh()).status).toBe(200);
    expect((await answerOf(other)).body.orders_count).toBe(1);
  });

  test('the tables come back to the coordinator with all of their rows', async () => {
    const [{ id, key }] = agencies;
    const read = async () => (await service.request('GET', '/v1/orders?limit=200', { key })).body.data.length as number;
    const before = await read();
    expect(before).toBeGreaterThan(3);
    await service.close();
    for (const table of distributed) await atCoordinator(`SELECT undistribute_table('${table}')`);
    await atCoordinator('DROP FUNCTION bind_tenant_scope(text, text)');
    await atCoordinator(`DELETE FROM schema_migrations WHERE name LIKE '%.citus.sql'`);
    await prepareDatabase(ownerUrl, undefined, 'postgres');
    expect(await atCoordinator('SELECT FROM pg_dist_partition')).toEqual([]);
    service = await startService({ databaseUrl: ownerUrl });
    expect(await read()).toBe(before);
    const answer = await service.operator('POST', `/operator/v1/agencies/${id}/records`, {
      records: [order('back', 'c1'), send('back', 'c1')],
    });
    expect(answer.body).toMatchObject({ created: 2 });
    expect((await refresh()).status).toBe(200);
    expect(await read()).toBe(Math.min(200, before + 1));
  });
});
