import { describe, expect, it } from 'vitest';
import { creator, order } from '../../records/records.ts';
import { startReceiver } from '../../support/receiver.ts';
import { fromBrowser } from '../../support/console.ts';
import { problem } from '../agency.ts';
import { useOperator, withToken } from './fixture.ts';

describe('GET /metrics', () => {
  const service = useOperator({ delivers: false });
  it('answers in the text format of Prometheus', async () => {
    const { status, headers, text } = await service().operator('GET', '/metrics');
    expect({ status, type: headers.get('content-type') }).toEqual({ status: 200, type: expect.stringMatching(/^text\/plain/) });
    expect(text).toMatch(/^# HELP /m);
    expect(text).toMatch(/^process_cpu_seconds_total /m);
  });

  it('shows the connections of operators, which are part of those of the API', async () => {
    const pool = async () => {
      const { text } = await service().operator('GET', '/metrics');
      const states = text.matchAll(/^service_pool_connections\{pool="operator",state="(\w+)"\} (\d+)$/gm);
      return Object.fromEntries([...states].map(([, state, count]) => [state, Number(count)]));
    };
    const listed = await service().database.transaction(async (transaction) => {
      await transaction.query({ text: 'LOCK TABLE agencies' });
      const calls = Array.from({ length: 19 }, () => service().operator('GET', '/operator/v1/agencies'));
      await expect.poll(pool).toEqual({ in_use: 2, idle: 0, waiting: 17 });
      return calls;
    });
    expect((await Promise.all(listed)).map(({ status }) => status)).toEqual(Array(19).fill(200));
    expect(await pool()).toEqual({ in_use: 0, idle: 2, waiting: 0 });
  });
});

describe('METRICS_TOKEN', () => {
  const token = 'a-token-for-the-metrics-alone';
  const service = useOperator({ env: { METRICS_TOKEN: token } });

  it('reads the metrics', async () => {
    const response = await fetch(`${service().operatorUrl}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('process_cpu_seconds_total')]);
  });

  it.each([
    ['GET', '/operator/v1/agencies'],
    ['GET', '/operator/v1/audit'],
    ['POST', '/operator/v1/tokens'],
    ['POST', '/operator/v1/publications/claims'],
  ])('cannot %s %s', async (method, path) => {
    expect(await withToken(service(), method, path, token)).toMatchObject(problem(403, 'missing_scope'));
  });

  it('opens no session of the console, which would be one of OPERATOR_TOKEN', async () => {
    const answer = await fromBrowser(service(), 'POST', '/console/session', { body: { token } });
    expect(answer).toMatchObject(problem(403, 'missing_scope'));
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(await service().database.query({ text: 'SELECT FROM operator_sessions' })).toEqual([]);
  });
});

describe('GET /metrics of a process that delivers', () => {
  const service = useOperator({ delivers: true, retryDelaysMs: [1_200] });

  const samples = async () => {
    const { text } = await service().operator('GET', '/metrics');
    return new Map([...text.matchAll(/^(service_\w+(?:\{[^}]*\})?) (\S+)$/gm)].map(([, series, value]) => [series!, Number(value)]));
  };

  it('shows how long deliveries waited and took, and what it costs to record them', async () => {
    const receiver = await startReceiver();
    const seen = new Set<string>();
    receiver.answer = (_request, response, { event }) => {
      response.writeHead(seen.has(event.id) ? 200 : 503).end();
      seen.add(event.id);
    };
    const { key, ingest } = await service().createAgency();
    await ingest([creator('c1')]);
    await service().request('POST', '/v1/webhooks', { key, body: { url: receiver.url, enabled_event_types: ['order.created'] } });
    const before = await samples();
    await ingest(Array.from({ length: 5 }, (_, index) => order(`m${index}`, 'c1')));
    const grown = async (series: string) => ((await samples()).get(series) ?? 0) - (before.get(series) ?? 0);
    await expect.poll(() => grown('service_delivery_attempts_total{outcome="delivered"}'), { timeout: 30_000 }).toBe(5);
    await expect.poll(() => grown('service_delivery_recorded_total'), { timeout: 10_000 }).toBe(10);
    expect(await grown('service_delivery_first_attempt_delay_seconds_count')).toBe(5);
    expect(await grown('service_delivery_latency_seconds_count')).toBe(5);
    // The first attempt failed, and its retry came more than a second later.
    expect(await grown('service_delivery_latency_seconds_bucket{le="1"}')).toBe(0);
    expect(await grown('service_delivery_first_attempt_delay_seconds_bucket{le="5"}')).toBe(5);
    expect(await grown('service_delivery_claimed_total')).toBe(5);
    expect(await grown('service_delivery_claim_duration_seconds_count')).toBeGreaterThanOrEqual(1);
    expect(await grown('service_delivery_record_duration_seconds_count')).toBeGreaterThanOrEqual(2);
    await receiver.close();
  });

  it('counts refused requests by operation and problem, and background jobs by task and outcome', async () => {
    const { key } = await service().createAgency();
    const before = await samples();
    for (const limit of ['0', '1001']) await service().request('GET', `/v1/orders?limit=${limit}`, { key });
    await service().request('GET', '/v1/orders', { key: 'svc_live_unknown' });
    await service().request('GET', '/v1/orders/missing', { key });
    const after = await samples();
    const grown = (series: string) => (after.get(series) ?? 0) - (before.get(series) ?? 0);
    expect(grown('service_refusals_total{operation="listOrders",problem="validation_failed"}')).toBe(2);
    expect(grown('service_refusals_total{operation="listOrders",problem="invalid_api_key"}')).toBe(1);
    expect(grown('service_refusals_total{operation="getOrder",problem="unknown_order"}')).toBe(1);
    await expect
      .poll(async () => (await samples()).get('service_job_duration_seconds_count{task="keep_partitions",outcome="completed"}') ?? 0, {
        timeout: 20_000,
      })
      .toBeGreaterThanOrEqual(1);
  });

  it('shows how long the event loop worked in one go, by task, and its longest delay', async () => {
    const receiver = await startReceiver();
    const { key, ingest } = await service().createAgency();
    await ingest([creator('c1')]);
    await service().request('POST', '/v1/webhooks', { key, body: { url: receiver.url, enabled_event_types: ['order.created'] } });
    await ingest(Array.from({ length: 40 }, (_, index) => order(`o${index}`, 'c1')));
    await receiver.waitFor(40, 10_000);
    const measured = async () => {
      const { text } = await service().operator('GET', '/metrics');
      expect(text).toMatch(/^service_event_loop_delay_max_seconds \d/m);
      const counts = text.matchAll(/^service_event_loop_task_duration_seconds_count\{task="([\w ]+)"\} (\d+)$/gm);
      return Object.fromEntries([...counts].map(([, task, count]) => [task, Number(count)]));
    };
    // 40 deliveries take two turns, a few in each.
    await expect.poll(async () => (await measured())['start deliveries'] ?? 0, { timeout: 10_000 }).toBeGreaterThanOrEqual(2);
    await expect.poll(async () => (await measured())['record outcomes'] ?? 0, { timeout: 10_000 }).toBeGreaterThanOrEqual(1);
    await receiver.close();
  });
});
