import pg from 'pg';

/** Adds a column to every table, as the next release may while this one runs. */
const widening = `
  DO $$ DECLARE t regclass; BEGIN
    FOR t IN SELECT oid FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
                                        AND relname <> 'schema_migrations' LOOP
      EXECUTE format('ALTER TABLE %s ADD COLUMN pretend_note text NOT NULL DEFAULT ''''', t);
    END LOOP;
  END $$`;

export async function addColumns(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(widening).finally(() => client.end());
}
