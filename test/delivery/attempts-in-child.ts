import { PerformanceObserver, constants } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import { getHeapSpaceStatistics } from 'node:v8';
import type { LeasedDelivery } from '../../server/delivery/claim/leased-delivery.ts';
import { PausedEndpoints } from '../../server/delivery/claim/paused-endpoints.ts';
import { Slots } from '../../server/delivery/claim/slots.ts';
import type { AttemptEnd } from '../../server/delivery/send/attempt.ts';
import { DeliveryHandler, type DeliveryHandlerOptions } from '../../server/delivery/delivery-handler.ts';
import { systemClock } from '../../server/lib/clock.ts';
import { currentRelease } from '../../generated/releases.ts';

/** Makes attempts, 20 of them in flight at a time, and prints what collections of garbage have made old. */
const attempts = 60_000;
const inFlight = 20;

/** What each attempt in flight holds, as a request of undici does. */
class Held {
  readonly parts: readonly string[];
  readonly settle: (end: AttemptEnd) => void;

  constructor(number: number, settle: (end: AttemptEnd) => void) {
    this.parts = Array.from({ length: 100 }, (_, part) => `${number} ${part}`);
    this.settle = settle;
  }
}

const open: Held[] = [];
const ignore = () => undefined;
const handler = new DeliveryHandler({
  clock: systemClock,
  slots: new Slots({ concurrency: 64, perEndpoint: 32 }),
  sender: {
    send: (_url: string, _signed: object, settle: (end: AttemptEnd) => void) => {
      const held = new Held(open.length, settle);
      open.push(held);
      return Object.assign(held, { abandon: ignore });
    },
  },
  listenerTransport: undefined,
  secrets: { decrypt: () => 'secret' },
  formerBrand: 'Legacy',
  pausedEndpoints: new PausedEndpoints(),
  log: { isLevelEnabled: () => false, debug: ignore, info: ignore, error: (fields: unknown) => console.error(fields) },
  metrics: { observeAttempt: ignore, observeFirstAttempt: ignore, observeDelivered: ignore },
  claimer: { pump: ignore },
  recorder: { add: ignore },
  receiverChanges: { observe: ignore },
} as unknown as DeliveryHandlerOptions);

const delivery = (number: number): LeasedDelivery => ({
  target: {
    agencyId: 'agency',
    endpointId: `endpoint ${number % 5}`,
    url: 'https://receiver.example/',
    apiVersion: currentRelease.date,
    secrets: '',
    generation: 0,
    consecutiveFailures: 0,
    isListener: false,
    headers: null,
  },
  deliveryId: '01900000-0000-7000-8000-000000000000',
  eventId: '01900000-0000-7000-8000-000000000000',
  eventType: 'order.created',
  occurredAt: 0,
  isReconstructed: false,
  data: '{}',
  traceparent: null,
  lease: 1,
  attempt: 1,
  leasedAt: Date.now(),
  receivedAt: systemClock.now(),
  overdueMs: 0,
});

const collections = { minor: 0, major: 0 };
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    const { kind } = (entry as unknown as { detail: { kind: number } }).detail;
    if (kind === constants.NODE_PERFORMANCE_GC_MINOR) collections.minor += 1;
    if (kind === constants.NODE_PERFORMANCE_GC_MAJOR) collections.major += 1;
  }
}).observe({ entryTypes: ['gc'] });

const oldBytes = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')!.space_used_size;
const before = oldBytes();
for (let number = 0; number < attempts; number += 1) {
  handler.start(delivery(number));
  if (open.length > inFlight) open.shift()!.settle({ kind: 'answered', durationMs: 1, statusCode: 200, excerpt: '' });
  if (number % 100 === 0) await setImmediate();
}
await setImmediate();
console.log(JSON.stringify({ ...collections, oldMb: (oldBytes() - before) / 1e6, open: handler.inFlightCount }));
