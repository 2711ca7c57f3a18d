import pg from 'pg';
import { migrate } from '../../server/database/migrate/migrate.ts';
import { openWorkerPool, type WorkerPool } from '../../server/database/client/worker-pool.ts';
import { createEmptyDatabase } from '../support/database.ts';

/** Every simulation begins shortly before the end of a minute, a day and a month. */
const beginning = '2026-01-31T23:59:50Z';

/** The database's clock and ids are the simulation's: of functions of one name the first schema of the path has the one that is called. */
const simulatedClock = `
  CREATE TABLE sim_clock (at timestamptz NOT NULL) WITH (fillfactor = 10);
  INSERT INTO sim_clock VALUES ('${beginning}');
  CREATE FUNCTION public.now() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT at FROM public.sim_clock';
  CREATE FUNCTION public.statement_timestamp() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT at FROM public.sim_clock';
  CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS 'SELECT at FROM public.sim_clock';
  CREATE FUNCTION public.pg_current_wal_insert_lsn() RETURNS pg_lsn LANGUAGE sql IMMUTABLE AS $$ SELECT '0/1'::pg_lsn $$;
  CREATE FUNCTION public.pg_current_wal_flush_lsn() RETURNS pg_lsn LANGUAGE sql IMMUTABLE AS $$ SELECT '0/1'::pg_lsn $$;
  CREATE FUNCTION public.uuidv7() RETURNS uuid LANGUAGE sql VOLATILE AS
    'SELECT pg_catalog.uuidv7((SELECT at FROM public.sim_clock) - pg_catalog.clock_timestamp())'`;

/** Tables whose changes are written down, in the transactions that make them. */
const watched = {
  webhook_events: 'event',
  webhook_endpoints: 'endpoint',
  delivery_leases: 'lease',
  delivery_queue: 'queue',
  delivery_history: 'history',
  delivery_failures: 'failure',
} as const;

const ledger = `
  CREATE TABLE ledger (
    seq bigint GENERATED ALWAYS AS IDENTITY, at timestamptz NOT NULL DEFAULT now(), xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
    process text NOT NULL DEFAULT current_setting('application_name'), name text NOT NULL, was jsonb, became jsonb
  );
  CREATE FUNCTION write_down() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO ledger (name, was, became) VALUES (TG_ARGV[0], to_jsonb(OLD), to_jsonb(NEW));
    RETURN NULL;
  END $$;
  ${Object.entries(watched)
    .map(
      ([table, name]) =>
        `CREATE TRIGGER write_down AFTER INSERT OR UPDATE OR DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION write_down('${name}');`,
    )
    .join('\n')}`;

/** Without what the other days would cost, and without a word in the ledger. */
const emptyEverything = `
  CREATE FUNCTION empty_everything() RETURNS void LANGUAGE plpgsql SET session_replication_role = replica AS $$ BEGIN
    DELETE FROM webhook_events; DELETE FROM delivery_queue; DELETE FROM delivery_history; DELETE FROM delivery_failures; DELETE FROM history_days;
    DELETE FROM delivery_minutes; DELETE FROM endpoint_episodes; DELETE FROM episode_errors; DELETE FROM failed_attempts; DELETE FROM delivery_leases; DELETE FROM webhook_endpoints; DELETE FROM agency_quotas; DELETE FROM agencies;
    ALTER TABLE delivery_leases ALTER COLUMN id RESTART;
    TRUNCATE ledger RESTART IDENTITY;
  END $$;
  DO $$ DECLARE day record; BEGIN
    FOR day IN SELECT inhrelid::regclass AS name FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid
                WHERE c.relkind = 'r' AND right(c.relname, 8) NOT BETWEEN '20260131' AND '20260201' LOOP
      EXECUTE 'DROP TABLE ' || day.name;
    END LOOP;
  END $$`;

/** A response of this text cannot be written down. */
export const unwritable = 'unwritable';

const refusesAnswers = ['delivery_queue', 'delivery_history']
  .map((table) => `ALTER TABLE ${table} ADD CHECK (array_to_string(attempts, ',') NOT LIKE '%${unwritable}%');`)
  .join('\n');

type Row = Record<string, any>;

/** What a transaction has changed. */
export interface Entry {
  /** In the order of the changes. */
  readonly seq: number;
  /** Milliseconds of the simulation. */
  readonly at: number;
  readonly xid: string;
  /** Who changed it. */
  readonly process: string;
  readonly name: (typeof watched)[keyof typeof watched];
  readonly was: Row | null;
  readonly became: Row | null;
}

/** A migrated database whose clock the test advances, with a ledger of its changes. */
export class SimDatabase {
  readonly url: string;
  readonly sql: WorkerPool;
  readonly #drop: () => Promise<void>;
  #now = 0;

  private constructor(url: string, drop: () => Promise<void>) {
    this.url = url;
    this.sql = openWorkerPool(url, 2, () => undefined);
    this.#drop = drop;
  }

  static async create(): Promise<SimDatabase> {
    const { url, drop } = await createEmptyDatabase();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET search_path = public, pg_catalog`);
    await client.query('SET search_path = public, pg_catalog');
    await client.query(simulatedClock);
    await migrate(url);
    await client.query(ledger);
    await client.query(refusesAnswers);
    await client.query(emptyEverything);
    await client.end();
    return new SimDatabase(url, drop);
  }

  async close(): Promise<void> {
    await this.sql.close();
    await this.#drop();
  }

  rows<Result = Row>(text: string, values: readonly unknown[] = []): Promise<Result[]> {
    return this.sql.query<Result>({ text, values });
  }

  /** Empties everything and starts again. */
  async begin(): Promise<void> {
    await this.rows('SELECT empty_everything()');
    this.#now = -1;
    await this.setTime(0);
  }

  /** Milliseconds since the simulation began. */
  async setTime(now: number): Promise<void> {
    if (now === this.#now) return;
    await this.rows(`UPDATE sim_clock SET at = timestamptz '${beginning}' + $1::float8 * interval '1 millisecond'`, [now]);
    this.#now = now;
  }

  /** Whether a connection waits for a lock that another one holds. */
  async isBlocked(processId: number): Promise<boolean> {
    const [row] = await this.rows<{ blocked: boolean }>('SELECT cardinality(pg_blocking_pids($1)) > 0 AS blocked', [processId]);
    return row!.blocked;
  }

  readLedger(): Promise<Entry[]> {
    return this.rows<Entry>(`
      SELECT seq, round(extract(epoch FROM at - timestamptz '${beginning}') * 1000)::float8 AS at, xid::text, process, name, was, became
        FROM ledger ORDER BY seq`);
  }
}
