import { describe, expect, test } from 'vitest';
import type { LeasedDelivery } from '../../server/delivery/leased-delivery.ts';
import { Line } from '../../server/delivery/line.ts';
import { Places, type Place } from '../../server/delivery/places.ts';
import { SimClock } from '../simulation/sim-clock.ts';

describe('places', () => {
  const room = (places: Places, endpointId: string, now = 0) => places.roomFor('agency', endpointId, places.roomCount, now);

  test('an endpoint has no more than its own, and at least one though all shared ones are taken', () => {
    const places = new Places({ concurrency: 8, perEndpoint: 4 });
    const taken = Array.from({ length: 4 }, () => places.take('agency', 'a', 0));
    expect(places.mayStart('agency', 'a', 0)).toBe(false);
    expect(room(places, 'a')).toBe(0);
    taken.push(...Array.from({ length: 4 }, () => places.take('agency', 'b', 0)));
    expect(places.freeCount).toBe(0);
    expect(places.mayStart('agency', 'c', 0)).toBe(true);
    const last = places.take('agency', 'c', 0);
    expect(places.mayStart('agency', 'c', 0)).toBe(false);
    for (const place of [...taken, last]) places.release(place, 0);
    expect(places.freeCount).toBe(8);
    expect(places.openCount).toBe(0);
  });

  test('an attempt that waits for its answer leaves the shared places but not its endpoint’s', () => {
    const places = new Places({ concurrency: 8, perEndpoint: 4 });
    const slow = Array.from({ length: 4 }, () => places.take('agency', 'a', 1_000));
    places.take('agency', 'b', 1_400);
    expect(places.setSlowApart(1_600)).toBe(true);
    expect(places.freeCount).toBe(7);
    expect(places.mayStart('agency', 'a', 1_600)).toBe(false);
    places.release(slow[0]!, 1_600);
    places.release(slow[0]!, 1_600);
    expect(places.mayStart('agency', 'a', 1_600)).toBe(true);
    expect(room(places, 'a')).toBe(1);
  });

  test('for an endpoint that answers quickly as many deliveries may wait as it has places, until one has waited too long', () => {
    const places = new Places({ concurrency: 8, perEndpoint: 4 });
    const [first] = Array.from({ length: 4 }, () => places.take('agency', 'a', 0));
    places.release(first!, 20);
    expect(room(places, 'a')).toBe(5);
    for (let count = 0; count < 5; count++) places.wait('agency', 'a');
    expect(room(places, 'a')).toBe(0);
    places.leave('agency', 'a');
    places.take('agency', 'a', 20);
    expect(room(places, 'a')).toBe(0);
    places.leave('agency', 'a', true);
    expect(room(places, 'a'), 'one too late').toBe(0);
    for (let count = 0; count < 3; count++) places.leave('agency', 'a');
    expect(room(places, 'a'), 'four in flight').toBe(0);
    expect(places.roomCount).toBe(12);
  });

  test('an endpoint that keeps an answer waiting has few places, and none that wait', () => {
    const places = new Places({ concurrency: 8, perEndpoint: 4 });
    const [quick] = [places.take('agency', 'a', 0), places.take('agency', 'a', 0)];
    places.release(quick, 10);
    expect(room(places, 'a', 2_999)).toBe(7);
    places.take('agency', 'a', 10);
    expect(places.mayStart('agency', 'a', 3_000)).toBe(false);
  });
});

describe('the line', () => {
  const target = (endpointId: string) => ({ agencyId: 'agency', endpointId });
  const delivery = (endpointId: string, deliveryId: string) => ({ target: target(endpointId), deliveryId }) as unknown as LeasedDelivery;

  function aLine() {
    const clock = new SimClock();
    const places = new Places({ concurrency: 4, perEndpoint: 2 });
    const started: string[] = [];
    const returned: string[] = [];
    const open = new Map<string, Place>();
    const line = new Line({
      clock,
      places,
      start: ({ deliveryId, target: { agencyId, endpointId } }) => {
        started.push(deliveryId);
        open.set(deliveryId, places.take(agencyId, endpointId, clock.now()));
      },
      onReturned: ({ deliveryId }) => void returned.push(deliveryId),
    });
    const end = (deliveryId: string) => {
      places.release(open.get(deliveryId)!, clock.now());
      line.pump();
    };
    return { clock, places, line, started, returned, end };
  }

  test('what has no place waits for one, the first first, and endpoints take turns', () => {
    const { line, started, end } = aLine();
    for (const id of ['a1', 'a2', 'a3', 'a4']) line.add(delivery('a', id));
    for (const id of ['b1', 'b2', 'b3']) line.add(delivery('b', id));
    expect(started).toEqual(['a1', 'a2', 'b1', 'b2']);
    end('b1');
    end('a2');
    end('a1');
    expect(started.slice(4)).toEqual(['b3', 'a3', 'a4']);
  });

  test('what has waited too long is given back, and so is what is not to be sent any more', () => {
    const { clock, places, line, returned } = aLine();
    for (const id of ['a1', 'a2', 'a3']) line.add(delivery('a', id));
    for (const id of ['b1', 'b2', 'b3']) line.add(delivery('b', id));
    line.clear(['b', 'none']);
    expect(returned).toEqual(['b3']);
    while (clock.step(99));
    expect(returned).toEqual(['b3']);
    while (clock.step(101));
    expect(returned).toEqual(['b3', 'a3']);
    expect(places.roomCount).toBe(4);
  });
});
