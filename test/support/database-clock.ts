import pg from 'pg';

/** A `clock_timestamp()` of a database that a test sets. */
export interface DatabaseClock {
  /** Sets it to so many milliseconds, with up to three decimals, after its start. */
  set(ms: number): Promise<void>;
  close(): Promise<void>;
}

/** Replaces the clock of a database for connections opened afterwards. It changes only when it is set. */
export async function takeDatabaseClock(databaseUrl: string): Promise<DatabaseClock> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  // A name is looked up in pg_catalog first, unless the path gives it another place.
  await client.query(`
    CREATE SCHEMA test_clock;
    CREATE TABLE test_clock.time AS SELECT now() AS start, now() AS now;
    CREATE FUNCTION test_clock.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS 'SELECT now FROM test_clock.time';
    GRANT USAGE ON SCHEMA test_clock TO PUBLIC;
    GRANT SELECT ON test_clock.time TO PUBLIC;
    DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = test_clock, public, pg_catalog', current_database()); END $$`);
  return {
    async set(ms) {
      await client.query('UPDATE test_clock.time SET now = start + make_interval(secs => $1::numeric / 1000)', [ms.toFixed(3)]);
    },
    close: () => client.end(),
  };
}
