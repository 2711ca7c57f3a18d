import type { Clock, Timer } from '../../lib/clock.ts';
import type { Sql } from '../../database/client/sql.ts';
import { claimSuspectAlone, claimSuspects, type Claimed, type SuspectsAsked } from './claim.ts';
import type { InFlightDeliveries } from '../send/in-flight-deliveries.ts';
import type { LeasedDelivery } from './leased-delivery.ts';
import type { Leases } from './leases.ts';

export interface SuspectsOptions {
  readonly clock: Clock;
  readonly sql: Sql;
  readonly leases: Pick<Leases, 'current' | 'hold' | 'doubt'>;
  readonly flights: Pick<InFlightDeliveries, 'start'>;
  readonly mayLease: () => boolean;
  /** Resolves when the outcomes that are known now are recorded. */
  readonly recorded: () => Promise<void>;
  readonly log: { error(fields: object, message: string): void };
}

/** A suspect that has been open for so long has not killed the process: others may be tried while it is. */
const harmlessAfterMs = 1_000;

/** Suspects that may yet kill the process, and those with it that are open at once. */
const mostUnproven = 32;

/** Suspects that are open at once: of endpoints that hang, each for ten seconds. */
const mostOpen = 512;

interface OpenSuspect {
  readonly isAlone: boolean;
  /** Whether it may yet kill the process. */
  isUnproven: boolean;
}

/**
 * Deliveries that were in flight when their process died are sent one at a time to each endpoint, and to a bounded number
 * of endpoints. What dies with its process once more is sent alone from then on: a payload that kills its process is given up
 * after its four attempts, and what was in flight with it is not.
 */
export class Suspects {
  readonly #options: SuspectsOptions;
  /** By the endpoint, which has one. */
  readonly #open = new Map<string, OpenSuspect>();
  /** Endpoints that let a suspect wait: they come after the others. */
  readonly #slow = new Set<string>();
  #isTrying = false;
  #tryAgain = false;
  /** The database's clock when the present round began, in microseconds: what was due by then belongs to it. */
  #roundMicros = Infinity;
  #isStopping = false;

  constructor(options: SuspectsOptions) {
    this.#options = options;
  }

  /** Begins a round, in which each delivery is tried once: one that could not be sent and was given back waits for the next. */
  tryAll(): void {
    this.#roundMicros = Infinity;
    this.#pump();
  }

  stop(): void {
    this.#isStopping = true;
  }

  #pump(): void {
    this.#tryAgain = true;
    if (this.#isTrying) return;
    this.#isTrying = true;
    void this.#try();
  }

  async #try(): Promise<void> {
    try {
      while (this.#tryAgain) {
        this.#tryAgain = false;
        while (await this.#tryNext());
      }
    } catch (error) {
      this.#options.log.error({ err: error }, 'could not claim suspect deliveries');
    } finally {
      this.#isTrying = false;
    }
  }

  /** Answers whether there may be more to try now. */
  async #tryNext(): Promise<boolean> {
    const unproven = [...this.#open.values()].filter(({ isUnproven }) => isUnproven);
    const free = Math.min(mostUnproven - unproven.length, mostOpen - this.#open.size);
    if (free <= 0 || unproven.some(({ isAlone }) => isAlone)) return false;
    const { sql, clock, recorded } = this.#options;
    const asked = { butOf: [...this.#open.keys()], slow: [...this.#slow], dueByMicros: this.#roundMicros };
    const together = await this.#claim(asked, (lease) => claimSuspects(sql, lease, asked, free, clock));
    if (together.length > 0) {
      for (const suspect of together) this.#start(suspect, false);
      return true;
    }
    if ([...this.#open.values()].some(({ isUnproven }) => isUnproven)) return false;
    const [alone] = await this.#claim(asked, async (lease) => {
      const claimed = await claimSuspectAlone(sql, lease, asked, clock);
      // Outcomes that die with the process would count against deliveries that have ended well.
      if (claimed.deliveries.length > 0) await recorded();
      return claimed;
    });
    if (alone) this.#start(alone, true);
    else if (this.#open.size === 0) this.#slow.clear();
    return false;
  }

  async #claim({ dueByMicros }: SuspectsAsked, claim: (lease: number) => Promise<Claimed>): Promise<LeasedDelivery[]> {
    const { leases, mayLease } = this.#options;
    const lease = leases.current;
    if (this.#isStopping || lease === undefined || !mayLease()) return [];
    try {
      const { deliveries, atMicros } = await claim(lease);
      if (deliveries.length > 0 && dueByMicros === Infinity && this.#roundMicros === Infinity) this.#roundMicros = atMicros;
      return this.#isStopping ? [] : deliveries.filter((suspect) => leases.hold(suspect.lease));
    } catch (error) {
      leases.doubt(lease, error);
      throw error;
    }
  }

  #start(suspect: LeasedDelivery, isAlone: boolean): void {
    const { clock, flights } = this.#options;
    const { endpointId } = suspect.target;
    const open: OpenSuspect = { isAlone, isUnproven: true };
    this.#open.set(endpointId, open);
    const timer: Timer = clock.setTimeout(() => {
      open.isUnproven = false;
      this.#slow.add(endpointId);
      this.#pump();
    }, harmlessAfterMs);
    flights.start(suspect, () => {
      clock.clearTimeout(timer);
      if (open.isUnproven) this.#slow.delete(endpointId);
      this.#open.delete(endpointId);
      this.#pump();
    });
  }
}
