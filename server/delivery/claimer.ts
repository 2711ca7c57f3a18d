import { performance } from 'node:perf_hooks';
import type { Sql } from '../database/sql.ts';
import { claim, type ClaimedDelivery, type Room } from './claim.ts';
import type { Places } from './places.ts';

export interface ClaimerLog {
  error(fields: object, message: string): void;
}

export interface ClaimerOptions {
  readonly sql: Sql;
  readonly places: Places;
  readonly leaseMs: number;
  readonly log: ClaimerLog;
  /** Whether more outcomes wait to be recorded than may be added to. */
  readonly isBehind: () => boolean;
  readonly onClaimed: (deliveries: readonly ClaimedDelivery[]) => void;
  /** Called when an endpoint that was thought to have due deliveries has none. */
  readonly onNothingFound: () => void;
}

/** Claims that find few deliveries, or room for few, follow each other no faster. */
const paceMs = 3;
const smallClaim = 16;

const noRoomPauseMs = 50;
const failurePauseMs = 1_000;
const maxEndpointsPerClaim = 64;

/** Decides when to claim and for which endpoints: all that may have due deliveries, in turn, as places become free. */
export class Claimer {
  readonly #options: ClaimerOptions;
  /** Endpoints that may have due deliveries, in the order in which they are looked at. */
  readonly #candidates = new Set<string>();
  /** Endpoints that were added while a claim ran: it may not have seen what they were added for. */
  readonly #addedMeanwhile = new Set<string>();
  readonly #asideUntil = new Map<string, number>();
  #claiming: Promise<void> | undefined;
  #lastClaimAt = 0;
  #wasSmallClaim = false;
  #pausedUntil = 0;
  #timer: NodeJS.Timeout | undefined;
  #isStopping = false;

  constructor(options: ClaimerOptions) {
    this.#options = options;
  }

  add(endpointIds: readonly string[]): void {
    for (const id of endpointIds) {
      this.#candidates.add(id);
      if (this.#claiming) this.#addedMeanwhile.add(id);
    }
    this.pump();
  }

  /** Claims nothing for one endpoint for a while. */
  setAside(endpointId: string, forMs: number): void {
    this.#asideUntil.set(endpointId, performance.now() + forMs);
  }

  /** Claims nothing at all for a while. */
  pause(): void {
    this.#pausedUntil = performance.now() + failurePauseMs;
  }

  /** Claims when there is something to claim and room for it. To be called when a place becomes free. */
  pump(): void {
    if (this.#isStopping || this.#claiming || this.#candidates.size === 0) return;
    const { places, isBehind } = this.#options;
    const now = performance.now();
    if (now < this.#pausedUntil) return this.#pumpIn(this.#pausedUntil - now);
    if (isBehind()) return this.#pumpIn(paceMs);
    const waitMs = this.#lastClaimAt + paceMs - now;
    if ((places.isLittleFree || this.#wasSmallClaim) && waitMs > 0) return this.#pumpIn(waitMs);
    places.setSlowApart(now);
    const room = this.#room(now);
    this.#lastClaimAt = now;
    this.#wasSmallClaim = room.length === 0;
    // A place that becomes free pumps again; attempts that become slow do not.
    if (room.length === 0) return this.#pumpIn(noRoomPauseMs);
    this.#claiming = this.#claim(room).finally(() => {
      this.#claiming = undefined;
      this.#addedMeanwhile.clear();
      this.pump();
    });
  }

  /** Ends when the claim that runs has ended. What it took is still handed over. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#timer);
    await this.#claiming;
  }

  #pumpIn(delayMs: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.pump();
    }, Math.ceil(delayMs));
  }

  /** Shares the free places among the endpoints that may need them. */
  #room(now: number): Room[] {
    const { places } = this.#options;
    const room: Room[] = [];
    let left = places.freeCount;
    let others = Math.min(this.#candidates.size, maxEndpointsPerClaim);
    for (const endpointId of this.#candidates) {
      if (room.length === maxEndpointsPerClaim) break;
      if (this.#isAside(endpointId, now)) {
        this.#candidates.delete(endpointId);
        continue;
      }
      const count = places.freeFor(endpointId, Math.ceil(left / Math.max(1, others--)));
      if (count === 0) continue;
      left = Math.max(0, left - count);
      room.push({ endpointId, places: count });
    }
    return room;
  }

  #isAside(endpointId: string, now: number): boolean {
    const until = this.#asideUntil.get(endpointId);
    if (until === undefined) return false;
    if (now < until) return true;
    this.#asideUntil.delete(endpointId);
    return false;
  }

  async #claim(room: readonly Room[]): Promise<void> {
    const { sql, leaseMs, log, onClaimed } = this.#options;
    try {
      const deliveries = await claim(sql, room, leaseMs);
      this.#wasSmallClaim = deliveries.length < smallClaim;
      this.#forgetServed(room, deliveries);
      onClaimed(deliveries);
    } catch (error) {
      log.error({ err: error }, 'deliveries cannot be claimed');
      this.pause();
    }
  }

  /** An endpoint with fewer due deliveries than places has no more; one with more goes to the end of the line. */
  #forgetServed(room: readonly Room[], deliveries: readonly ClaimedDelivery[]): void {
    const counts = new Map<string, number>();
    for (const { endpoint_id } of deliveries) counts.set(endpoint_id, (counts.get(endpoint_id) ?? 0) + 1);
    for (const { endpointId, places } of room) {
      this.#candidates.delete(endpointId);
      if (!counts.has(endpointId)) this.#options.onNothingFound();
      const isMore = counts.get(endpointId) === places || this.#addedMeanwhile.has(endpointId);
      if (isMore) this.#candidates.add(endpointId);
    }
  }
}
