import { afterAll, beforeAll } from 'vitest';
import { openDatabase, type OpenDatabase } from '../../server/orm/database.ts';
import type { Sql } from '../../server/database/client/sql.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

/** A database with one agency that has the creators `c1` and `c2`. */
export class ProjectionFixture {
  readonly pool: OpenDatabase;
  readonly agencyId: string;

  constructor(pool: OpenDatabase, agencyId: string) {
    this.pool = pool;
    this.agencyId = agencyId;
  }

  rows<Row = Record<string, any>>(text: string, ...values: unknown[]): Promise<Row[]> {
    return this.pool.query<Row>({ text, values: [this.agencyId, ...values] });
  }

  async projectedIds(): Promise<string[]> {
    return (await this.rows<{ id: string }>('SELECT id FROM sent_messages WHERE agency_id = $1 ORDER BY id')).map(({ id }) => id);
  }

  /** Records `count` sends from `start` on, one each `step`, and names them in the work lists. */
  async addSends(sql: Sql, prefix: string, count: number, start: string, step = '1 minute'): Promise<void> {
    await sql.query({
      text: `
        WITH added AS (
          INSERT INTO sends (agency_id, id, sent_at, source, sent_by_user_id, creator_id, is_private_media)
          SELECT $1, $2 || lpad(i::text, 8, '0'), $4::timestamptz + i * $5::interval, 'messaging', 'u' || i % 3, 'c' || 1 + i % 2, false
            FROM generate_series(0, $3::int - 1) i
          RETURNING id, sent_at
        ), listed AS (
          INSERT INTO changed_sends (agency_id, send_id) SELECT $1, id FROM added
        )
        INSERT INTO changed_quarters (agency_id, quarter) SELECT DISTINCT $1::uuid, date_bin('15 minutes', sent_at, 'epoch') FROM added`,
      values: [this.agencyId, prefix, count, start, step],
    });
  }

  async countedMessages(): Promise<{ quarters: number; shorter: number; longer: number }> {
    const [row] = await this.rows<{ quarters: number; shorter: number; longer: number }>(`
      SELECT (SELECT coalesce(sum(messages_sent_count), 0)::int FROM message_quarters WHERE agency_id = $1) AS quarters,
             (SELECT coalesce(sum(messages_sent_count), 0)::int FROM activity_blocks WHERE agency_id = $1 AND dimension = 'creator' AND length_hours = 6) AS shorter,
             (SELECT coalesce(sum(messages_sent_count), 0)::int FROM activity_blocks WHERE agency_id = $1 AND dimension = 'employee' AND length_hours = 672) AS longer`);
    return row!;
  }
}

export function useProjections(): () => Promise<ProjectionFixture> {
  let database: TestDatabase | undefined;
  let pool: OpenDatabase | undefined;
  beforeAll(async () => {
    database = await createTestDatabase();
    pool = openDatabase(database.url, [], 6);
  });
  afterAll(async () => {
    await pool?.close();
    await database?.drop();
  });
  return async () => {
    const [{ id }] = (await pool!.query<{ id: string }>({ text: `INSERT INTO agencies (name) VALUES ('A') RETURNING id` })) as [
      { id: string },
    ];
    await pool!.query({
      text: `INSERT INTO creators (agency_id, id, name, account_id) VALUES ($1, 'c1', 'C1', 'a1'), ($1, 'c2', 'C2', 'a2')`,
      values: [id],
    });
    return new ProjectionFixture(pool!, id);
  };
}
