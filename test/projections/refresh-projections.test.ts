import { describe, expect, it } from 'vitest';
import type { Sql } from '../../server/database/client/sql.ts';
import { updateProjections } from '../../server/projections/refresh-projections.ts';
import type { TransactingSql } from '../../server/database/client/sql.ts';
import { useProjections } from './fixture.ts';

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

describe('a refresh of the projections', () => {
  const newFixture = useProjections();

  it('forgets nothing when the refresher dies between batches', async () => {
    const fixture = await newFixture();
    const database = fixture.pool;
    await fixture.addSends(database, 's', 6_000, daysAgo(120), '28 minutes');
    let batchCount = 0;
    const dying: TransactingSql = {
      query: (statement) => database.query(statement),
      transaction: (work) => {
        batchCount += 1;
        if (batchCount === 2) throw new Error('killed');
        return database.transaction(work);
      },
    };
    await expect(updateProjections(dying)).rejects.toThrow('killed');
    expect(await fixture.projectedIds()).toHaveLength(5_000);
    await updateProjections(dying);
    expect(await fixture.projectedIds()).toHaveLength(6_000);
    expect(await fixture.countedMessages()).toEqual({ quarters: 6_000, shorter: 6_000, longer: 6_000 });
    expect(await fixture.rows('SELECT FROM changed_quarters WHERE agency_id = $1')).toEqual([]);
  });

  it('takes nothing from a batch that fails midway', async () => {
    const fixture = await newFixture();
    const database = fixture.pool;
    await fixture.addSends(database, 's', 10, daysAgo(1));
    const failing: TransactingSql = {
      query: (statement) => database.query(statement),
      transaction: (work) =>
        database.transaction(async (sql) => {
          const result = await work(sql);
          await sql.query({ text: 'SELECT 1 / 0' });
          return result;
        }),
    };
    await expect(updateProjections(failing)).rejects.toThrow('division by zero');
    expect(await fixture.projectedIds()).toEqual([]);
    await updateProjections(database);
    expect(await fixture.projectedIds()).toHaveLength(10);
  });

  it('waits for a batch of another refresher and then has what that one had taken', async () => {
    const fixture = await newFixture();
    const database = fixture.pool;
    await fixture.addSends(database, 's', 10, daysAgo(1));
    let release = () => {};
    const mayCommit = new Promise<void>((resolve) => (release = resolve));
    let taken = () => {};
    const hasTaken = new Promise<void>((resolve) => (taken = resolve));
    const slow: TransactingSql = {
      query: (statement) => database.query(statement),
      transaction: (work) =>
        database.transaction(async (sql: Sql) => {
          const result = await work(sql);
          taken();
          await mayCommit;
          return result;
        }),
    };
    const first = updateProjections(slow);
    await hasTaken;
    const asked: string[] = [];
    const second = updateProjections({
      query: (statement) => database.query(statement),
      transaction: (work) =>
        database.transaction((sql) =>
          work({
            query(statement) {
              asked.push(statement.text);
              return sql.query(statement);
            },
          }),
        ),
    });
    // It asks again and again for its turn, and for nothing else.
    await expect.poll(() => asked.length).toBeGreaterThan(2);
    expect(new Set(asked).size).toBe(1);
    release();
    await second;
    expect(await fixture.projectedIds()).toHaveLength(10);
    await first;
  });

  it('is correct with concurrent refreshes and new messages', async () => {
    const fixture = await newFixture();
    const database = fixture.pool;
    const writing = (async () => {
      for (let batch = 0; batch < 20; batch += 1) await fixture.addSends(database, `b${batch}-`, 50, daysAgo(40 + batch), '7 minutes');
    })();
    await Promise.all([1, 2, 3].map(async () => updateProjections(database)));
    await writing;
    await updateProjections(database);
    expect(await fixture.projectedIds()).toHaveLength(1_000);
    expect(await fixture.countedMessages()).toEqual({ quarters: 1_000, shorter: 1_000, longer: 1_000 });
  });

  it('follows changes: of a text, of a time, and back to before the retention', async () => {
    const fixture = await newFixture();
    const database = fixture.pool;
    await fixture.addSends(database, 's', 3, daysAgo(10));
    await updateProjections(database);
    await fixture.rows(
      `UPDATE sends SET sale_status = 'purchased', sent_at = sent_at - interval '3 days' WHERE agency_id = $1 AND id = 's00000000'`,
    );
    await fixture.rows(`UPDATE sends SET sent_at = sent_at - interval '3 years' WHERE agency_id = $1 AND id = 's00000001'`);
    await fixture.rows(`INSERT INTO changed_sends VALUES ($1, 's00000000'), ($1, 's00000000'), ($1, 's00000001')`);
    await updateProjections(database);
    expect(await fixture.projectedIds()).toEqual(['s00000000', 's00000002']);
    const differences = `
      SELECT m.* FROM sent_messages m WHERE m.agency_id = $1
      EXCEPT SELECT s.* FROM sends s WHERE s.agency_id = $1`;
    expect(await fixture.rows(differences)).toEqual([]);
  });

  it('keeps 24 months of messages, and drops what grows older', async () => {
    const fixture = await newFixture();
    const database = fixture.pool;
    await fixture.addSends(database, 'old', 2, daysAgo(740));
    await fixture.addSends(database, 'new', 2, daysAgo(720));
    await updateProjections(database);
    expect(await fixture.projectedIds()).toEqual(['new00000000', 'new00000001']);
    await fixture.rows(`UPDATE sent_messages SET sent_at = sent_at - interval '20 days' WHERE agency_id = $1 AND id = 'new00000000'`);
    await updateProjections(database);
    expect(await fixture.projectedIds()).toEqual(['new00000001']);
    // Figures are not forgotten with the messages.
    expect(await fixture.countedMessages()).toMatchObject({ quarters: 4 });
  });

  it('empties the work lists of an agency that does not exist any more', async () => {
    const fixture = await newFixture();
    const gone = '01900000-0000-7000-8000-000000000000';
    await fixture.pool.query({ text: `INSERT INTO changed_sends (agency_id, send_id) VALUES ($1, 's1')`, values: [gone] });
    await fixture.pool.query({
      text: `INSERT INTO changed_quarters (agency_id, quarter) VALUES ($1, '2026-01-01T00:00:00Z')`,
      values: [gone],
    });
    await updateProjections(fixture.pool);
    for (const list of ['changed_sends', 'changed_quarters'])
      expect(await fixture.pool.query({ text: `SELECT FROM ${list} WHERE agency_id = $1`, values: [gone] })).toEqual([]);
  });

  it('ends between two batches on its signal', async () => {
    const fixture = await newFixture();
    await fixture.addSends(fixture.pool, 's', 1, daysAgo(1));
    await expect(updateProjections(fixture.pool, { signal: AbortSignal.abort(new Error('stopping')) })).rejects.toThrow('stopping');
    expect(await fixture.projectedIds()).toEqual([]);
  });

  it('shows when each projection was last refreshed', async () => {
    const fixture = await newFixture();
    const before = new Date(Date.now() - 1_000);
    await updateProjections(fixture.pool);
    const rows = await fixture.pool.query<{ projection: string; refreshed_at: Date }>({
      text: 'SELECT * FROM projection_refreshes ORDER BY projection',
    });
    expect(rows.map(({ projection }) => projection)).toEqual(['analytics', 'sent_messages']);
    for (const { refreshed_at: refreshedAt } of rows) expect(refreshedAt.getTime()).toBeGreaterThan(before.getTime());
  });
});
