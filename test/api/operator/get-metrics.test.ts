import { describe, expect, it } from 'vitest';
import { creator, order } from '../../records/records.ts';
import { startReceiver } from '../../support/receiver.ts';
import { describeOperatorGuard, useOperator } from './fixture.ts';

describe('GET /metrics', () => {
  const service = useOperator();
  describeOperatorGuard(service, 'GET', '/metrics');

  it('answers in the text format of Prometheus', async () => {
    const { status, headers, text } = await service().operator('GET', '/metrics');
    expect({ status, type: headers.get('content-type') }).toEqual({ status: 200, type: expect.stringMatching(/^text\/plain/) });
    expect(text).toMatch(/^# HELP /m);
    expect(text).toMatch(/^process_cpu_seconds_total /m);
  });

  it('shows how many connections operators use, who have a part of those of the API', async () => {
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

describe('GET /metrics of a process that delivers', () => {
  const service = useOperator({ delivers: true });

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
