import { type EventStore, rememberedMs } from './store.ts';

/** Settings of {@link sqlStore}. */
export interface SqlStoreOptions {
  /** Runs a statement with the values of `$1`, `$2` …, and resolves with its rows, or with an object that has them as `rows`. */
  query: (text: string, values: unknown[]) => PromiseLike<unknown>;
  /** Name of the table, which is part of the statements as it is. `received_events` by default. */
  table?: string;
  /** How long a handled event is remembered, in milliseconds. 31 days by default. */
  ttlMs?: number;
}

/** An {@link EventStore} in a table. */
export interface SqlStore extends EventStore {
  /** Creates the table and its index if they are missing. */
  createTable(): Promise<void>;
  /** Deletes expired entries. Each claim also does this, at most once an hour. */
  cleanUp(): Promise<void>;
}

/** Remembers events in a table of PostgreSQL. `createTable` shows its columns; your own migration may create it instead. */
export function sqlStore({ query, table = 'received_events', ttlMs = rememberedMs }: SqlStoreOptions): SqlStore {
  let cleanedAt = 0;
  const rowsOf = async (text: string, ...values: unknown[]) => {
    const result = (await query(text, values)) as { rows?: unknown[] };
    return result.rows ?? (result as unknown[]);
  };
  const inMs = (value: string) => `now() + ${value}::float8 * interval '1 ms'`;
  const store: SqlStore = {
    async createTable() {
      await rowsOf(`CREATE TABLE IF NOT EXISTS ${table} (id text PRIMARY KEY, claim text, expires_at timestamptz NOT NULL)`);
      await rowsOf(`CREATE INDEX IF NOT EXISTS ${table.replace('.', '_')}_expires_at ON ${table} (expires_at)`);
    },
    async cleanUp() {
      cleanedAt = Date.now();
      await rowsOf(`DELETE FROM ${table} WHERE expires_at < now()`);
    },
    async claim(id, token, leaseMs) {
      if (Date.now() - cleanedAt > 3_600_000) await store.cleanUp();
      const claimed = await rowsOf(
        `INSERT INTO ${table} AS t (id, claim, expires_at) VALUES ($1, $2, ${inMs('$3')}) ON CONFLICT (id) DO UPDATE SET claim = $2, expires_at = excluded.expires_at WHERE t.expires_at <= now() RETURNING id`,
        id,
        token,
        leaseMs,
      );
      if (claimed.length > 0) return 'claimed';
      const done = await rowsOf(`SELECT id FROM ${table} WHERE id = $1 AND claim IS NULL`, id);
      return done.length > 0 ? 'done' : 'running';
    },
    complete: (id) => rowsOf(`UPDATE ${table} SET claim = NULL, expires_at = ${inMs('$2')} WHERE id = $1`, id, ttlMs),
    release: (id, token) => rowsOf(`DELETE FROM ${table} WHERE id = $1 AND claim = $2`, id, token),
  };
  return store;
}
