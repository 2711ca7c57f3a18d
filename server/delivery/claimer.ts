import type { Clock, Timer } from '../clock.ts';
import type { Sql } from '../database/sql.ts';
import { Candidates } from './candidates.ts';
import { claim, type Claimed, type Room } from './claim.ts';
import type { DueEndpoint } from './dispatcher.ts';
import type { LeasedDelivery } from './leased-delivery.ts';
import type { Leases } from './leases.ts';
import type { Places } from './places.ts';
import type { Turn } from './turns.ts';

export interface ClaimerLog {
  error(fields: object, message: string): void;
}

export interface ClaimerOptions {
  readonly clock: Clock;
  readonly sql: Sql;
  readonly places: Places;
  readonly leases: Pick<Leases, 'current' | 'doubt'>;
  readonly log: ClaimerLog;
  /** Whether known outcomes wait for the database, or more of them than may be added to. */
  readonly isBehind: () => boolean;
  readonly onClaimed: (deliveries: readonly LeasedDelivery[]) => void;
  /** Called with an endpoint that was thought to have deliveries due since an instant and has none: it may be disabled or gone. */
  readonly onNothingFound: (endpointId: string, sinceMicros: number) => void;
}

/** Claims that find few deliveries, or room for few, follow each other no faster. */
const paceMs = 3;
const smallClaim = 16;

const noRoomPauseMs = 50;
const failurePauseMs = 1_000;
const maxEndpointsPerClaim = 64;

/** Of a claim's endpoints those that are kept for endpoints that hang, which come last. */
const keptForHanging = 8;

/** How many endpoints that hang are looked at for a claim: most have no place, and there may be thousands. */
const hangingLooks = 256;

/** Decides when to claim and for which endpoints: all that may have due deliveries, in turn, as places become free. */
export class Claimer {
  readonly #options: ClaimerOptions;
  readonly #candidates = new Candidates();
  /** Endpoints that were added while a claim ran: it may not have seen what they were added for. */
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
      if (this.#claiming) this.#addedMeanwhile.set(endpoint.endpointId, endpoint);
    }
    this.pump();
  }

  /** What dead processes held may have become free at any time. */
  forgetFloors(): void {
    this.#candidates.forgetFloors();
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

  /** Claims when there is something to claim and room for it. To be called when a place becomes free. */
  pump(): void {
    if (this.#isStopping || this.#claiming || this.#candidates.size === 0) return;
    const { places, leases, isBehind } = this.#options;
    const now = this.#options.clock.now();
    if (now < this.#pausedUntil) return this.#pumpIn(this.#pausedUntil - now);
    const lease = leases.current;
    if (lease === undefined || isBehind()) return this.#pumpIn(noRoomPauseMs);
    const waitMs = this.#lastClaimAt + paceMs - now;
    if ((places.isLittleRoom || this.#wasSmallClaim) && waitMs > 0) return this.#pumpIn(waitMs);
    places.setSlowApart(now);
    const room = this.#room(now);
    this.#lastClaimAt = now;
    this.#wasSmallClaim = room.length === 0;
    // A place that becomes free pumps again; attempts that become slow do not.
    if (room.length === 0) return this.#pumpIn(noRoomPauseMs);
    this.#claiming = this.#claim(lease, room).finally(() => {
      this.#claiming = undefined;
      this.#addedMeanwhile.clear();
      this.pump();
    });
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

  /** Shares the room among the endpoints that may need it: those that hang have what the others leave, and a few. */
  #room(now: number): Room[] {
    const { places } = this.#options;
    const room: Room[] = [];
    let left = places.roomCount;
    let others = Math.min(this.#candidates.size, maxEndpointsPerClaim);
    const consider = (endpoint: Turn): void => {
      const { agencyId, endpointId } = endpoint;
      if (this.isAside(endpointId, now)) return this.#candidates.delete(endpoint);
      const count = places.roomFor(agencyId, endpointId, Math.ceil(left / Math.max(1, others--)), now);
      if (count === 0) return;
      left = Math.max(0, left - count);
      room.push({ agencyId, endpointId, places: count, floorMicros: this.#candidates.floorOf(endpointId) });
    };
    const [hanging, recovered, looked]: [Turn[], Turn[], Turn[]] = [[], [], []];
    for (const endpoint of this.#candidates.answering()) {
      if (room.length === maxEndpointsPerClaim - keptForHanging) break;
      if (places.hangs(endpoint.agencyId, endpoint.endpointId, now)) hanging.push(endpoint);
      else consider(endpoint);
    }
    for (const endpoint of this.#candidates.hanging()) {
      if (room.length === maxEndpointsPerClaim || looked.length === hangingLooks) break;
      looked.push(endpoint);
      if (!places.hangs(endpoint.agencyId, endpoint.endpointId, now)) recovered.push(endpoint);
      consider(endpoint);
    }
    for (const endpoint of looked) this.#candidates.requeue(endpoint);
    for (const endpoint of recovered) this.#candidates.setHanging(endpoint, false);
    for (const endpoint of hanging) this.#candidates.setHanging(endpoint, true);
    return room;
  }

  async #claim(lease: number, room: readonly Room[]): Promise<void> {
    const { clock, sql, leases, log, onClaimed } = this.#options;
    try {
      const claimed = await claim(sql, lease, room, clock);
      this.#wasSmallClaim = claimed.deliveries.length < smallClaim;
      this.#forgetServed(room, claimed);
      onClaimed(claimed.deliveries);
    } catch (error) {
      log.error({ err: error }, 'deliveries cannot be claimed');
      leases.doubt(lease, error);
      this.pause();
    }
  }

  /** An endpoint with fewer due deliveries than places has no more; one with more goes to the end of the line. */
  #forgetServed(room: readonly Room[], { deliveries, atMicros, lastDueMicros }: Claimed): void {
    const counts = new Map<string, number>();
    for (const { target } of deliveries) counts.set(target.endpointId, (counts.get(target.endpointId) ?? 0) + 1);
    for (const { agencyId, endpointId, places, floorMicros } of room) {
      const count = counts.get(endpointId) ?? 0;
      if (count === places) {
        this.#candidates.raiseFloor(endpointId, lastDueMicros.get(endpointId)!);
        this.#candidates.requeue({ agencyId, endpointId });
        continue;
      }
      this.#candidates.delete({ agencyId, endpointId });
      if (atMicros > 0) this.#candidates.raiseFloor(endpointId, atMicros);
      const added = this.#addedMeanwhile.get(endpointId);
      if (added) this.#candidates.add(added, this.#hangs(added));
      else if (count === 0) this.#options.onNothingFound(endpointId, floorMicros);
    }
  }

  #hangs({ agencyId, endpointId }: Turn): boolean {
    return this.#options.places.hangs(agencyId, endpointId, this.#options.clock.now());
  }
}
