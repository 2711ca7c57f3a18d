import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { ScopedStatements } from '../../server/access/scope/scoped-statements.ts';
import { TenantScope } from '../../server/access/scope/tenant-scope.ts';
import { rolesOf, type Roles } from '../../server/database/client/roles.ts';
import type { RowScope } from '../../server/database/client/sql.ts';
import { openDatabase, type OpenDatabase } from '../../server/orm/database.ts';
import { creator, order, send } from '../records/records.ts';
import { createTestDatabase, createUndividedDatabase, type TestDatabase } from '../support/database.ts';
import { startService, type TestAgency, type TestService } from '../support/service.ts';

const citusUrls = inject('citusUrls');
/** The tables on workers that keys read. */
const tables = ['orders', 'sent_messages', 'revenue_quarters', 'message_quarters', 'activity_blocks'] as const;

interface Owned {
  readonly agency_id: string;
  readonly creator_id: string;
}
const ownersOf = (rows: readonly Owned[]) => [...new Set(rows.map((row) => `${row.agency_id} ${row.creator_id}`))].toSorted();

/** `test/scope`, which also runs on Citus, tests scoped statements and policies further. */
describe.skipIf(!citusUrls)('tables on workers', () => {
  let database: TestDatabase;
  let service: TestService;
  let roles: Roles;
  /** As requests have it. */
  let api: OpenDatabase;
  /** The first two have their rows in the same part of each table, the third one on the other worker. */
  let agencies: [TestAgency, TestAgency, TestAgency];

  const rows = <Row>(text: string, values: readonly unknown[] = []) => service.database.query<Row>({ text, values });
  const partOf = async (agencyId: string) => {
    const [part] = await rows<{ id: string; port: number }>(
      `SELECT shardid AS id, nodeport AS port FROM pg_dist_shard_placement WHERE shardid = get_shard_id_for_distribution_column('orders', $1::uuid)`,
      [agencyId],
    );
    return part!;
  };
  const readAs = (rowScope: RowScope, table: string) => api.query<Owned>({ text: `SELECT agency_id, creator_id FROM ${table}`, rowScope });

  beforeAll(async () => {
    database = await createTestDatabase();
    service = await startService({ delivers: false, createDatabase: () => Promise.resolve(database) });
    roles = rolesOf(new URL(database.ownerUrl).username);
    api = openDatabase(database.ownerUrl, [], 2, { roles, hasWorkers: true });
    const first = await service.createAgency();
    const part = await partOf(first.id);
    const found: { second?: TestAgency; third?: TestAgency } = {};
    while (!found.second || !found.third) {
      const agency = await service.createAgency();
      const { id, port } = await partOf(agency.id);
      if (id === part.id) found.second ??= agency;
      else if (port !== part.port) found.third ??= agency;
    }
    agencies = [first, found.second, found.third];
    for (const { ingest } of agencies) {
      await ingest([...['c1', 'c2'].flatMap((id) => [creator(id), send(`s-${id}`, id), order(`o-${id}`, id)])]);
    }
    expect((await service.operator('POST', '/operator/v1/projections/refresh')).status).toBe(200);
  }, 120_000);
  afterAll(async () => {
    await api?.close();
    await service?.close();
  });

  async function expectOwnRowsAlone(): Promise<void> {
    for (const table of tables) {
      for (const { id } of agencies) {
        expect(ownersOf(await readAs({ agencyId: id, creatorIds: [] }, table)), table).toEqual([`${id} c1`, `${id} c2`]);
        expect(ownersOf(await readAs({ agencyId: id, creatorIds: ['c2'] }, table)), table).toEqual([`${id} c2`]);
      }
    }
  }

  test('the policies limit a statement without scope conditions to its agency and creators', expectOwnRowsAlone);

  test('the policies limit it after its shard was moved to another worker', async () => {
    const { id, port } = await partOf(agencies[0].id);
    const [to] = citusUrls!.slice(1).filter((url) => new URL(url).port !== String(port));
    await rows(`SELECT citus_move_shard_placement($1, '127.0.0.1', $2, '127.0.0.1', $3, 'block_writes')`, [id, port, new URL(to!).port]);
    await expectOwnRowsAlone();
  });

  test('an API role may not write them, and if it could, the policies would limit writes to its agency and creators', async () => {
    const [{ id }, { id: otherId }] = agencies;
    const whole = { agencyId: id, creatorIds: [] };
    const limited = { agencyId: id, creatorIds: ['c2'] };
    const texts = [
      'UPDATE orders SET amount_cents = 1 RETURNING agency_id, creator_id',
      'DELETE FROM orders RETURNING agency_id, creator_id',
    ];
    const insert = (agencyId: string, creatorId: string) => ({
      text: `
        INSERT INTO orders (agency_id, id, order_type, creator_id, account_id, amount_cents, created_at)
        VALUES ($1, 'new', 'tip', $2, 'account', 1, now()) RETURNING agency_id, creator_id`,
      values: [agencyId, creatorId],
    });
    const inserts = [insert(otherId, 'c2'), insert(id, 'c1'), insert(id, 'c2')];
    for (const statement of [...texts.map((text) => ({ text })), ...inserts]) {
      for (const rowScope of [whole, limited])
        await expect(api.query({ ...statement, rowScope })).rejects.toThrow('permission denied for table orders');
    }

    await rows(`GRANT INSERT, UPDATE, DELETE ON orders TO ${roles.api}, ${roles.limitedApi}`);
    class Undone extends Error {}
    const written = async (statement: { text: string; values?: readonly unknown[] }, rowScope: RowScope) => {
      let owners: string[] = [];
      const undone = api.transaction(async (transaction) => {
        owners = ownersOf(await transaction.query<Owned>({ ...statement, rowScope }));
        throw new Undone();
      });
      await expect(undone).rejects.toThrow(Undone);
      return owners;
    };
    for (const text of texts) {
      expect(await written({ text }, whole), text).toEqual([`${id} c1`, `${id} c2`]);
      expect(await written({ text }, limited), text).toEqual([`${id} c2`]);
    }
    const refusal = /new row violates row-level security policy for table "orders/;
    const [foreign, beyond, within] = inserts as [(typeof inserts)[0], (typeof inserts)[0], (typeof inserts)[0]];
    await expect(api.query({ ...foreign, rowScope: whole })).rejects.toThrow(refusal);
    await expect(api.query({ ...foreign, rowScope: limited })).rejects.toThrow(refusal);
    await expect(api.query({ ...beyond, rowScope: limited })).rejects.toThrow(refusal);
    expect(await written(beyond, whole)).toEqual([`${id} c1`]);
    expect(await written(within, limited)).toEqual([`${id} c2`]);
    await rows(`REVOKE INSERT, UPDATE, DELETE ON orders FROM ${roles.api}, ${roles.limitedApi}`);
  });

  test('an API role without a tenant reads no row on any server or shard', async () => {
    for (const nodeUrl of citusUrls!) {
      const url = Object.assign(new URL(nodeUrl), { pathname: new URL(database.url).pathname });
      const parts = await rows<{ name: string }>(
        `SELECT shard_name(logicalrelid, shardid) AS name FROM pg_dist_shard JOIN pg_dist_shard_placement USING (shardid)
          WHERE nodeport = $1 AND logicalrelid = ANY ($2::regclass[])`,
        [url.port, tables],
      );
      expect(parts.length > 0).toBe(nodeUrl !== citusUrls![0]);
      for (const role of [roles.api, roles.limitedApi]) {
        const client = new pg.Client({ connectionString: Object.assign(new URL(url), { username: role }).href });
        await client.connect();
        for (const name of [...tables, ...parts.map((part) => part.name)]) {
          expect((await client.query(`SELECT 1 FROM ${name}`)).rows, `${name} at ${nodeUrl}`).toEqual([]);
        }
        await client.end();
      }
    }
  });

  test('without policies, scope conditions limit a statement to its agency and creators', async () => {
    for (const table of tables) await rows(`ALTER TABLE ${table} DISABLE ROW LEVEL SECURITY`);
    const statements = new ScopedStatements();
    const all = agencies.flatMap(({ id }) => [`${id} c1`, `${id} c2`]).toSorted();
    for (const table of tables) {
      for (const { id } of agencies) {
        const limitedTo = async (creatorIds: string[]) => {
          const statement = { text: `SELECT agency_id, creator_id FROM {${table}} AS t` };
          return ownersOf(await api.query<Owned>(statements.addScope(new TenantScope(id, creatorIds), statement)));
        };
        expect(await limitedTo([]), table).toEqual([`${id} c1`, `${id} c2`]);
        expect(await limitedTo(['c2']), table).toEqual([`${id} c2`]);
        // Without both checks, all rows are read.
        expect(ownersOf(await readAs({ agencyId: id, creatorIds: ['c2'] }, table)), table).toEqual(all);
      }
    }
  });

  test('that are not distributed are on a worker', async () => {
    const undivided = await createUndividedDatabase();
    const client = new pg.Client({ connectionString: undivided.url });
    await client.connect();
    const { rows: parts } = await client.query(
      `SELECT count(*)::int AS parts, bool_and(nodeport <> $2) AS are_on_workers FROM pg_dist_shard JOIN pg_dist_shard_placement USING (shardid)
        WHERE logicalrelid = ANY ($1::regclass[])`,
      [tables, new URL(undivided.url).port],
    );
    await client.end();
    await undivided.drop();
    expect(parts).toEqual([{ parts: tables.length, are_on_workers: true }]);
  });
});
