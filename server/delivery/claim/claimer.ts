import type { Clock, Timer } from '../../lib/clock.ts';
import type { Sql } from '../../database/client/sql.ts';
import { DueEndpoints } from './due-endpoints.ts';
import { claim, type Capacity, type Claimed } from './claim.ts';
import type { DueEndpoint } from './dispatcher.ts';
import type { LeasedDelivery } from './leased-delivery.ts';
import type { Leases } from './leases.ts';
import type { Slots } from './slots.ts';
import type { QueuedEndpoint } from './fair-queue.ts';

export interface ClaimerLog {
  error(fields: object, message: string): void;
}

export interface ClaimerOptions {
  readonly clock: Clock;
  readonly sql: Sql;
  readonly slots: Slots;
  readonly leases: Pick<Leases, 'current' | 'doubt'>;
  readonly log: ClaimerLog;
  /** Whether known outcomes wait for the database, or more of them than may be added to. */
  readonly isBehind: () => boolean;
  readonly observeClaim: (durationMs: number, deliveryCount: number) => void;
  readonly onClaimed: (deliveries: readonly LeasedDelivery[]) => void;
  /** Called with an endpoint that was thought to have deliveries due since an instant and has none: it may be disabled or gone. */
  readonly onNothingFound: (endpointId: string, sinceMicros: number) => void;
}

/** Claims that find few deliveries, or capacity for few, follow each other no faster. */
const paceMs = 3;
const smallClaim = 16;

const noCapacityPauseMs = 50;
const failurePauseMs = 1_000;
const maxEndpointsPerClaim = 64;

/** The share of a claim's endpoints that is reserved for hanging endpoints, which come last. */
const keptForHanging = 8;

/** How many hanging endpoints are checked for a claim: most have no slot, and there may be thousands. */
const hangingLooks = 256;

/** Decides when to claim and for which endpoints: all that may have due deliveries, in turn, as slots become free. */
export class Claimer {
  readonly #options: ClaimerOptions;
  readonly #candidates = new DueEndpoints();
  /** Endpoints that were added while a claim ran, with the earliest instant: it may not have seen what they were added for. */
  readonly #addedMeanwhile = new Map<string, DueEndpoint>();
  readonly #asideUntil = new Map<string, number>();
  #claiming: Promise<void> | undefined;
  #lastClaimAt = 0;
  #wasSmallClaim = false;
  #pausedUntil = 0;
  #timer: Timer | undefined;
  #isStopping = false;

  constructor(options: ClaimerOptions) {
    this.#options = options;
  }

  add(endpoints: readonly DueEndpoint[]): void {
    for (const endpoint of endpoints) {
      this.#candidates.add(endpoint, this.#hangs(endpoint));
      if (this.#claiming) this.#noteAdded(endpoint);
    }
    this.pump();
  }

  /** What dead processes held may have become free at any time. */
  forgetLowWater(): void {
    this.#candidates.forgetLowWater();
  }

  /** Claims nothing for one endpoint for a while. */
  setAside(endpointId: string, forMs: number): void {
    this.#asideUntil.set(endpointId, this.#options.clock.now() + forMs);
  }

  /** Claims nothing at all for a while. */
  pause(): void {
    this.#pausedUntil = this.#options.clock.now() + failurePauseMs;
  }

  /** Whether deliveries may be leased now. */
  get mayLease(): boolean {
    return !this.#isStopping && !this.#options.isBehind() && this.#options.clock.now() >= this.#pausedUntil;
  }

  isAside(endpointId: string, now: number): boolean {
    const until = this.#asideUntil.get(endpointId);
    if (until === undefined) return false;
    if (now < until) return true;
    this.#asideUntil.delete(endpointId);
    return false;
  }

  /** Claims when there is something to claim and capacity for it. To be called when a slot becomes free. */
  pump(): void {
    if (this.#isStopping || this.#claiming || this.#candidates.size === 0) return;
    const { slots, leases, isBehind } = this.#options;
    const now = this.#options.clock.now();
    if (now < this.#pausedUntil) return this.#pumpIn(this.#pausedUntil - now);
    const lease = leases.current;
    if (lease === undefined || isBehind()) return this.#pumpIn(noCapacityPauseMs);
    const waitMs = this.#lastClaimAt + paceMs - now;
    if ((slots.hasLittleCapacity || this.#wasSmallClaim) && waitMs > 0) return this.#pumpIn(waitMs);
    slots.setSlowApart(now);
    const capacity = this.#capacity(now);
    this.#lastClaimAt = now;
    this.#wasSmallClaim = capacity.length === 0;
    // A slot that becomes free pumps again; attempts that become slow do not.
    if (capacity.length === 0) return this.#pumpIn(noCapacityPauseMs);
    this.#claiming = this.#claim(lease, capacity).finally(() => {
      this.#claiming = undefined;
      this.#addedMeanwhile.clear();
      this.pump();
    });
  }

  /**
   * When the oldest delivery became due that waits for this process, in microseconds of the database's clock: its endpoint could take
   * another attempt. What waits for its receiver is not among them. Undefined if there is none.
   */
  get oldestDueMicros(): number | undefined {
    const { clock, slots } = this.#options;
    const now = clock.now();
    return this.#candidates.oldestDueSince(({ agencyId, endpointId }) => slots.waitsForReceiver(agencyId, endpointId, now));
  }

  /** Ends when the claim that runs has ended. What it took is still handed over. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#options.clock.clearTimeout(this.#timer);
    await this.#claiming;
  }

  #pumpIn(delayMs: number): void {
    this.#timer ??= this.#options.clock.setTimeout(() => {
      this.#timer = undefined;
      this.pump();
    }, Math.ceil(delayMs));
  }

  /** Shares the capacity among the endpoints that may need it: those that hang have what the others leave, and a few. */
  #capacity(now: number): Capacity[] {
    const { slots } = this.#options;
    const capacity: Capacity[] = [];
    let left = slots.capacity;
    let others = Math.min(this.#candidates.size, maxEndpointsPerClaim);
    const consider = (endpoint: QueuedEndpoint): void => {
      const { agencyId, endpointId } = endpoint;
      if (this.isAside(endpointId, now)) return this.#candidates.delete(endpoint);
      const count = slots.capacityFor(agencyId, endpointId, Math.ceil(left / Math.max(1, others--)), now);
      if (count === 0) return;
      left = Math.max(0, left - count);
      capacity.push({ agencyId, endpointId, slots: count, lowWaterMicros: this.#candidates.lowWaterOf(endpointId) });
    };
    const [hanging, recovered, looked]: [QueuedEndpoint[], QueuedEndpoint[], QueuedEndpoint[]] = [[], [], []];
    for (const endpoint of this.#candidates.answering()) {
      if (capacity.length === maxEndpointsPerClaim - keptForHanging) break;
      if (slots.hangs(endpoint.agencyId, endpoint.endpointId, now)) hanging.push(endpoint);
      else consider(endpoint);
    }
    for (const endpoint of this.#candidates.hanging()) {
      if (capacity.length === maxEndpointsPerClaim || looked.length === hangingLooks) break;
      looked.push(endpoint);
      if (!slots.hangs(endpoint.agencyId, endpoint.endpointId, now)) recovered.push(endpoint);
      consider(endpoint);
    }
    for (const endpoint of looked) this.#candidates.requeue(endpoint);
    for (const endpoint of recovered) this.#candidates.setHanging(endpoint, false);
    for (const endpoint of hanging) this.#candidates.setHanging(endpoint, true);
    return capacity;
  }

  async #claim(lease: number, capacity: readonly Capacity[]): Promise<void> {
    const { clock, sql, leases, log, observeClaim, onClaimed } = this.#options;
    const begunAt = clock.now();
    try {
      const claimed = await claim(sql, lease, capacity, clock);
      observeClaim(clock.now() - begunAt, claimed.deliveries.length);
      this.#wasSmallClaim = claimed.deliveries.length < smallClaim;
      this.#forgetServed(capacity, claimed);
      onClaimed(claimed.deliveries);
    } catch (error) {
      log.error({ err: error }, 'could not claim deliveries');
      leases.doubt(lease, error);
      this.pause();
    }
  }

  /** An endpoint with fewer due deliveries than slots has no more; one with more goes to the end of the line. */
  #forgetServed(capacity: readonly Capacity[], { deliveries, atMicros, lastDueMicros }: Claimed): void {
    const counts = new Map<string, number>();
    for (const { target } of deliveries) counts.set(target.endpointId, (counts.get(target.endpointId) ?? 0) + 1);
    for (const { agencyId, endpointId, slots, lowWaterMicros } of capacity) {
      const count = counts.get(endpointId) ?? 0;
      if (count === slots) {
        this.#candidates.raiseLowWater(endpointId, lastDueMicros.get(endpointId)!);
        this.#candidates.setDueSince({ agencyId, endpointId }, lastDueMicros.get(endpointId)!);
        this.#candidates.requeue({ agencyId, endpointId });
        this.#addAgain(endpointId);
        continue;
      }
      this.#candidates.delete({ agencyId, endpointId });
      if (atMicros > 0) this.#candidates.raiseLowWater(endpointId, atMicros);
      if (this.#addedMeanwhile.has(endpointId)) this.#addAgain(endpointId);
      else if (count === 0) this.#options.onNothingFound(endpointId, lowWaterMicros);
    }
  }

  #noteAdded(endpoint: DueEndpoint): void {
    const earlier = this.#addedMeanwhile.get(endpoint.endpointId);
    if (!earlier || endpoint.sinceMicros < earlier.sinceMicros) this.#addedMeanwhile.set(endpoint.endpointId, endpoint);
  }

  /** Lowers the low-water mark to what the claim may not have seen. */
  #addAgain(endpointId: string): void {
    const added = this.#addedMeanwhile.get(endpointId);
    if (added) this.#candidates.add(added, this.#hangs(added));
  }

  #hangs({ agencyId, endpointId }: QueuedEndpoint): boolean {
    return this.#options.slots.hangs(agencyId, endpointId, this.#options.clock.now());
  }
}
