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
});
