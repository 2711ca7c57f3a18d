import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createDatabase } from '../process/database.ts';
import { bringIn, callOperator, createAgency, createEndpoint } from '../process/http.ts';
import { createDataDir, endProcesses, startProcess, waitUntil } from '../process/service-process.ts';
import { order } from '../records/records.ts';
import { startReceiver } from '../support/receiver.ts';

afterAll(endProcesses);

const tables = ['webhook_events', 'delivery_history', 'delivery_failures'] as const;
const awayDays = 33;
const storedCount = 2_000;

/**
 * Makes the database as it was left: the days of today and later have no partition, those around the day on which the work ended
 * have, with rows that are past their retention; the deliveries that waited then wait still.
 */
async function moveBack(url: string, endpointId: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const query = (text: string, values: unknown[] = []) => client.query(text, values);
  for (const table of tables) {
    for (let daysAgo = awayDays + 3; daysAgo > awayDays - 15; daysAgo--) {
      await query(`
        DO $$ DECLARE day date := current_date - ${daysAgo}; name text := '${table}_' || to_char(day, 'YYYYMMDD'); BEGIN
          IF to_regclass(name) IS NULL THEN
            EXECUTE format('CREATE TABLE %I PARTITION OF ${table} FOR VALUES FROM (%L) TO (%L)', name, first_id_at(day), first_id_at(day + 1));
            PERFORM grant_on_partition(name, '${table}');
          END IF;
        END $$`);
    }
  }
  await query('BEGIN');
  await query(`
    CREATE TEMPORARY TABLE moved ON COMMIT DROP AS
    SELECT id AS was, overlay(id::text PLACING substr(first_id_at(uuid_extract_timestamp(id) - interval '${awayDays} days')::text, 1, 13) FROM 1 FOR 13)::uuid AS id
      FROM webhook_events`);
  await query('UPDATE webhook_events e SET id = m.id FROM moved m WHERE e.id = m.was');
  await query(`
    UPDATE delivery_queue q SET event_id = m.id, due_at = q.due_at - interval '${awayDays} days',
           id = overlay(q.id::text PLACING substr(first_id_at(uuid_extract_timestamp(q.id) - interval '${awayDays} days')::text, 1, 13) FROM 1 FOR 13)::uuid
      FROM moved m WHERE q.event_id = m.was`);
  await query(
    `INSERT INTO webhook_events (agency_id, id, type, occurred_at, data)
     SELECT e.agency_id, overlay(uuidv7()::text PLACING substr(first_id_at(now() - interval '${awayDays} days' - n * interval '1 second')::text, 1, 13) FROM 1 FOR 13)::uuid,
            'order.created', now(), '{}'
       FROM webhook_endpoints e CROSS JOIN generate_series(1, ${storedCount}) n WHERE e.id = $1`,
    [endpointId],
  );
  await query('COMMIT');
  for (const table of tables) {
    const { rows } = await query(`SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = $1::regclass`, [table]);
    const first = new Date(Date.now() - (awayDays - 14) * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
    for (const { name } of rows as { name: string }[]) if (name.slice(-8) > first) await query(`DROP TABLE ${name}`);
  }
  await client.end();
}

test(
  'after a month without workers, new facts are delivered at once, what waited is delivered, and what is outdated is removed',
  { timeout: 300_000 },
  async () => {
    const database = await createDatabase();
    const receiver = await startReceiver();
    const environment = { ...database.env, DATA_DIR: createDataDir() };
    const api = await startProcess({ ...environment, ROLE: 'api' });
    const agency = await createAgency(api);
    const endpointId = await createEndpoint(api, agency.key, receiver.url);
    const waiting = Array.from({ length: 40 }, (_, index) => order(`waited-${index}`, 'c1'));
    expect((await bringIn(api, agency.id, waiting)).status).toBe(200);
    expect((await api.exitAfter('SIGTERM')).code).toBe(0);
    await moveBack(database.env.DATABASE_URL, endpointId);
    const outdated = async () => {
      const [row] = await database.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM webhook_events WHERE id < first_id_at(now() - interval '31 days')`,
      );
      return row!.count;
    };
    expect(await outdated()).toBe(storedCount + waiting.length);
    expect(receiver.received).toEqual([]);

    const service = await startProcess(environment);
    expect((await bringIn(service, agency.id, [order('new', 'c1')])).status).toBe(200);
    const received = () => receiver.received.map(({ event }) => event.data['id']);
    await waitUntil(() => received().includes('new'), 'the new fact', 10_000);
    await waitUntil(() => new Set(received()).size === waiting.length + 1, 'what waited', 60_000);
    expect(received().length).toBe(waiting.length + 1);

    await waitUntil(async () => (await outdated()) === 0, 'the end of outdated events', 60_000);
    const diagnosed = async () => {
      const { body } = await callOperator(service, 'GET', '/operator/v1/diagnostics');
      const checks = new Map<string, string>(body.checks.map(({ name, status }: { name: string; status: string }) => [name, status]));
      return checks.get('partitions') === 'ok' && checks.get('workers') === 'ok';
    };
    await waitUntil(diagnosed, 'sound partitions and workers', 30_000);
    expect((await service.exitAfter('SIGTERM')).code).toBe(0);
    await receiver.close();
    await database.drop();
  },
);
