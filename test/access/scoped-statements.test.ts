import { describe, expect, test } from 'vitest';
import { ScopedStatements } from '../../server/access/scope/scoped-statements.ts';
import { refusedTables, ruleOf } from '../../server/access/scope/scoped-tables.ts';
import { columnsOf, declarations, tableNames } from '../../server/models/tables.ts';
import { TenantScope } from '../../server/access/scope/tenant-scope.ts';

const statements = new ScopedStatements();
const whole = new TenantScope('agency', []);
const limited = new TenantScope('agency', ['creator']);
const bind = (text: string, scope = whole, values: readonly unknown[] = []) => statements.addScope(scope, { text, values });

describe('a statement is limited to', () => {
  test('the agency, behind its own values', () => {
    const { text, values } = bind('SELECT o.id FROM {orders} o WHERE o.id = $1', whole, ['order']);
    expect(text).toBe(`SELECT o.id FROM (SELECT ${columnsOf('orders')} FROM orders WHERE orders.agency_id = $2) o WHERE o.id = $1`);
    expect(values).toEqual(['order', 'agency']);
  });

  test('the creators of a limited key', () => {
    const { text, values } = bind('DELETE FROM orders o WHERE {scope orders o} AND o.id = $1', limited, ['order']);
    expect(text).toBe('DELETE FROM orders o WHERE o.agency_id = $2 AND (o.creator_id = ANY($3::text[])) IS TRUE AND o.id = $1');
    expect(values).toEqual(['order', 'agency', ['creator']]);
  });

  test('the agency for a table of all its creators', () => {
    for (const table of ['tags', 'employees']) expect(bind(`SELECT t.id FROM {${table}} t`, limited).values).toEqual(['agency']);
  });

  test('endpoints that cover nothing but the creators of a limited key, for all that belongs to endpoints', () => {
    for (const table of [
      'webhook_endpoints',
      'delivery_queue',
      'delivery_history',
      'delivery_failures',
      'delivery_minutes',
      'delivery_hours',
      'receiver_changes',
      'endpoint_episodes',
      'episode_errors',
      'failed_attempts',
      'pending_minutes',
    ]) {
      const { text, values } = bind(`SELECT 1 FROM {${table}} t`, limited);
      expect(text, table).toMatch(/allowed_creator_ids <> '\{\}' AND \w+\.allowed_creator_ids <@ \$2::text\[\]/);
      expect(values, table).toEqual(['agency', ['creator']]);
    }
  });

  test('events of the creators of a limited key, and pings, for rows about an event', () => {
    for (const table of ['delivery_queue', 'delivery_history', 'delivery_failures'] as const) {
      const { text } = bind(`SELECT 1 FROM {${table}} t`, limited);
      expect(text, table).toMatch(
        / AND \(\w+\.event_type = 'ping' OR CASE WHEN .+ ELSE \w+\.creator_id = ANY \(\$2::text\[\]\) END\)\) t$/,
      );
      expect(bind(`SELECT 1 FROM {${table}} t`).text.replace(columnsOf(table), ''), table).not.toContain('creator_id');
    }
  });

  test('one text per kind of tenant scope', () => {
    expect(bind('SELECT 1 FROM {tags} t').text).toBe(bind('SELECT 1 FROM {tags} t').text);
    expect(bind('SELECT 1 FROM {fans} f').text).not.toBe(bind('SELECT 1 FROM {fans} f', limited).text);
  });
});

test('a bounded number of forms is cached, the latest used, and none has the name of another', () => {
  const many = new ScopedStatements();
  const nameOf = (index: number) => many.addScope(whole, { text: `SELECT ${index} FROM {tags} t` }).name;
  const names = Array.from({ length: 400 }, (_, index) => nameOf(index));
  expect(nameOf(7)).toBe(names[7]);
  const later = Array.from({ length: 399 }, (_, index) => nameOf(400 + index));
  expect(new Set([...names, ...later]).size).toBe(799);
  expect(nameOf(7)).toBe(names[7]);
  const again = nameOf(8);
  expect([...names, ...later]).not.toContain(again);
  expect(nameOf(8)).toBe(again);
  expect(new ScopedStatements().addScope(whole, { text: 'SELECT 500 FROM {tags} t' }).name).toBe('scoped 0');
});

describe('a statement is refused', () => {
  test.each([
    ['reads a table by its name', 'SELECT * FROM orders WHERE agency_id = {agency_id}'],
    ['reads it in capitals', 'SELECT * FROM ORDERS o, {tags} t'],
    ['reads it in quotes', 'SELECT * FROM "orders" o JOIN {tags} t ON true'],
    ['reads it by its schema', 'SELECT * FROM public.orders o JOIN {tags} t ON true'],
    ['reads it behind a comment', 'SELECT * FROM /* all */ orders o JOIN {tags} t ON true'],
    ['reads it behind a comma', 'SELECT * FROM {tags} t, orders o'],
    ['reads it on its own line', 'SELECT * FROM {tags} t,\n  orders\n  o'],
    ['joins it', 'SELECT * FROM {tags} t LEFT JOIN fans f ON true'],
    ['joins it laterally', 'SELECT * FROM {tags} t, LATERAL (SELECT * FROM fans f) x'],
    ['reads it in a subquery', 'SELECT (SELECT count(*) FROM sends) FROM {tags} t'],
    ['reads it in EXISTS', 'SELECT 1 FROM {tags} t WHERE EXISTS (SELECT 1 FROM ONLY employees)'],
    ['reads it with TABLE', 'WITH x AS (TABLE orders) SELECT 1 FROM x, {tags} t'],
    ['reads keys', 'SELECT k.* FROM {tags} t JOIN api_keys k ON true'],
    ['reads events', 'SELECT e.* FROM {delivery_queue} d JOIN webhook_events e ON e.id = d.event_id'],
    ['reads replay orders', 'SELECT o.id FROM {delivery_queue} d JOIN replay_orders o ON o.endpoint_id = d.endpoint_id'],
    ['reads agencies', 'SELECT a.name FROM agencies a WHERE a.id = {agency_id}'],
    ['reads a work list', 'SELECT 1 FROM {tags} t, changed_sends'],
    ['updates without the condition', 'UPDATE fans f SET fan_username = NULL WHERE f.agency_id = {agency_id}'],
    ['updates with the condition of another alias', 'UPDATE fans f SET fan_username = NULL FROM {fans} g WHERE {scope fans g}'],
    ['updates with the condition of another table', 'UPDATE fans f SET fan_username = NULL WHERE {scope orders f}'],
    ['updates from a table by its name', 'UPDATE fans f SET fan_username = o.id FROM orders o WHERE {scope fans f}'],
    ['deletes without the condition', 'DELETE FROM publications p WHERE p.id = $1 AND {agency_id} IS NOT NULL'],
    ['deletes using a table by its name', 'DELETE FROM publications p USING creators c WHERE {scope publications p}'],
    ['inserts without the agency', 'INSERT INTO publications (agency_id) SELECT c.agency_id FROM {creators} c'],
    ['inserts into quotes without the agency', 'INSERT INTO "publications" (id) SELECT c.id FROM {creators} c'],
    ['merges', 'MERGE INTO publications p USING orders o ON {agency_id} IS NOT NULL WHEN MATCHED THEN DELETE'],
    ['truncates', 'TRUNCATE orders; SELECT 1 FROM {tags} t'],
    ['names no agency at all', 'SELECT now()'],
    ['names a table without a rule', 'SELECT 1 FROM {api_keys} k'],
    ['names a table that does not exist', 'SELECT 1 FROM {nothing} n'],
  ])('that %s', (_, text) => {
    for (const scope of [whole, limited])
      expect(() => bind(text, scope)).toThrow(/without its scope rule|not limited to an agency|does not have a scope rule/);
  });

  test.each(refusedTables)('that names %s behind or in front of a scoped table', (table) => {
    for (const text of [
      `SELECT x.* FROM ${table} x, {orders} o`,
      `SELECT x.* FROM {orders} o, ${table} x`,
      `SELECT x.* FROM {orders} o,${table} AS x`,
      `SELECT x.* FROM ${table} x JOIN {orders} o ON true`,
      `SELECT x.* FROM {orders} o CROSS JOIN ONLY ${table} x`,
      `SELECT (SELECT count(*) FROM ${table}) FROM {orders} o`,
      `SELECT o.id FROM {orders} o WHERE EXISTS (SELECT FROM "${table}" x)`,
      `SELECT x.* FROM {orders} o, LATERAL (SELECT * FROM public.${table}) x`,
      `WITH x AS (SELECT * FROM ${table.toUpperCase()}) SELECT x.* FROM x, {orders} o`,
      `WITH x AS MATERIALIZED (TABLE ${table}) SELECT x.* FROM x, {orders} o`,
      `UPDATE fans f SET fan_username = x.id FROM ${table} x WHERE {scope fans f}`,
      `DELETE FROM publications p USING ${table} x WHERE {scope publications p}`,
      `MERGE INTO publications p USING ${table} x ON {agency_id} IS NOT NULL WHEN MATCHED THEN DELETE`,
    ])
      expect(() => bind(text), text).toThrow(`"${text.match(new RegExp(table, 'i'))![0]}" is used without its scope rule`);
  });

  test.each(tableNames.filter((name) => !ruleOf(name) && 'agency_id' in declarations[name].columns))(
    'that writes to %s, whose rows no key can read',
    (table) => {
      for (const text of [
        `INSERT INTO ${table} (agency_id) SELECT {agency_id} FROM {orders} o`,
        `UPDATE ${table} x SET agency_id = {agency_id} WHERE {scope ${table} x}`,
        `DELETE FROM ${table} x WHERE {scope ${table} x}`,
        `DELETE FROM ${table} x USING {orders} o WHERE x.agency_id = {agency_id}`,
      ])
        expect(() => bind(text), text).toThrow(/without its scope rule|does not have a scope rule/);
    },
  );

  test('also the second time', () => {
    for (const _ of [1, 2]) expect(() => bind('SELECT * FROM orders')).toThrow('without its scope rule');
  });
});

describe('a statement is accepted', () => {
  test.each([
    ['that names columns and aliases like tables', `SELECT f.tags, jsonb_agg(t.id) AS tags FROM {fans} f, {tags} t`],
    ['that names tables in texts and comments', `SELECT 'from orders' FROM {tags} t -- from orders\n WHERE t.name <> 'it''s from orders'`],
    ['that inserts with the agency', 'INSERT INTO publications (agency_id, creator_id) SELECT {agency_id}, c.id FROM {creators} c'],
    ['that updates within reach', 'UPDATE fans AS f SET fan_username = NULL WHERE {scope fans f}'],
    ['that updates without an alias', 'UPDATE fans SET fan_username = NULL WHERE {scope fans fans}'],
    ['that deletes using what is within reach', 'DELETE FROM publications p USING {creators} c WHERE {scope publications p}'],
    ['that reads the progress of roll-ups', 'SELECT p.rolled_up_to FROM delivery_hours_progress p, {tags} t'],
  ])('%s', (_, text) => {
    for (const scope of [whole, limited]) expect(() => bind(text, scope)).not.toThrow();
  });
});
