import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { poolSizes } from '../../server/composition/pool-sizes.ts';
import { eventually, useService, type Agency } from '../api/webhooks/fixture.ts';

const newAgency = useService({ delivers: true });
const agencyCount = 5;
const start = new Date(Date.now() - 3_600_000).toISOString();

let agencies: Agency[];
let administrator: pg.Client;
beforeAll(async () => {
  agencies = [];
  for (let n = 0; n < agencyCount; n++) agencies.push(await newAgency());
  administrator = new pg.Client({ connectionString: agencies[0]!.service.config.databaseUrl });
  await administrator.connect();
});
afterAll(() => administrator.end());

const rows = async <Row>(text: string, values: unknown[] = []) => (await administrator.query(text, values)).rows as Row[];
const blocked = async () => {
  const text = `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND usename = current_user AND pid <> pg_backend_pid()`;
  return (await rows<{ count: number }>(text))[0]!.count;
};

test('a blocked job of each class leaves connections for authentication, and an agency runs one recovery at a time', async () => {
  const [first] = agencies as [Agency];
  const recoveries: { agency: Agency; endpointId: string }[] = [];
  for (const agency of agencies) for (let n = 0; n < 3; n++) recoveries.push({ agency, endpointId: (await agency.addEndpoint()).id });
  // Unused so far, so that each is looked up.
  const keys = await Promise.all(Array.from({ length: 40 }, (_, n) => agencies[n % agencyCount]!.createKey({ creatorIds: ['ada'] })));
  await rows('BEGIN');
  try {
    // What the jobs of recoveries, replays, projections and upkeep read first.
    await rows(
      'LOCK TABLE replay_orders, projection_refreshes, changed_quarters, changed_sends, history_days, insight_edits, orders IN ACCESS EXCLUSIVE MODE',
    );
    for (const { agency, endpointId } of recoveries)
      expect((await agency.call('POST', `/v1/webhooks/${endpointId}/recoveries`, { body: { start } })).status).toBe(202);
    for (const task of ['refresh_projections', 'clean_up', 'hold_history'])
      await first.service.database.query<{ id: string }>({ text: 'SELECT id::text FROM graphile_worker.add_job($1)', values: [task] });
    const { jobs } = poolSizes(first.service.config.databaseConnections);
    await eventually(blocked, (count) => count >= jobs);
    const answers = await Promise.all(keys.map((key) => first.call('GET', '/v1/me', { key })));
    expect(answers.map(({ status }) => status)).toEqual(keys.map(() => 200));
    expect(await blocked()).toBeLessThanOrEqual(jobs);
    const running = await rows<{ agency_id: string }>(
      `SELECT e.agency_id FROM graphile_worker._private_jobs j
         JOIN graphile_worker._private_tasks t ON t.id = j.task_id AND t.identifier = 'recover_events'
         JOIN webhook_endpoints e ON e.id = (j.payload ->> 'endpointId')::uuid
        WHERE j.locked_at IS NOT NULL`,
    );
    expect(running).toHaveLength(2);
    expect(new Set(running.map(({ agency_id }) => agency_id)).size).toBe(2);
  } finally {
    await rows('ROLLBACK');
  }
  const isDone = async ({ agency }: { agency: Agency }) =>
    (
      await agency.service.database.query<{ count: number }>({
        text: 'SELECT count(*) AS count FROM webhook_recoveries WHERE ended_at IS NULL',
      })
    )[0]!.count;
  await eventually(
    () => isDone(recoveries[0]!),
    (open) => open === 0,
  );
});
