import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { KeyUses } from '../../server/access/keys/key-uses.ts';
import { Keyring } from '../../server/access/encryption/keyring.ts';
import { refusedTables, ruleOf } from '../../server/access/scope/scoped-tables.ts';
import { RolesMissing } from '../../server/access/scope/row-level-security.ts';
import { ofChecks, openWorkerPool } from '../../server/database/client/worker-pool.ts';
import { openDatabase, type OpenDatabase } from '../../server/orm/database.ts';
import { declarations, tableNames } from '../../server/models/tables.ts';
import { operatorDatabase } from '../../server/orm/operator-database.ts';
import { SequelizePool } from '../../server/orm/sequelize-pool.ts';
import { Replica } from '../../server/database/replica/replica.ts';
import { readRoles, type Roles } from '../../server/database/client/roles.ts';
import type { RowScope, Sql } from '../../server/database/client/sql.ts';
import { reencryptSecrets } from '../../server/access/encryption/re-encrypt.ts';
import { placeOfSecrets } from '../../server/entities/signing-secret.ts';
import { prepareDatabase, refusalOf } from '../../server/startup/prepare-database.ts';
import { removeOldAccessRecords } from '../../server/retention/access-records.ts';
import { trimFailureRecords } from '../../server/retention/failure-records.ts';
import { trimInsightHistory } from '../../server/retention/insight-history.ts';
import { limitPendingDeliveries } from '../../server/retention/pending-deliveries.ts';
import { readHistory, recordMinute } from '../../server/status/history.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let administrator: pg.Client;
let roles: Roles;
beforeAll(async () => {
  database = await createTestDatabase();
  administrator = new pg.Client({ connectionString: database.url });
  await administrator.connect();
  roles = await readRoles(database.ownerUrl);
});
afterAll(async () => {
  await administrator.end();
  await database.drop();
});

const rows = async <Row = any>(text: string, values: unknown[] = []) => (await administrator.query(text, values)).rows as Row[];

async function as<Result>(role: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  await client.query(`SET ROLE ${role}`);
  return work(client).finally(() => client.end());
}

const replicaOf = (url: string) =>
  new Replica(
    url,
    new SequelizePool({ url, size: 1, name: 'api', role: roles.api, scopeRoles: { api: roles.api, limitedApi: roles.limitedApi } }),
    roles.worker,
  );

/** What a session of the pool answers between the statements of requests. */
async function withoutBounds({ models }: OpenDatabase, text: string): Promise<unknown[]> {
  const { connectionManager } = models.models.agencies.sequelize!;
  const client = (await connectionManager.getConnection({ type: 'read' })) as pg.Client;
  const { rows } = await client.query(text).finally(() => connectionManager.releaseConnection(client));
  return rows;
}

/** Tables of agencies of which no key reaches a row. */
const closedTables = tableNames.filter((name) => declarations[name].scope === 'closed' && 'agency_id' in declarations[name].columns);

describe('the roles', () => {
  test('can neither log in nor do more than the grants allow, and own nothing', async () => {
    const attributes = await rows(
      `SELECT rolname, rolcanlogin OR rolsuper OR rolbypassrls OR rolcreaterole OR rolcreatedb OR rolreplication AS is_mighty,
              EXISTS (SELECT FROM pg_class WHERE relowner = r.oid) AS is_owner
         FROM pg_roles r WHERE rolname = ANY ($1) ORDER BY 1`,
      [Object.values(roles)],
    );
    const names = (Object.values(roles) as string[]).toSorted();
    expect(attributes).toEqual(names.map((rolname) => ({ rolname, is_mighty: false, is_owner: false })));
  });

  test('the owner of the tables is not a superuser either', async () => {
    const [owner] = await rows(
      `SELECT bool_or(rolsuper OR rolbypassrls) AS is_mighty FROM pg_class JOIN pg_roles r ON r.oid = relowner WHERE relname IN ('orders', 'schema_policies')`,
    );
    expect(owner).toEqual({ is_mighty: false });
  });

  test('each pool has its own', async () => {
    const text = 'SELECT current_user AS role';
    const api = openDatabase(database.ownerUrl, [], 1, { roles });
    const operator = operatorDatabase(api, 1);
    const worker = openWorkerPool(database.ownerUrl, 1, () => undefined, new Set(), roles.worker);
    const checks = openWorkerPool(database.ownerUrl, 1, () => undefined, new Set(), roles.worker, ofChecks);
    const replica = replicaOf(database.ownerUrl);
    const roleOf = async (sql: Sql, rowScope?: RowScope) =>
      (await sql.query<{ role: string }>({ text, ...(rowScope ? { rowScope } : {}) }))[0]!.role;
    const inTransaction = (rowScope: RowScope) => api.transaction((transaction) => roleOf(transaction, rowScope));
    const whole = { agencyId: '00000000-0000-7000-8000-000000000000', creatorIds: [] };
    const limited = { ...whole, creatorIds: ['a"b\\c', ''] };
    expect({
      whole: await roleOf(api, whole),
      limited: await roleOf(api, limited),
      transactions: [await inTransaction(whole), await inTransaction(limited)],
      replica: [await roleOf(replica, whole), await roleOf(replica, limited)],
      operator: [await roleOf(operator), await roleOf(operator, whole), await operator.transaction((transaction) => roleOf(transaction))],
      worker: await roleOf(worker),
      checks: await roleOf(checks),
    }).toEqual({
      whole: roles.api,
      limited: roles.limitedApi,
      transactions: [roles.api, roles.limitedApi],
      replica: [roles.api, roles.limitedApi],
      operator: [roles.operator, roles.operator, roles.operator],
      worker: roles.worker,
      checks: roles.worker,
    });
    // Each statement of a transaction has its own row scope, whatever the one before had.
    const alternating = [limited, whole, limited, whole];
    const shown = `SELECT current_user AS role, current_setting('tenant_scope.creators', true) AS creators`;
    const inTurn = await api.transaction(async (transaction) => {
      const answers: unknown[] = [];
      for (const rowScope of alternating) answers.push(...(await transaction.query<object>({ text: shown, rowScope })));
      return answers;
    });
    const ofLimited = { role: roles.limitedApi, creators: '{"a\\"b\\\\c",""}' };
    const ofWhole = { role: roles.api, creators: '' };
    expect(inTurn).toEqual([ofLimited, ofWhole, ofLimited, ofWhole]);
    const creators = `SELECT nullif(current_setting('tenant_scope.agency', true), '') AS agency, nullif(current_setting('tenant_scope.creators', true), '')::text[] AS creators`;
    expect(await api.query({ text: creators, rowScope: limited })).toEqual([{ agency: limited.agencyId, creators: limited.creatorIds }]);
    expect(await withoutBounds(api, creators)).toEqual([{ agency: null, creators: null }]);
    await Promise.all([api, worker, checks, replica].map((pool) => pool.close()));
  });

  test('a user of a replica needs three of them, which the page about configuration names', async () => {
    const user = `reader_${randomBytes(4).toString('hex')}`;
    const page = await readFile('docs/configuration.md', 'utf8');
    const named = [
      ...page
        .split('`DATABASE_REPLICA_URLS`')[1]!
        .split('\n')[0]!
        .matchAll(/`<user>(_\w+)`/g),
    ].map(([, suffix]) => suffix!);
    const granted = named.map((suffix) => `${roles.api.replace(/_api$/, '')}${suffix}`);
    await administrator.query(
      `CREATE ROLE ${user} LOGIN PASSWORD 'reader'; GRANT ${granted.join(', ')} TO ${user} WITH INHERIT FALSE, SET TRUE`,
    );
    const url = Object.assign(new URL(database.ownerUrl), { username: user, password: 'reader' }).href;
    const replica = replicaOf(url);
    const rowScopes = [[], ['c1']].map((creatorIds) => ({ agencyId: randomUUID(), creatorIds }));
    const text = 'SELECT current_user AS role';
    try {
      const answers = [await replica.check(), ...(await Promise.all(rowScopes.map((rowScope) => replica.query({ text, rowScope }))))];
      expect(answers.slice(1)).toEqual([[{ role: roles.api }], [{ role: roles.limitedApi }]]);
    } finally {
      await replica.close();
      await administrator.query(`DROP ROLE ${user}`);
    }
  });

  test('scheduled tasks need only the privileges of the worker role', async () => {
    const worker = openWorkerPool(database.ownerUrl, 1, () => undefined, new Set(), roles.worker);
    const { signal } = new AbortController();
    const agencyId = randomUUID();
    await rows(
      `INSERT INTO audit_log (id, action, actor_kind, actor_name, subject_name, creator_ids, details, request_id)
       VALUES (first_id_at(now() - interval '10 years'), 'key.created', 'operator', '', '', '{}', '{}', '')`,
    );
    await rows(`INSERT INTO key_uses VALUES ($1, now() - interval '10 years', $1, 'listOrders', 1, 1, now())`, [agencyId]);
    try {
      const uses = new KeyUses(worker);
      uses.count(agencyId, randomUUID(), 'listOrders', 3);
      await uses.write();
      await removeOldAccessRecords(worker, signal);
      await recordMinute(worker, [{ name: 'API', status: 'operational', detail: '' }]);
      const [formerKey, key] = [randomBytes(32), randomBytes(32)];
      const keyring = new Keyring(key, [formerKey]);
      const [endpoint] = await rows<{ agency_id: string; id: string }>(
        `WITH agency AS (INSERT INTO agencies (name) VALUES ('A') RETURNING id)
         INSERT INTO webhook_endpoints (agency_id, url, label, secret_ciphertext, secret_prefix, enabled_event_types, api_version)
         SELECT id, 'https://x.example', '', '', '', '{}', '2026-07-06' FROM agency RETURNING agency_id, id`,
      );
      const place = placeOfSecrets(endpoint!.agency_id, endpoint!.id);
      const former = new Keyring(formerKey).encrypt('secret', place);
      await rows('UPDATE webhook_endpoints SET secret_ciphertext = $1 WHERE id = $2', [former, endpoint!.id]);
      expect(await reencryptSecrets(worker, keyring, signal)).toBe(1);
      const [{ sealed }] = (await rows('SELECT secret_ciphertext AS sealed FROM webhook_endpoints WHERE id = $1', [endpoint!.id])) as [
        { sealed: Buffer },
      ];
      expect([keyring.idOfKey(sealed), keyring.decrypt(sealed, place)]).toEqual([keyring.keyIds.current, 'secret']);
      await rows('DELETE FROM agencies WHERE id = $1', [endpoint!.agency_id]);
      expect((await readHistory(worker)).map(({ name }) => name)).toEqual(['API']);
    } finally {
      await worker.close();
    }
    expect(await rows(`SELECT count(*) FROM audit_log WHERE id < first_id_at(now() - interval '9 years')`)).toEqual([{ count: 0 }]);
    expect(await rows('SELECT item_count FROM key_uses WHERE agency_id = $1', [agencyId])).toEqual([{ item_count: 3 }]);
  });

  test('a request cannot lock a key of another agency', async () => {
    const [own, other] = await rows<{ agency_id: string; id: string }>(
      `WITH agency AS (INSERT INTO agencies (name) VALUES ('A'), ('B') RETURNING id)
       INSERT INTO api_keys (agency_id, key_hash, label, prefix, scopes)
       SELECT id, sha256(uuid_send(id)), '', '', '{}' FROM agency RETURNING agency_id, id`,
    );
    const api = openDatabase(database.ownerUrl, [], 1, { roles });
    const holds = async (agencyId: string, keyId: string) =>
      (
        await api.query<{ is_held: boolean }>({
          text: 'SELECT hold_key($1, $2) AS is_held',
          values: [agencyId, keyId],
          rowScope: { agencyId: own!.agency_id, creatorIds: [] },
        })
      )[0]!.is_held;
    expect([
      await holds(own!.agency_id, own!.id),
      await holds(other!.agency_id, other!.id),
      await holds(own!.agency_id, other!.id),
      await holds(other!.agency_id, own!.id),
    ]).toEqual([true, false, false, false]);
    await api.close();
    await rows('DELETE FROM api_keys');
    await rows('DELETE FROM agencies');
  });

  test('and so is what holds an agency to its quotas', async () => {
    const worker = openWorkerPool(database.ownerUrl, 1, () => undefined, new Set(), roles.worker);
    const { signal } = new AbortController();
    const [agency] = await rows<{ id: string }>(`INSERT INTO agencies (name) VALUES ('Full') RETURNING id`);
    for (const text of [
      `UPDATE agency_quotas SET insight_history_bytes_allowed = 0, failure_records_allowed = 0, pending_deliveries_allowed = 0 WHERE agency_id = $1`,
      `INSERT INTO creators (agency_id, id, name, account_id) VALUES ($1, 'c1', 'c', 'a1')`,
      `INSERT INTO fans (agency_id, account_id, fan_id, creator_id, subscription_status, is_online, related_at)
       VALUES ($1, 'a1', 'f1', 'c1', 'interested', true, now())`,
      `INSERT INTO api_keys (agency_id, label, prefix, key_hash, scopes) VALUES ($1, '', '', sha256(''), '{}')`,
      `INSERT INTO insight_edits (agency_id, account_id, fan_id, previous_note, key_id)
       SELECT $1, 'a1', 'f1', '', id FROM api_keys WHERE agency_id = $1`,
      `WITH endpoint AS (
         INSERT INTO webhook_endpoints (agency_id, url, label, secret_ciphertext, secret_prefix, enabled_event_types, api_version)
         VALUES ($1, '', '', '', '', '{order.created}', '2026-07-06') RETURNING id
       ), failure AS (
         INSERT INTO delivery_failures (agency_id, endpoint_id, event_type, event_id, occurred_at, delivery_id, error, attempts, data)
         SELECT $1, id, 'order.created', uuidv7(), now(), uuidv7(), 'timeout', '{}', '{}' FROM endpoint
       )
       INSERT INTO delivery_queue (agency_id, endpoint_id, event_type, event_id, occurred_at, generation)
       SELECT $1, id, 'order.created', uuidv7(), now(), 1 FROM endpoint`,
    ])
      await rows(text, [agency!.id]);
    const disabled: object[] = [];
    try {
      await trimInsightHistory(worker, signal);
      await trimFailureRecords(worker, signal);
      await limitPendingDeliveries(worker, signal, (endpoint) => disabled.push(endpoint), 0);
    } finally {
      await worker.close();
    }
    expect(disabled).toMatchObject([{ agency_id: agency!.id }]);
    expect(await rows('SELECT FROM insight_edits UNION ALL SELECT FROM delivery_failures')).toEqual([]);
    expect(await rows('SELECT actor_kind FROM audit_log WHERE agency_id = $1', [agency!.id])).toEqual([{ actor_kind: 'service' }]);
    await rows('DELETE FROM agencies WHERE id = $1', [agency!.id]);
    await rows('DELETE FROM delivery_queue');
  });

  const refused = /^permission denied for|^must be owner of/;
  test.each([
    ['api', 'SELECT key_hash FROM api_keys'],
    ['api', 'SELECT FROM rate_windows'],
    ['api', 'UPDATE orders SET amount_cents = 0'],
    ['api', 'DELETE FROM fans'],
    ['api', 'SELECT FROM graphile_worker.jobs'],
    ['limitedApi', 'SELECT key_hash FROM api_keys'],
    ['limitedApi', 'DELETE FROM delivery_failures'],
    ['worker', 'UPDATE orders SET amount_cents = 0'],
    ['worker', 'INSERT INTO api_keys DEFAULT VALUES'],
    ['worker', 'UPDATE webhook_events SET creator_id = creator_id'],
    ['worker', 'DELETE FROM operator_tokens'],
    ['operator', 'DELETE FROM agencies'],
    ['operator', 'UPDATE api_keys SET scopes = scopes'],
    ['operator', 'DELETE FROM delivery_failures'],
    ['operator', 'UPDATE insights SET note = note'],
    ['api', `UPDATE audit_log SET actor_name = ''`],
    ['api', 'SELECT FROM containments'],
    ['api', 'SELECT FROM operator_tokens'],
    ['api', 'UPDATE agency_quotas SET scheduled_publications_used = 0'],
    ['limitedApi', 'UPDATE agency_quotas SET api_keys_allowed = 1'],
    ['operator', 'UPDATE agency_quotas SET pending_deliveries_used = 0'],
    ['operator', 'INSERT INTO agency_quotas DEFAULT VALUES'],
    ['operator', 'SELECT bound_insight_history(uuidv7(), 0)'],
    ['worker', 'SELECT keys_of_agency(uuidv7())'],
    ['worker', `UPDATE operator_tokens SET scopes = scopes`],
    ['operator', 'DELETE FROM audit_log'],
    ...(['api', 'limitedApi', 'worker', 'operator'] as const).flatMap((role) =>
      [
        'CREATE TABLE mine ()',
        'DROP TABLE orders',
        'TRUNCATE orders',
        'ALTER TABLE orders DISABLE ROW LEVEL SECURITY',
        'SELECT FROM schema_policies',
      ].map((text) => [role, text] as const),
    ),
  ] as const)('%s may not: %s', async (role, text) => {
    await expect(as(roles[role], (client) => client.query(text))).rejects.toThrow(refused);
  });
});

describe('the policies', () => {
  beforeAll(async () => {
    await administrator.query(`
      INSERT INTO agencies (name) VALUES ('A'), ('B');
      INSERT INTO creators (agency_id, id, name, account_id) SELECT id, 'c' || n, 'c', 'a' || n FROM agencies, generate_series(1, 2) n`);
  });

  test('are on every table of agencies, every new table declares its users, and a key’s statement may name only tables without an agency', async () => {
    const tables = await rows<{ name: string; is_of_agencies: boolean; has_policies: boolean }>(
      `SELECT relname AS name, relrowsecurity AS has_policies,
              EXISTS (SELECT FROM pg_attribute WHERE attrelid = c.oid AND attname = 'agency_id') AS is_of_agencies
         FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY 1`,
    );
    expect(tables.filter(({ is_of_agencies, has_policies }) => is_of_agencies && !has_policies)).toEqual([]);
    const withoutRule = tables.filter(({ name, is_of_agencies }) => is_of_agencies && !ruleOf(name));
    expect(withoutRule.map(({ name }) => name).toSorted()).toEqual(closedTables.toSorted());
    const shared = tables.filter(({ name }) => !refusedTables.includes(name));
    expect(shared).toEqual(
      ['delivery_hours_progress', 'delivery_leases'].map((name) => expect.objectContaining({ name, is_of_agencies: false })),
    );
    const named = new Set<string>(tableNames);
    expect(tables.map(({ name }) => name).filter((name) => !named.has(name))).toEqual([]);
    expect([...named].filter((name) => !tables.some((table) => table.name === name))).toEqual([]);
  });

  test('show no row to a role of the API without a tenant', async () => {
    const seen = (role: string, agency: string | null, creators: string[]) =>
      as(role, async (client) => {
        if (agency !== null)
          await client.query(
            `SELECT set_config('tenant_scope.agency', $1, false), set_config('tenant_scope.creators', $2::text[]::text, false)`,
            [agency, creators],
          );
        return (await client.query('SELECT agency_id, id FROM creators ORDER BY 1, 2')).rows as unknown[];
      });
    const [agency] = await rows<{ id: string }>(`SELECT id FROM agencies ORDER BY id LIMIT 1`);
    for (const role of [roles.api, roles.limitedApi]) expect(await seen(role, null, [])).toEqual([]);
    expect(await seen(roles.api, agency!.id, [])).toEqual(['c1', 'c2'].map((id) => ({ agency_id: agency!.id, id })));
    expect(await seen(roles.limitedApi, agency!.id, ['c2'])).toEqual([{ agency_id: agency!.id, id: 'c2' }]);
    expect(await seen(roles.limitedApi, agency!.id, [])).toEqual([]);
    await expect(
      as(roles.api, async (client) => {
        await client.query(`SELECT set_config('tenant_scope.agency', $1, false)`, [agency!.id]);
        await client.query(`INSERT INTO publications (agency_id, creator_id, status) SELECT gen_random_uuid(), 'c1', 'scheduled'`);
      }),
    ).rejects.toThrow('violates row-level security policy');
  });

  test('go with one statement in one round trip, and nothing is left of them', async () => {
    const api = openDatabase(database.ownerUrl, [], 1, { roles });
    const [agency] = await rows<{ id: string }>(`SELECT id FROM agencies ORDER BY id LIMIT 1`);
    const text = 'SELECT count(*) AS count FROM creators';
    expect(await withoutBounds(api, text)).toEqual([{ count: 0 }]);
    // The sender of this waits for the response before the next statement.
    const sync = vi.spyOn(pg.Connection.prototype as unknown as { sync(): void }, 'sync');
    expect(await api.query({ text, rowScope: { agencyId: agency!.id, creatorIds: [] } })).toEqual([{ count: 2 }]);
    expect(sync).toHaveBeenCalledTimes(1);
    sync.mockRestore();
    expect(await withoutBounds(api, text)).toEqual([{ count: 0 }]);
    await api.close();
  });
});

describe('applying the policies', () => {
  const standing = () => rows('SELECT made_by, state, xmin::text FROM schema_policies');

  test('a repeated migration changes nothing, repairs changes, and keeps objects of a later release', async () => {
    const before = await standing();
    await prepareDatabase(database.ownerUrl);
    expect(await standing()).toEqual(before);
    await administrator.query(`DROP POLICY tenant_scope ON orders; GRANT SELECT ON api_keys TO ${roles.api}`);
    await prepareDatabase(database.ownerUrl);
    const after = await standing();
    expect(after).toEqual([{ ...before[0], xmin: expect.any(String) as string }]);
    expect(after).not.toEqual(before);
    await administrator.query(`UPDATE schema_policies SET last_migration = '999', made_by = 'a later release'`);
    await prepareDatabase(database.ownerUrl);
    expect(await rows('SELECT made_by FROM schema_policies')).toEqual([{ made_by: 'a later release' }]);
  });

  /** A database of its own whose owner is a user with these attributes: the roles of the other one belong to every database of the run. */
  async function withOwner(attributes: string, work: (user: string, url: URL, server: pg.Client) => Promise<void>): Promise<void> {
    const user = `plain_${randomBytes(4).toString('hex')}`;
    const own = await createEmptyDatabase();
    const url = new URL(own.url);
    Object.assign(url, { username: user, password: 'plain' });
    const server = new pg.Client({ connectionString: inject('postgresUrl') });
    await server.connect();
    await server.query(
      `CREATE ROLE ${user} LOGIN ${attributes} PASSWORD 'plain'; ALTER DATABASE ${url.pathname.slice(1)} OWNER TO ${user}`,
    );
    await work(user, url, server);
    await own.drop();
    await server.query(['_api', '_api_limited', '_worker', '_operator', ''].map((suffix) => `DROP ROLE ${user}${suffix}`).join('; '));
    await server.end();
  }

  test('a start without the right to create the roles shows the statements for an administrator, and succeeds after them', async () => {
    await withOwner('', async (user, url, server) => {
      const refusal: unknown = await prepareDatabase(url.href).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(RolesMissing);
      const line = refusalOf(refusal, { databaseUrl: url.href, databaseDirectUrl: undefined, dataDir: '' });
      expect(line).toMatch(/^DATABASE_URL cannot be used: its user cannot create the roles [^\n]*$/);
      const [, statements] = /administrator of the server must run: (.*)$/.exec(line)!;
      expect(statements).toContain(`GRANT "${user}_operator" TO "${user}" WITH INHERIT FALSE, SET TRUE;`);
      await server.query(statements!);
      await prepareDatabase(url.href);
      const pool = openDatabase(url.href, [], 1, { roles: await readRoles(url.href) });
      expect(await withoutBounds(pool, 'SELECT current_user AS role')).toEqual([{ role: `${user}_api` }]);
      await pool.close();
    });
  });

  test('a role that is above the rules is refused', async () => {
    await withOwner('CREATEROLE', async (user, url, server) => {
      await prepareDatabase(url.href);
      await server.query(`ALTER ROLE ${user}_worker BYPASSRLS`);
      await expect(prepareDatabase(url.href)).rejects.toThrow(`its role ${user}_worker bypasses row-level security`);
    });
  });
});
