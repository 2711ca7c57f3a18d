import { setImmediate as immediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { LeasedDelivery } from '../../server/delivery/claim/leased-delivery.ts';
import { SlotQueue } from '../../server/delivery/claim/slot-queue.ts';
import { Slots, type Slot, type SlotsOptions } from '../../server/delivery/claim/slots.ts';
import { SimClock } from '../simulation/sim-clock.ts';

describe('slots', () => {
  const capacity = (slots: Slots, endpointId: string, now = 0) => slots.capacityFor('agency', endpointId, slots.capacity, now);

  test('an endpoint has no more than its own, and at least one though all shared ones are taken', () => {
    const slots = new Slots({ concurrency: 8, perEndpoint: 4 });
    const taken = Array.from({ length: 4 }, () => slots.take('agency', 'a', 0));
    expect(slots.mayStart('agency', 'a', 0)).toBe(false);
    expect(capacity(slots, 'a')).toBe(0);
    taken.push(...Array.from({ length: 4 }, () => slots.take('agency', 'b', 0)));
    expect(slots.freeCount).toBe(0);
    expect(slots.mayStart('agency', 'c', 0)).toBe(true);
    const last = slots.take('agency', 'c', 0);
    expect(slots.mayStart('agency', 'c', 0)).toBe(false);
    for (const slot of [...taken, last]) slots.release(slot, 0);
    expect(slots.freeCount).toBe(8);
    expect(slots.capacityOfAgency('agency')).toBe(16);
  });

  test('an attempt that waits for its response leaves the shared slots but not its endpoint’s', () => {
    const slots = new Slots({ concurrency: 8, perEndpoint: 4 });
    const slow = Array.from({ length: 4 }, () => slots.take('agency', 'a', 1_000));
    slots.take('agency', 'b', 1_400);
    slots.freeSharedSlots(1_600);
    expect(slots.freeCount).toBe(7);
    expect(slots.mayStart('agency', 'a', 1_600)).toBe(false);
    slots.release(slow[0]!, 1_600);
    slots.release(slow[0]!, 1_600);
    expect(slots.mayStart('agency', 'a', 1_600)).toBe(true);
    expect(capacity(slots, 'a')).toBe(1);
  });

  test('an endpoint waits for its receiver while that hangs, shortly after it had all slots taken, or when its agency has no open attempt left', () => {
    const slots = new Slots({ concurrency: 8, perEndpoint: 4 });
    const waits = (endpointId: string, now: number, agencyId = 'agency') => slots.waitsForReceiver(agencyId, endpointId, now);
    expect(waits('a', 0)).toBe(false);
    const taken = Array.from({ length: 3 }, () => slots.take('agency', 'a', 0));
    expect(waits('a', 0)).toBe(false);
    taken.push(slots.take('agency', 'a', 0));
    for (const slot of taken.slice(1)) slots.release(slot, 50);
    expect([waits('a', 1_000), waits('a', 3_500), waits('b', 3_500)]).toEqual([true, true, false]);
    slots.release(taken[0]!, 3_600);
    expect(waits('a', 3_600)).toBe(false);
    slots.release(slots.take('agency', 'a', 4_000), 14_000, true);
    expect(waits('a', 60_000)).toBe(true);
    slots.release(slots.take('agency', 'a', 60_000), 60_010);
    expect(waits('a', 60_010)).toBe(false);
    for (let n = 0; n < 8; n++) slots.enqueue('agency', 'b');
    for (let n = 0; n < 8; n++) slots.enqueue('agency', 'c');
    expect([slots.capacityOfAgency('agency'), waits('d', 70_000)]).toEqual([0, false]);
    for (let n = 0; n < 16; n++) slots.take('agency', `e${n}`, 70_000);
    expect([waits('d', 70_000), waits('d', 70_000, 'another')]).toEqual([true, false]);
  });

  test('for an endpoint that answers quickly twice as many deliveries may wait as it has slots, until one has waited too long', () => {
    const slots = new Slots({ concurrency: 8, perEndpoint: 4 });
    const [first] = Array.from({ length: 4 }, () => slots.take('agency', 'a', 0));
    slots.release(first!, 20);
    expect(capacity(slots, 'a')).toBe(9);
    for (let count = 0; count < 9; count++) slots.enqueue('agency', 'a');
    expect(capacity(slots, 'a')).toBe(0);
    slots.dequeue('agency', 'a');
    slots.take('agency', 'a', 20);
    expect(capacity(slots, 'a')).toBe(0);
    slots.dequeue('agency', 'a', true);
    expect(capacity(slots, 'a'), 'one too late').toBe(0);
    for (let count = 0; count < 7; count++) slots.dequeue('agency', 'a');
    expect(capacity(slots, 'a'), 'four in flight').toBe(0);
    expect(slots.capacity).toBe(28);
  });

  test('an endpoint that keeps a response waiting has few slots, and none that wait', () => {
    const slots = new Slots({ concurrency: 8, perEndpoint: 4 });
    const [quick] = [slots.take('agency', 'a', 0), slots.take('agency', 'a', 0)];
    slots.release(quick, 10);
    expect(capacity(slots, 'a', 2_999)).toBe(11);
    slots.take('agency', 'a', 10);
    expect(slots.mayStart('agency', 'a', 3_000)).toBe(false);
  });
});

describe('the line', () => {
  const target = (endpointId: string) => ({ agencyId: 'agency', endpointId });
  const delivery = (endpointId: string, deliveryId: string) => ({ target: target(endpointId), deliveryId }) as unknown as LeasedDelivery;

  function aLine(options: SlotsOptions = { concurrency: 4, perEndpoint: 2 }) {
    const clock = new SimClock();
    const slots = new Slots(options);
    const started: string[] = [];
    const returned: string[] = [];
    const open = new Map<string, Slot>();
    const line = new SlotQueue({
      clock,
      slots,
      start: ({ deliveryId, target: { agencyId, endpointId } }) => {
        started.push(deliveryId);
        open.set(deliveryId, slots.take(agencyId, endpointId, clock.now()));
      },
      onReturned: ({ deliveryId }) => void returned.push(deliveryId),
    });
    const end = (deliveryId: string) => {
      slots.release(open.get(deliveryId)!, clock.now());
      line.pump();
    };
    return { clock, slots, line, started, returned, end };
  }

  test('deliveries without a slot wait in order, and endpoints take turns', () => {
    const { line, started, end } = aLine();
    line.add(['a1', 'a2', 'a3', 'a4'].map((id) => delivery('a', id)));
    line.add(['b1', 'b2', 'b3'].map((id) => delivery('b', id)));
    expect(started).toEqual(['a1', 'a2', 'b1', 'b2']);
    end('b1');
    end('a2');
    end('a1');
    expect(started.slice(4)).toEqual(['b3', 'a3', 'a4']);
  });

  test('a few of many deliveries start immediately, and the rest after other arrivals', async () => {
    const { line, started, end } = aLine({ concurrency: 64, perEndpoint: 64 });
    const ids = Array.from({ length: 40 }, (_, index) => `a${index}`);
    line.add(ids.map((id) => delivery('a', id)));
    expect(started).toEqual(ids.slice(0, 16));
    const arrived: number[] = [];
    setImmediate(() => arrived.push(started.length));
    await immediate();
    expect(arrived).toEqual([32]);
    end('a0');
    expect(started).toEqual(ids);
    await immediate();
    expect(started).toEqual(ids);
  });

  test('deliveries that waited too long or may no longer be sent are returned', () => {
    const { clock, slots, line, returned } = aLine();
    line.add(['a1', 'a2', 'a3'].map((id) => delivery('a', id)));
    line.add(['b1', 'b2', 'b3'].map((id) => delivery('b', id)));
    line.clear(['b', 'none']);
    expect(returned).toEqual(['b3']);
    while (clock.step(199));
    expect(returned).toEqual(['b3']);
    while (clock.step(201));
    expect(returned).toEqual(['b3', 'a3']);
    expect(slots.capacity).toBe(12);
  });
});
