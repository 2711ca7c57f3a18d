import { DataTypes, type Model, type ModelStatic, type Sequelize } from 'sequelize';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase, type OpenDatabase } from '../../server/orm/database.ts';
import { typeOf } from '../../server/declare/columns.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let pool: OpenDatabase;
let sequelize: Sequelize;
let models: Record<string, ModelStatic<Model>>;

interface DatabaseColumn {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly is_nullable: boolean;
  readonly is_key: boolean;
  readonly is_defaulted: boolean;
  readonly is_generated: boolean;
}

let columns: readonly DatabaseColumn[];

beforeAll(async () => {
  database = await createTestDatabase();
  pool = openDatabase(database.url, [], 2);
  models = pool.models.models;
  sequelize = pool.models.models.agencies.sequelize!;
  [columns] = (await sequelize.query(`
    SELECT c.relname AS "table", a.attname AS "column", format_type(a.atttypid, a.atttypmod) AS type, NOT a.attnotnull AS is_nullable,
           coalesce(a.attnum = ANY ((i.indkey::int2[])[:i.indnkeyatts - 1]), false) AS is_key, a.atthasdef AND a.attgenerated = '' AS is_defaulted,
           a.attgenerated <> '' AS is_generated
      FROM pg_class c
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
     ORDER BY 1, a.attnum`)) as [DatabaseColumn[], unknown];
});
afterAll(async () => {
  await pool.close();
  await database.drop();
});

test('every table that the service uses has a model, and every model a table', () => {
  expect(Object.keys(models).toSorted()).toEqual([...new Set(columns.map(({ table }) => table))].toSorted());
});

test('every column has an attribute of its type, nullability, key and default, and every attribute a column', () => {
  const declared = Object.entries(models).flatMap(([table, model]) =>
    Object.entries(model.getAttributes()).map(([column, attribute]) => ({
      table,
      column,
      type: typeOf(attribute),
      is_nullable: attribute.allowNull === true,
      is_key: attribute.primaryKey === true,
      is_defaulted: attribute.defaultValue !== undefined,
      is_generated: attribute.isGenerated === true,
    })),
  );
  const inOrder = (all: readonly DatabaseColumn[]) =>
    all.toSorted((a, b) => `${a.table}.${a.column}`.localeCompare(`${b.table}.${b.column}`));
  expect(inOrder(declared)).toEqual(inOrder(columns));
});

test('Sequelize describes every table with the columns of its model', async () => {
  for (const [table, model] of Object.entries(models)) {
    const described = await sequelize.getQueryInterface().describeTable(table);
    expect(Object.keys(described).toSorted(), table).toEqual(Object.keys(model.getAttributes()).toSorted());
  }
});

describe('a type as PostgreSQL prints it', () => {
  test.each([
    [DataTypes.TEXT, 'text'],
    [DataTypes.ARRAY(DataTypes.TEXT), 'text[]'],
    [DataTypes.DATE(3), 'timestamp(3) with time zone'],
    [DataTypes.DATE, 'timestamp with time zone'],
    [DataTypes.BLOB, 'bytea'],
    ['pg_lsn', 'pg_lsn'],
  ])('%s', async (type, name) => {
    const [attribute] = Object.values(sequelize.define('typed', { column: { type, primaryKey: true } }).getAttributes());
    expect(typeOf(attribute!)).toBe(name);
  });
});
