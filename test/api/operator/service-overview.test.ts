import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../../generated/limits.ts';
import { serviceOverview, type Overview } from '../../../server/status/overview.ts';
import { aiRequest } from '../../records/records.ts';
import { planNodesOf, type Explained } from '../../support/explained-plan.ts';
import { startReceiver, type Receiver } from '../../support/receiver.ts';
import { sharedService, startService, type TestAgency, type TestService } from '../../support/service.ts';

let service: TestService;
let receiver: Receiver;
let agency: TestAgency;

beforeAll(async () => {
  service = await startService({ retryDelaysMs: [3_600_000], times: { measurementMs: 0 } });
  receiver = await startReceiver();
  agency = await service.createAgency();
});
afterAll(async () => {
  await service.close();
  await receiver.close();
});

const path = '/operator/v1/service';
const rows = <Row>(text: string, ...values: unknown[]) => service.database.query<Row>({ text, values });

/** Looks until it sees what it waits for. */
async function overviewWith(isSeen: (overview: any) => boolean): Promise<any> {
  for (;;) {
    const { status, body, text } = await service.operator('GET', path);
    expect(status, text).toBe(200);
    if (isSeen(body)) return body;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** One story: each test continues the one before. */
describe('GET /operator/v1/service', { shuffle: false }, () => {
  it('shows running processes, backlogs and the state of the database', async () => {
    receiver.answer = 500;
    await agency.ingest([{ type: 'creator', id: 'creator-1', name: 'Mia', account: { external_id: 'account-1', username: 'mia' } }]);
    await service.request('POST', '/v1/webhooks', { key: agency.key, body: { url: receiver.url, enabled_event_types: ['order.created'] } });
    const order = {
      type: 'order',
      order_type: 'tip',
      creator_id: 'creator-1',
      fan_id: null,
      user_id: null,
      message_id: null,
      amount_cents: 1,
    };
    await agency.ingest([1, 2, 3].map((number) => ({ ...order, id: `order-${number}`, created_at: '2026-07-18T21:04:11.000Z' })));
    const overview = await overviewWith(({ backlog, workers }) => backlog.delivery_count === 3 && workers.length > 0);
    expect(overview).toMatchObject({
      measured_at: expect.stringMatching(/Z$/),
      release: {
        version: (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version,
        notes: expect.stringMatching(/^### /m),
      },
      deliverers: [{ lease_id: expect.any(Number), beats: expect.any(Number), oldest_due_at: null, ended_at: null }],
      backlog: { is_whole: true, agencies: [{ agency_id: agency.id, delivery_count: 3 }] },
      replicas: [],
    });
    expect(overview.backlog.oldest_due_at).toBe(overview.backlog.agencies[0].oldest_due_at);
    expect(overview.jobs.map(({ task }: { task: string }) => task)).toEqual(
      expect.arrayContaining(['apply_retention', 'clean_up', 'refresh_projections']),
    );
    expect(overview.projections.map(({ projection }: { projection: string }) => projection)).toEqual(['sent_messages', 'analytics']);
    expect(overview.projections[1].waiting_count).toBeGreaterThan(0);
    expect(overview.projections[1].oldest_change_at).toMatch(/Z$/);
    const { databaseDirectUrl } = service.config;
    const pools = ['api', 'operator', 'worker', 'jobs', ...(databaseDirectUrl ? ['sessions'] : []), 'records'];
    expect(overview.pools.map(({ name }: { name: string }) => name)).toEqual(pools);
    const { database } = overview;
    expect(database.size_bytes).toBeGreaterThan(1_000_000);
    expect(database.tables).toHaveLength(limits.overviewItems);
    const sizes = database.tables.map(({ size_bytes }: { size_bytes: number }) => size_bytes);
    expect(sizes).toEqual(sizes.toSorted((a: number, b: number) => b - a));
    expect(database.connections.map(({ application }: { application: string }) => application)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^agency-service/)]),
    );
  }, 60_000);

  it('shows for how long deliveries wait for the service, without those that wait for a listener', async () => {
    const listener = await service.request('POST', '/v1/webhook-listeners', {
      key: agency.key,
      body: { enabled_event_types: ['conversation.ai_control_requested'] },
    });
    expect(listener.status).toBe(201);
    await agency.ingest([aiRequest('ai-1', 'account-1')]);
    const waiting = await overviewWith(({ backlog }) => backlog.oldest_due_at !== null && backlog.oldest_due_at < new Date().toISOString());
    expect(waiting.deliverers[0].oldest_due_at).toBeNull();
    const since = '2026-07-18T21:04:11.000Z';
    await rows('UPDATE delivery_leases SET oldest_due_at = $1', since);
    const late = await serviceOverview(service.database)();
    expect(late.value.deliverers[0]!.oldest_due_at).toEqual(new Date(since));
  });

  it('is queried once per some seconds for any number of requests', async () => {
    const usual = await sharedService();
    const asked = await Promise.all(Array.from({ length: 20 }, () => usual.operator('GET', path)));
    expect(new Set(asked.map(({ body }) => body.measured_at)).size).toBeLessThanOrEqual(2);
    await usual.close();
  });

  it('sees jobs by what became of them, the oldest transaction, and counts no further than it says', async () => {
    await rows(`SELECT graphile_worker.add_job('test_overview', '{}', run_at => now() + interval '1 hour')`);
    await rows(`
      SELECT graphile_worker.add_job('test_overview', '{}', run_at => now() + interval '2 hours', max_attempts => 1, job_key => 'failed');
      `);
    await rows(`UPDATE graphile_worker._private_jobs SET attempts = max_attempts, last_error = repeat('x', 600) WHERE key = 'failed'`);
    await rows(
      `UPDATE graphile_worker._private_jobs SET attempts = 1, last_error = 'no answer' WHERE key IS NULL AND task_id = (SELECT id FROM graphile_worker._private_tasks WHERE identifier = 'test_overview')`,
    );
    await rows(
      `INSERT INTO delivery_queue (agency_id, endpoint_id, event_type, event_id, occurred_at, generation, due_at)
       SELECT $1, uuidv7(), 'order.created', uuidv7(), now(), 0, now() + interval '1 day' + interval '1 second' * n FROM generate_series(1, $2::int) n`,
      agency.id,
      limits.overviewDeliveries,
    );
    const look = serviceOverview(service.database);
    const whole = await service.service.database.transaction(async (transaction) => {
      await transaction.query({ text: 'SELECT 1', rowScope: { agencyId: agency.id, creatorIds: [] } });
      return (await look()).value;
    });
    expect(whole.jobs).toContainEqual({
      task: 'test_overview',
      waiting_count: 1,
      running_count: 0,
      failed_count: 1,
      oldest_due_at: expect.any(Date),
      last_error: 'x'.repeat(limits.jobErrorCharacters),
      retried_at: expect.any(Date),
    });
    expect(whole.backlog).toMatchObject([{ agency_id: agency.id, whole_count: limits.overviewDeliveries }] satisfies Partial<
      Overview['backlog'][number]
    >[]);
    expect(whole.connections.some(({ oldest_transaction_at }) => oldest_transaction_at !== null)).toBe(true);
  });

  it('reads no more of large tables than that', async () => {
    const texts: string[] = [];
    await serviceOverview({
      query: (statement) => {
        texts.push(statement.text);
        return service.database.query(statement);
      },
    })();
    const largest = await Promise.all(
      texts.map(async (text) => {
        const explained = await rows<Explained[number]>(`EXPLAIN (ANALYZE, BUFFERS OFF, FORMAT JSON) ${text}`);
        return Math.max(...planNodesOf(explained).map((node) => node['Actual Rows'] * node['Actual Loops']));
      }),
    );
    expect(Math.max(...largest)).toBeLessThanOrEqual(limits.overviewDeliveries);
  });
});
