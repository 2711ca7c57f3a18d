import { createRequire } from 'node:module';
import pg from 'pg';
import { Sequelize } from 'sequelize';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { TenantScope } from '../../server/access/scope/tenant-scope.ts';
import { ScopedModels } from '../../server/access/scope/scoped-models.ts';
import { ScopedStatements } from '../../server/access/scope/scoped-statements.ts';
import { readRoles } from '../../server/database/client/roles.ts';
import type { RowScope } from '../../server/database/client/sql.ts';
import { following, Op, sql, type Condition } from '../../server/orm/conditions.ts';
import { openDatabase, type OpenDatabase } from '../../server/orm/database.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let test_: TestDatabase;
let administrator: pg.Client;
let database: OpenDatabase;
let plain: Sequelize;
let own: RowScope;
let other: RowScope;
beforeAll(async () => {
  test_ = await createTestDatabase();
  administrator = new pg.Client({ connectionString: test_.url });
  await administrator.connect();
  const { rows } = await administrator.query<{ id: string }>(`INSERT INTO agencies (name) VALUES ('A'), ('B') RETURNING id`);
  [own, other] = rows.map(({ id }) => ({ agencyId: id, creatorIds: [] })) as unknown as [RowScope, RowScope];
  for (const { agencyId } of [own, other]) {
    await administrator.query(
      `INSERT INTO creators (agency_id, id, name, account_id) VALUES ($1, 'c1', 'One', 'a1'), ($1, 'c2', 'Two', 'a2'), ($1, $2, 'Dollar', 'a3')`,
      [agencyId, '$1 {x}'],
    );
  }
  database = openDatabase(test_.ownerUrl, [], 2, { roles: await readRoles(test_.ownerUrl) });
  const { host, port, user: username, password, database: name } = new pg.Client({ connectionString: test_.url });
  const login = { host, port, username, password: password ?? '', database: name! };
  plain = new Sequelize({ ...login, dialect: 'postgres', logging: false, pool: { max: 1 } });
});
afterAll(async () => {
  await Promise.all([database.close(), plain.close(), administrator.end()]);
  await test_.drop();
});

/** Ends the session from outside. */
async function cut(pid: number): Promise<void> {
  const server = new pg.Client({ connectionString: inject('postgresUrl') });
  await server.connect();
  await server.query('SELECT pg_terminate_backend($1::int, 10000)', [pid]).finally(() => server.end());
}

const statements = new ScopedStatements();
const within = ({ agencyId, creatorIds }: RowScope, ids = creatorIds) =>
  new ScopedModels(database, statements, new TenantScope(agencyId, ids));
const failing = { text: 'SELECT 1 / 0' };

test('the version of Sequelize whose query generator is relied on', () => {
  expect((createRequire(import.meta.url)('sequelize/package.json') as { version: string }).version).toBe('6.37.8');
});

describe('where Sequelize by itself', () => {
  test('sends any statement, one without a row scope is refused', async () => {
    expect(await plain.query('SELECT 1 AS one', { type: 'SELECT' })).toEqual([{ one: 1 }]);
    await expect(database.query({ text: 'SELECT 1 AS one' })).rejects.toThrow('a statement without a row scope');
    await expect(database.transaction((transaction) => transaction.query({ text: 'SELECT 1' }))).rejects.toThrow('without a row scope');
    await expect(database.models.models.creators.findAll()).rejects.toThrow('they would have no row scope');
  });

  test('leaves no setting of a statement on the session', async () => {
    const text = `SELECT current_setting('tenant_scope.agency', true) AS agency`;
    await plain.query(`SELECT set_config('tenant_scope.agency', 'left', false)`);
    expect(await plain.query(text, { type: 'SELECT' })).toEqual([{ agency: 'left' }]);
    const agencies = [own, other, own, other].map((rowScope) => database.query<{ agency: string }>({ text, rowScope }));
    expect((await Promise.all(agencies)).flat().map(({ agency }) => agency)).toEqual(
      [own, other, own, other].map(({ agencyId }) => agencyId),
    );
    const { connectionManager } = database.models.models.creators.sequelize!;
    const client = (await connectionManager.getConnection({ type: 'read' })) as pg.Client;
    const { rows } = await client.query(text).finally(() => connectionManager.releaseConnection(client));
    expect(rows).toEqual([{ agency: '' }]);
  });

  test('reports a transaction as done in which a statement failed, its commit is an error', async () => {
    const committed = vi.fn();
    await plain.transaction(async (transaction) => {
      transaction.afterCommit(committed);
      await plain.query(failing.text, { transaction }).catch(() => undefined);
    });
    expect(committed).toHaveBeenCalledTimes(1);
    const done = vi.fn();
    const work = database.transaction(async (transaction) => {
      transaction.afterCommit(done);
      await transaction.query({ ...failing, rowScope: own }).catch(() => undefined);
    });
    await expect(work).rejects.toThrow('one of its statements failed');
    expect(done).not.toHaveBeenCalled();
  });

  test('runs what follows a commit after one that failed, it runs after the commit alone, and an unknown one is distinguished', async () => {
    const [afterPlain, after, unknown] = [vi.fn(), vi.fn(), vi.fn()];
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const lost = plain.transaction(async (transaction) => {
      transaction.afterCommit(afterPlain);
      const [row] = (await plain.query('SELECT pg_backend_pid() AS pid', { transaction, type: 'SELECT' })) as unknown as [{ pid: number }];
      await cut(row.pid);
    });
    await expect(lost).rejects.toThrow();
    expect(afterPlain).toHaveBeenCalledTimes(1);
    warn.mockRestore();
    const cutOff = database.transaction(async (transaction) => {
      transaction.afterCommit(after);
      transaction.onUnknown(unknown);
      const [row] = await transaction.query<{ pid: number }>({ text: 'SELECT pg_backend_pid() AS pid', rowScope: own });
      const last = transaction.queryLast({ text: 'SELECT pg_sleep(9)', rowScope: own });
      await Promise.all([last, cut(row!.pid)]);
    });
    await expect(cutOff).rejects.toThrow();
    expect(after).not.toHaveBeenCalled();
    expect(unknown).toHaveBeenCalledTimes(1);
    const order: string[] = [];
    await database.transaction(async (transaction) => {
      transaction.afterCommit(() => void order.push('after'));
      await transaction.query({ text: 'SELECT 1', rowScope: own });
      order.push('work');
    });
    expect(order).toEqual(['work', 'after']);
  });

  test('ends a statement without a caller: it ends on the server, and its connection serves the next', async () => {
    const gone = new AbortController();
    setTimeout(() => gone.abort(), 500);
    const startedAt = performance.now();
    await expect(database.query({ text: 'SELECT pg_sleep(20)', rowScope: own, gone: gone.signal })).rejects.toMatchObject({
      code: '57014',
    });
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    await plain.query('SELECT pg_sleep(0.2)', { signal: AbortSignal.timeout(20) } as object);
    expect(await database.query({ text: 'SELECT 1 AS one', rowScope: own })).toEqual([{ one: 1 }]);
  });

  test('writes values into the text of a statement, all of them are bound', async () => {
    const texts: string[] = [];
    const model = database.models.models.creators;
    const { queryGenerator } = plain.getQueryInterface() as unknown as {
      queryGenerator: { selectQuery(table: string, options: object, of: unknown): string };
    };
    expect(queryGenerator.selectQuery('creators', { where: { id: 'c1' } }, model)).toContain(`'c1'`);
    for (const id of ['c1', 'c2', `'; DROP TABLE creators`]) {
      const { text, values } = database.models.select('creators', { where: { id } }, true);
      expect(values).toEqual([id]);
      texts.push(text);
    }
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toMatch(/FROM \{creators\} AS "creators" WHERE "creators"."id" = \$1$/);
  });
});

describe('the models of a key', () => {
  test('read only rows of its agency and creators, whatever the condition', async () => {
    const ids = async (rowScope: RowScope, where: Condition<{ readonly id: string; readonly agency_id: string }>) =>
      (await within(rowScope).creators.rows({ where, attributes: ['id'], order: ['id'] })).map(({ id }) => id);
    const limited = { ...own, creatorIds: ['c1'] };
    expect(await ids(own, {})).toEqual(['$1 {x}', 'c1', 'c2']);
    expect(await ids(limited, {})).toEqual(['c1']);
    expect(await ids(own, { agency_id: other.agencyId })).toEqual([]);
    expect(await ids(limited, { [Op.or]: [{ id: 'c2' }, sql('true')] })).toEqual(['c1']);
    expect(await ids(limited, { id: ['c1', 'c2'] })).toEqual(['c1']);
    expect(await within(own).creators.row({ where: { id: '$1 {x}' }, attributes: ['name'] })).toEqual({ name: 'Dollar' });
    await expect(ids(limited, sql('EXISTS (SELECT FROM creators)'))).rejects.toThrow('without its scope rule');
    expect(await within(own).creators.count({ id: { [Op.notIn]: ['c1'] } })).toBe(2);
  });

  test('write only rows of its agency and creators', async () => {
    const limited = within(own, ['c1']);
    const made = await within(own).publications.create({ creator_id: 'c2', status: 'scheduled', text: 'a', media: [] } as never);
    expect(made).toMatchObject({ agency_id: own.agencyId, creator_id: 'c2', media: [], created_at: expect.any(Date) as Date });
    expect(await limited.publications.destroy({ id: made.id })).toEqual([]);
    expect(await within(other).publications.destroy({ id: made.id })).toEqual([]);
    await expect(limited.publications.create({ creator_id: 'c2', status: 'scheduled' } as never)).rejects.toThrow(
      'outside the tenant scope',
    );
    await expect(limited.publications.create({ creator_id: sql(`'c2'`), status: 'scheduled' } as never)).rejects.toThrow(
      'row-level security',
    );
    await expect(within(own).publications.destroy({})).rejects.toThrow('without a condition');
    expect(await within(own).publications.destroy({ id: made.id, text: { [Op.ne]: 'x' } })).toMatchObject([{ id: made.id, text: 'a' }]);
  });

  test('update only rows of its agency and creators', async () => {
    for (const { agencyId } of [own, other]) {
      await administrator.query(
        `INSERT INTO ai_requests (agency_id, id, creator_id, account_id, fan_id, action, requested_at)
         SELECT $1, 'of ' || id, id, account_id, 'f', 'stop', now() FROM creators WHERE agency_id = $1`,
        [agencyId],
      );
    }
    const acknowledged = async (data: ScopedModels) =>
      (await data.ai_requests.update({ acknowledged_at: sql('now()') }, { acknowledged_at: null })).map(({ id }) => id).toSorted();
    expect(await acknowledged(within(own, ['c1']))).toEqual(['of c1']);
    expect(await acknowledged(within(own))).toEqual(['of $1 {x}', 'of c2']);
    expect(await within(other).ai_requests.count({ acknowledged_at: null })).toBe(3);
  });

  test('carry their transaction, which nothing is left of when it is rolled back', async () => {
    const data = within(own);
    const rolledBack = data.transaction(async (transaction) => {
      await transaction.publications.create({ creator_id: 'c1', status: 'scheduled' } as never);
      expect(await transaction.publications.count()).toBe(1);
      expect(await data.publications.count()).toBe(0);
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    expect(await data.publications.count()).toBe(0);
  });

  test('page by two columns in descending order', async () => {
    const rows = async (position?: readonly [unknown, unknown]) =>
      within(own).creators.rows({
        where: position ? following<{ name: string; id: string }>('name', 'id', position) : {},
        order: [
          ['name', 'DESC'],
          ['id', 'DESC'],
        ],
        attributes: ['name', 'id'],
        limit: 1,
      });
    const seen: string[] = [];
    for (let [row] = await rows(); row; [row] = await rows([row.name, row.id])) seen.push(row.name);
    expect(seen).toEqual(['Two', 'One', 'Dollar']);
  });
});
