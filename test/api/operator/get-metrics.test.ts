import { describe, expect, it } from 'vitest';
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

  it('tells how the pool of what operators keep is used', async () => {
    const pool = async () => {
      const { text } = await service().operator('GET', '/metrics');
      const states = text.matchAll(/^service_pool_connections\{pool="models",state="(\w+)"\} (\d+)$/gm);
      return Object.fromEntries([...states].map(([, state, count]) => [state, Number(count)]));
    };
    const listed = await service().database.transaction(async (transaction) => {
      await transaction.query({ text: 'LOCK TABLE agencies' });
      const calls = Array.from({ length: 5 }, () => service().operator('GET', '/operator/v1/agencies'));
      await expect.poll(pool).toEqual({ in_use: 2, idle: 0, waiting: 3 });
      return calls;
    });
    expect((await Promise.all(listed)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await pool()).toEqual({ in_use: 0, idle: 2, waiting: 0 });
  });
});
