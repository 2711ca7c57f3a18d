import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { migrate } from '../../server/database/migrate.ts';

async function asAdministrator(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

export async function createViews(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(views).finally(() => client.end());
}

/**
 * Deliveries in one view, whether they are pending or over, and failures, with their attempts as JSON. id_at makes an id
 * of exactly that time, another one each time.
 */
const views = `
  CREATE FUNCTION id_at(instant timestamptz) RETURNS uuid LANGUAGE sql VOLATILE RETURN
    (left(first_id_at(instant)::text, 13) || right(uuidv7()::text, 23))::uuid;
  CREATE VIEW all_deliveries AS
    SELECT agency_id, endpoint_id, event_type, id, event_id, creator_id, generation, 'pending' AS status, attempt_count::int, lease, due_at, created_at,
           ('[' || array_to_string(attempts, ',') || ']')::jsonb AS attempts, replay_of
      FROM delivery_queue
    UNION ALL
    SELECT agency_id, endpoint_id, event_type, id, event_id, creator_id, NULL, status, cardinality(attempts), NULL, NULL, created_at,
           ('[' || array_to_string(attempts, ',') || ']')::jsonb, NULL
      FROM delivery_history;
  CREATE VIEW all_failures AS
    SELECT agency_id, endpoint_id, event_type, id, event_id, creator_id, occurred_at AS event_created_at, delivery_id, error, replayed_at, failed_at,
           ('[' || array_to_string(attempts, ',') || ']')::jsonb AS attempts, data
      FROM delivery_failures`;

/** An empty database of the caller's own, with the server's locale unless `options` of CREATE DATABASE name another one. */
export async function createEmptyDatabase(options = ''): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asAdministrator((client) => client.query(`CREATE DATABASE ${name} ${options}`));
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => asAdministrator((client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`)),
  };
}

/** A migrated database of the caller's own. */
export async function createTestDatabase(options = ''): Promise<TestDatabase> {
  const database = await createEmptyDatabase(options);
  await migrate(database.url);
  await createViews(database.url);
  return database;
}
