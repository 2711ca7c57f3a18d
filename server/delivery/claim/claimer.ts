import type { Clock, Timer } from '../../lib/clock.ts';
import type { Sql } from '../../database/client/sql.ts';
import type { DeliveryLog } from '../deliverer-options.ts';
import { DueEndpoints } from './due-endpoints.ts';
import { claim, type Capacity, type Claimed } from './claim.ts';
import type { DueEndpoint } from './dispatcher.ts';
import type { LeasedDelivery } from './leased-delivery.ts';
import type { Leases } from './leases.ts';
import type { PausedEndpoints } from './paused-endpoints.ts';
import type { Slots } from './slots.ts';
import type { QueuedEndpoint } from './fair-queue.ts';

export interface ClaimerOptions {
  readonly clock: Clock;
  readonly sql: Sql;
  readonly slots: Slots;
  readonly leases: Pick<Leases, 'current' | 'handleFailure'>;
  readonly pausedEndpoints: PausedEndpoints;
  readonly log: Pick<DeliveryLog, 'error'>;
  /** True if too many outcomes wait for the database, or the database refuses them. */
  readonly isBacklogged: () => boolean;
  readonly observeClaim: (durationMs: number, deliveryCount: number) => void;
  readonly onClaimed: (deliveries: readonly LeasedDelivery[]) => void;
  /** Called with an endpoint that was announced at `sinceMicros` but has no due delivery: it may be disabled or deleted. */
  readonly onNothingFound: (endpointId: string, sinceMicros: number) => void;
}

/** The minimum interval between claims if few deliveries are found or little capacity is free. */
const minClaimIntervalMs = 3;
const smallClaimSize = 16;

const noCapacityPauseMs = 50;
const failurePauseMs = 1_000;
const maxEndpointsPerClaim = 64;

/** Places in a claim that are reserved for hanging endpoints. */
const reservedForHanging = 8;

/** The maximum number of hanging endpoints that are checked for a claim. Most have no slot, and there may be thousands. */
const maxHangingChecked = 256;

/** Claims due deliveries as slots become free. Endpoints that may have some take turns. */
export class Claimer {
  readonly #options: ClaimerOptions;
  readonly #candidates = new DueEndpoints();
  /** Endpoints with a rate: what to add when the rate allows more, undefined while it is queued. Others wait for this process, these for their rate. */
  readonly #paced = new Map<string, DueEndpoint | undefined>();
  /** Endpoints that were added during a claim, which may not have seen their deliveries, with the earliest instant. */
  readonly #addedMeanwhile = new Map<string, DueEndpoint>();
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
      const waiting = this.#paced.get(endpoint.endpointId);
      if (waiting) {
        if (endpoint.sinceMicros < waiting.sinceMicros) this.#paced.set(endpoint.endpointId, endpoint);
        continue;
      }
      this.#candidates.add(endpoint, this.#isHanging(endpoint));
      if (this.#claiming) this.#noteAdded(endpoint);
    }
    this.pump();
  }

  /** Call it after leases have ended, because any delivery may have become free. */
  clearLowWater(): void {
    this.#candidates.clearLowWater();
  }

  /** Pauses claims for a second. */
  pause(): void {
    this.#pausedUntil = this.#options.clock.now() + failurePauseMs;
  }

  /** Whether deliveries may be leased now. */
  get mayLease(): boolean {
    return !this.#isStopping && !this.#options.isBacklogged() && this.#options.clock.now() >= this.#pausedUntil;
  }

  /** Claims if there is something to claim and capacity for it. Call it when a slot becomes free. */
  pump(): void {
    if (this.#isStopping || this.#claiming || this.#candidates.size === 0) return;
    const { slots, leases, isBacklogged } = this.#options;
    const now = this.#options.clock.now();
    if (now < this.#pausedUntil) return this.#pumpIn(this.#pausedUntil - now);
    const lease = leases.current;
    if (lease === undefined || isBacklogged()) return this.#pumpIn(noCapacityPauseMs);
    const waitMs = this.#lastClaimAt + minClaimIntervalMs - now;
    if ((slots.hasLittleCapacity || this.#wasSmallClaim) && waitMs > 0) return this.#pumpIn(waitMs);
    slots.freeSharedSlots(now);
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
   * When the oldest delivery that waits for this process became due, in microseconds of the database's clock. Deliveries that wait for their
   * receiver, or the rate of their endpoint, do not count.
   */
  get oldestDueMicros(): number | undefined {
    const { clock, slots } = this.#options;
    const now = clock.now();
    return this.#candidates.oldestDueSince(
      ({ agencyId, endpointId }) => this.#paced.has(endpointId) || slots.waitsForReceiver(agencyId, endpointId, now),
    );
  }

  /** Resolves when the running claim has ended. Its deliveries are still handed over. */
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

  /** Shares the capacity among the endpoints that may need it. Hanging ones get what the others leave, and a reserved part. */
  #capacity(now: number): Capacity[] {
    const { slots, pausedEndpoints } = this.#options;
    const capacity: Capacity[] = [];
    let left = slots.capacity;
    let others = Math.min(this.#candidates.size, maxEndpointsPerClaim);
    const consider = (endpoint: QueuedEndpoint): void => {
      const { agencyId, endpointId } = endpoint;
      if (pausedEndpoints.has(endpointId, now)) return this.#candidates.delete(endpoint);
      const count = slots.capacityFor(agencyId, endpointId, Math.ceil(left / Math.max(1, others--)), now);
      if (count === 0) return;
      left = Math.max(0, left - count);
      capacity.push({ agencyId, endpointId, slots: count, lowWaterMicros: this.#candidates.lowWaterOf(endpointId) });
    };
    const [hanging, recovered, checked]: [QueuedEndpoint[], QueuedEndpoint[], QueuedEndpoint[]] = [[], [], []];
    for (const endpoint of this.#candidates.responsive()) {
      if (capacity.length === maxEndpointsPerClaim - reservedForHanging) break;
      if (slots.isHanging(endpoint.agencyId, endpoint.endpointId, now)) hanging.push(endpoint);
      else consider(endpoint);
    }
    for (const endpoint of this.#candidates.hanging()) {
      if (capacity.length === maxEndpointsPerClaim || checked.length === maxHangingChecked) break;
      checked.push(endpoint);
      if (!slots.isHanging(endpoint.agencyId, endpoint.endpointId, now)) recovered.push(endpoint);
      consider(endpoint);
    }
    for (const endpoint of checked) this.#candidates.requeue(endpoint);
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
      this.#wasSmallClaim = claimed.deliveries.length < smallClaimSize;
      this.#updateCandidates(capacity, claimed);
      onClaimed(claimed.deliveries);
    } catch (error) {
      log.error({ err: error }, 'could not claim deliveries');
      leases.handleFailure(lease, error);
      this.pause();
    }
  }

  /** An endpoint with fewer due deliveries than slots has no more. Others move to the end of the queue, or wait for their rate. */
  #updateCandidates(capacity: readonly Capacity[], { deliveries, paces, atMicros, lastDueMicros }: Claimed): void {
    const counts = new Map<string, number>();
    for (const { target } of deliveries) counts.set(target.endpointId, (counts.get(target.endpointId) ?? 0) + 1);
    for (const { agencyId, endpointId, slots, lowWaterMicros } of capacity) {
      const count = counts.get(endpointId) ?? 0;
      const pace = paces.get(endpointId);
      if (pace && count === pace.slots) {
        const sinceMicros = lastDueMicros.get(endpointId) ?? lowWaterMicros;
        if (count > 0) this.#candidates.raiseLowWater(endpointId, sinceMicros);
        this.#candidates.delete({ agencyId, endpointId });
        this.#wait({ agencyId, endpointId, sinceMicros }, pace.waitMs);
        continue;
      }
      this.#paced.delete(endpointId);
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

  #wait(endpoint: DueEndpoint, waitMs: number): void {
    const { clock } = this.#options;
    const { endpointId } = endpoint;
    const added = this.#addedMeanwhile.get(endpointId);
    this.#paced.set(endpointId, added && added.sinceMicros < endpoint.sinceMicros ? added : endpoint);
    const end = () => {
      const due = this.#paced.get(endpointId)!;
      this.#paced.set(endpointId, undefined);
      this.add([due]);
    };
    clock.setTimeout(end, Math.ceil(waitMs)).unref();
  }

  #noteAdded(endpoint: DueEndpoint): void {
    const earlier = this.#addedMeanwhile.get(endpoint.endpointId);
    if (!earlier || endpoint.sinceMicros < earlier.sinceMicros) this.#addedMeanwhile.set(endpoint.endpointId, endpoint);
  }

  /** Lowers the low-water mark to deliveries that the claim may not have seen. */
  #addAgain(endpointId: string): void {
    const added = this.#addedMeanwhile.get(endpointId);
    if (added) this.#candidates.add(added, this.#isHanging(added));
  }

  #isHanging({ agencyId, endpointId }: QueuedEndpoint): boolean {
    return this.#options.slots.isHanging(agencyId, endpointId, this.#options.clock.now());
  }
}
