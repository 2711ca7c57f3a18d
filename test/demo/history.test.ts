import { describe, expect, it } from 'vitest';
import type { Order } from '../../generated/models.ts';
import { pastDeliveriesOf, pausedMs } from '../../server/demo/webhook-history.ts';
import type { NewEvent } from '../../server/entities/new-event.ts';

const firstNow = Date.parse('2026-11-21T10:15:30.123Z');

describe('the past of the webhook endpoint', () => {
  const until = pausedMs(firstNow);
  const events = Array.from({ length: 300 }, (_, index): NewEvent => {
    const occurredAt = new Date(until - (301 - index) * 1_800_000);
    return { agencyId: 'a', type: 'order.created', creatorId: 'c1', occurredAt, data: {} as Order };
  });
  const deliveries = pastDeliveriesOf(events, firstNow);

  it('is what the delivery rules make of it: four attempts and then a failure, or 2xx', () => {
    expect(deliveries.map(({ event }) => event)).toEqual(events);
    for (const { event, attempts, error, endedMs } of deliveries) {
      const last = attempts.at(-1)!;
      if (error === null) expect([last.error, last.status_code]).toEqual([null, 204]);
      else if (error !== 'endpoint_disabled') expect([attempts.length, last.error]).toEqual([4, error]);
      const starts = attempts.map(({ attempted_at }) => Date.parse(attempted_at));
      expect(starts.toSorted((one, other) => one - other)).toEqual(starts);
      expect(starts[0]).toBeGreaterThan(event.occurredAt.getTime());
      expect(endedMs).toBeLessThan(firstNow);
    }
  });

  it('has failures of several kinds, one of which was replayed', () => {
    const failures = deliveries.filter(({ error }) => error !== null);
    expect(failures.length).toBeGreaterThan(5);
    expect(new Set(failures.map(({ error }) => error)).size).toBeGreaterThanOrEqual(3);
    expect(deliveries.filter(({ replayedMs }) => replayedMs !== null)).toEqual([
      failures.find(({ error }) => error !== 'endpoint_disabled'),
    ]);
    expect(deliveries.some(({ attempts, error }) => error === null && attempts.length > 1)).toBe(true);
  });
});
