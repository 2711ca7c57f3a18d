import { describe, expect, it } from 'vitest';
import type { Order } from '../../generated/models.ts';
import { pendingRequests } from '../../server/demo/agency-work.ts';
import { audiencesOf } from '../../server/demo/audience.ts';
import { Calendar, dayMs } from '../../server/demo/calendar.ts';
import { castOf } from '../../server/demo/cast.ts';
import { historyOf, pausedMs } from '../../server/demo/past-deliveries.ts';
import type { NewEvent } from '../../server/entities/event.ts';

const firstNow = Date.parse('2026-11-21T10:15:30.123Z');
/** Different days of the year, and different times of the day. */
const nows = Array.from({ length: 40 }, (_, index) => new Date(firstNow + index * (9 * dayMs + 1.7 * 3_600_000)));

describe('at any start', () => {
  it('some AI requests are pending, none of them old', () => {
    for (const now of nows) {
      const calendar = new Calendar(now);
      const cast = castOf(calendar);
      const pending = pendingRequests({ calendar, cast, audiences: audiencesOf(calendar, cast) });
      const place = now.toISOString();
      expect(pending.length, place).toBeGreaterThanOrEqual(5);
      expect(pending.length, place).toBeLessThanOrEqual(12);
      for (const { requested_at } of pending) {
        expect(now.getTime() - Date.parse(requested_at), place).toBeLessThan(6 * dayMs);
        expect(Date.parse(requested_at), place).toBeLessThan(now.getTime());
      }
    }
  });
});

describe('the past of the webhook endpoint', () => {
  const until = pausedMs(firstNow);
  const events = Array.from({ length: 300 }, (_, index): NewEvent => {
    const occurredAt = new Date(until - (301 - index) * 1_800_000);
    return { agencyId: 'a', type: 'order.created', creatorId: 'c1', occurredAt, data: {} as Order };
  });
  const { deliveries, failures } = historyOf(events, firstNow);

  it('is what the delivery rules make of it: four attempts and then a failure, or 2xx', () => {
    expect(deliveries.filter(({ replayOf }) => replayOf === null).map(({ event }) => event)).toEqual(events);
    expect(new Set(deliveries.map(({ id }) => id)).size).toBe(deliveries.length);
    for (const { attempts, error, createdMs, endedMs } of deliveries) {
      const last = attempts.at(-1)!;
      if (error === null) expect([last.error, last.status_code]).toEqual([null, 204]);
      else if (error !== 'endpoint_disabled') expect([attempts.length, last.error]).toEqual([4, error]);
      const starts = attempts.map(({ attempted_at }) => Date.parse(attempted_at));
      expect(starts.toSorted((one, other) => one - other)).toEqual(starts);
      expect(starts[0]).toBeGreaterThan(createdMs);
      expect(endedMs).toBeLessThan(firstNow);
    }
  });

  it('has failures of several kinds, one of which was replayed with success', () => {
    expect(failures.length).toBeGreaterThan(5);
    expect(new Set(failures.map(({ delivery }) => delivery.error)).size).toBeGreaterThanOrEqual(3);
    const replayed = failures.filter(({ replayedMs }) => replayedMs !== null);
    expect(replayed).toHaveLength(1);
    const replays = deliveries.filter(({ replayOf }) => replayOf !== null);
    expect(replays).toMatchObject([{ replayOf: replayed[0]!.id, eventId: replayed[0]!.delivery.eventId, error: null }]);
    expect(deliveries.some(({ attempts, error }) => error === null && attempts.length > 1)).toBe(true);
  });
});
