import { afterAll, beforeAll, expect, test } from 'vitest';
import { TimeoutClient } from '../../server/database/client/timeout-client.ts';
import { throughPooler } from '../../server/database/client/transaction-pooler.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const read = { name: 'read', text: 'SELECT n, label FROM shaped ORDER BY n' };

/** A connection to a table of two rows, which counts how often the server describes rows. */
async function opened(url = database.url) {
  const client = new TimeoutClient({ connectionString: url });
  await client.connect();
  await client.query(
    `DROP TABLE IF EXISTS shaped; CREATE TABLE shaped (n integer, label text); INSERT INTO shaped VALUES (1, 'one'), (2, NULL)`,
  );
  const described = { count: 0 };
  const { connection } = client as unknown as { connection: NodeJS.EventEmitter };
  connection.on('rowDescription', () => (described.count += 1));
  return { client, described };
}

const rows = [
  { n: 1, label: 'one' },
  { n: 2, label: null },
];

test('PostgreSQL describes the rows of a prepared statement once for a connection', async () => {
  const { client, described } = await opened();
  try {
    for (let run = 0; run < 3; run += 1) {
      const { rows: found, fields, rowCount, command } = await client.query(read);
      expect(found).toEqual(rows);
      expect(fields.map(({ name }) => name)).toEqual(['n', 'label']);
      expect([rowCount, command]).toEqual([2, 'SELECT']);
    }
    expect(described.count).toBe(1);
    expect((await client.query({ ...read, name: 'another' })).rows).toEqual(rows);
    expect(described.count).toBe(2);
    for (let run = 0; run < 2; run += 1) await client.query({ text: read.text, values: [] });
    expect(described.count).toBe(4);
  } finally {
    await client.end();
  }
});

test('a prepared statement fails where its columns have changed, and its rows are never read as they were', async () => {
  const { client } = await opened();
  try {
    for (let run = 0; run < 2; run += 1) expect((await client.query(read)).rows).toEqual(rows);
    await client.query('ALTER TABLE shaped ALTER n TYPE text');
    await expect(client.query(read)).rejects.toThrow('cached plan must not change result type');
  } finally {
    await client.end();
  }
});

test('a statement that is prepared again is described again', async () => {
  const { client } = await opened();
  try {
    for (let run = 0; run < 2; run += 1) expect((await client.query(read)).rows).toEqual(rows);
    for (let index = 0; index < 500; index += 1) await client.query({ name: `other-${index}`, text: 'SELECT 1 AS one' });
    await client.query('ALTER TABLE shaped ALTER n TYPE text');
    expect((await client.query(read)).rows).toEqual(rows.map((row) => ({ ...row, n: String(row.n) })));
  } finally {
    await client.end();
  }
});

test('a statement that fails leaves the next execution as it was', async () => {
  const { client, described } = await opened();
  const divide = (by: number) => client.query({ name: 'divide', text: 'SELECT 4 / $1::int AS quotient', values: [by] });
  try {
    expect((await divide(2)).rows).toEqual([{ quotient: 2 }]);
    await expect(divide(0)).rejects.toThrow('division by zero');
    expect((await divide(4)).rows).toEqual([{ quotient: 1 }]);
    expect(described.count).toBe(1);
  } finally {
    await client.end();
  }
});

test('through a pooler, whose sessions change, rows are described with each execution', async () => {
  const { client, described } = await opened(throughPooler(database.url));
  try {
    for (let run = 0; run < 3; run += 1) expect((await client.query(read)).rows).toEqual(rows);
    expect(described.count).toBe(3);
  } finally {
    await client.end();
  }
});
