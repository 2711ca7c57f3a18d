import pg from 'pg';

/** Cost of statements since the watch started. */
export interface StatementCost {
  readonly calls: number;
  readonly rows: number;
  /** Pages of tables and indexes that were read, in the server's memory or not. */
  readonly buffers: number;
  readonly walBytes: number;
}

/** Measures the cost of all statements of one database, from any process. */
export class StatementWatch {
  readonly #client: pg.Client;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  /** Counts the statements of connections that are opened from now on. */
  static async over(databaseUrl: string): Promise<StatementWatch> {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query('CREATE EXTENSION pg_stat_statements');
    await client.query(`
      DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET pg_stat_statements.track = top', current_database()); END $$`);
    return new StatementWatch(client);
  }

  /** Starts again. */
  async reset(): Promise<void> {
    await this.#client.query(`SELECT pg_stat_statements_reset(0, oid) FROM pg_database WHERE datname = current_database()`);
  }

  /** For each part: of all statements whose text contains it. */
  async costs<const Parts extends readonly string[]>(...parts: Parts): Promise<{ [Index in keyof Parts]: StatementCost }> {
    const { rows } = await this.#client.query<StatementCost>(
      `SELECT coalesce(sum(calls), 0)::float8 AS calls, coalesce(sum(rows), 0)::float8 AS rows, coalesce(sum(wal_bytes), 0)::float8 AS "walBytes",
              coalesce(sum(shared_blks_hit + shared_blks_read), 0)::float8 AS buffers
         FROM unnest($1::text[]) WITH ORDINALITY AS asked (part, position)
         LEFT JOIN pg_stat_statements s
                ON s.dbid = (SELECT oid FROM pg_database WHERE datname = current_database()) AND position(part IN s.query) > 0
        GROUP BY asked.position ORDER BY asked.position`,
      [parts],
    );
    return rows as unknown as { [Index in keyof Parts]: StatementCost };
  }

  close(): Promise<void> {
    return this.#client.end();
  }
}
