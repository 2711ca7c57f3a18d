import type { Clock, Timer } from '../../lib/clock.ts';
import type { Sql } from '../../database/client/sql.ts';
import { claimSuspects, type SuspectsRequest } from './claim.ts';
import type { DeliveryLog } from '../deliverer-options.ts';
import type { DeliveryHandler } from '../delivery-handler.ts';
import type { LeasedDelivery } from './leased-delivery.ts';
import type { Leases } from './leases.ts';

export interface SuspectsOptions {
  readonly clock: Clock;
  readonly sql: Sql;
  readonly leases: Pick<Leases, 'current' | 'track' | 'handleFailure'>;
  readonly handler: Pick<DeliveryHandler, 'start'>;
  readonly mayLease: () => boolean;
  /** Resolves when the outcomes that are known now are recorded. */
  readonly flushOutcomes: () => Promise<void>;
  readonly log: Pick<DeliveryLog, 'error'>;
}

/** A suspect in flight for this long has not killed the process: others may be sent meanwhile. */
const harmlessAfterMs = 1_000;

/** The maximum number of suspects in flight that could still kill the process. */
const maxUnproven = 32;

/** The maximum number of suspects in flight. Those of hanging endpoints take ten seconds each. */
const maxInFlight = 512;

interface InFlightSuspect {
  readonly isAlone: boolean;
  /** Whether it could still kill the process. */
  isUnproven: boolean;
}

/**
 * Sends crash suspects: deliveries that were in flight when their process died. Each endpoint gets one at a time, and the number of
 * endpoints is limited. Suspects of two crashes are sent alone. So a payload that kills its process fails after its four attempts, and no
 * other delivery fails.
 */
export class Suspects {
  readonly #options: SuspectsOptions;
  /** By endpoint. */
  readonly #inFlight = new Map<string, InFlightSuspect>();
  /** Endpoints whose suspects had to wait. They come after the others. */
  readonly #slow = new Set<string>();
  #isRunning = false;
  #isPumped = false;
  /** The database's clock at the beginning of the round, in microseconds. Suspects that became due later belong to the next round. */
  #roundMicros = Infinity;
  #isStopping = false;

  constructor(options: SuspectsOptions) {
    this.#options = options;
  }

  /** Begins a round. Each suspect is tried once in a round: one that cannot be sent and is returned waits for the next. */
  startRound(): void {
    this.#roundMicros = Infinity;
    this.#pump();
  }

  stop(): void {
    this.#isStopping = true;
  }

  #pump(): void {
    this.#isPumped = true;
    if (this.#isRunning) return;
    this.#isRunning = true;
    void this.#run();
  }

  async #run(): Promise<void> {
    try {
      while (this.#isPumped) {
        this.#isPumped = false;
        while (await this.#sendNext());
      }
    } catch (error) {
      this.#options.log.error({ err: error }, 'could not claim suspect deliveries');
    } finally {
      this.#isRunning = false;
    }
  }

  /** Returns whether there may be more to send now. */
  async #sendNext(): Promise<boolean> {
    const unproven = [...this.#inFlight.values()].filter(({ isUnproven }) => isUnproven);
    const free = Math.min(maxUnproven - unproven.length, maxInFlight - this.#inFlight.size);
    if (free <= 0 || unproven.some(({ isAlone }) => isAlone)) return false;
    const request = { excluded: [...this.#inFlight.keys()], slow: [...this.#slow], dueByMicros: this.#roundMicros };
    const together = await this.#claim({ ...request, endpointCount: free });
    for (const suspect of together) this.#start(suspect, false);
    if (together.length > 0) return true;
    if ([...this.#inFlight.values()].some(({ isUnproven }) => isUnproven)) return false;
    const [alone] = await this.#claim({ ...request, endpointCount: 'alone' });
    if (alone) this.#start(alone, true);
    else if (this.#inFlight.size === 0) this.#slow.clear();
    return false;
  }

  async #claim(request: SuspectsRequest): Promise<LeasedDelivery[]> {
    const { sql, clock, leases, mayLease, flushOutcomes } = this.#options;
    const lease = leases.current;
    if (this.#isStopping || lease === undefined || !mayLease()) return [];
    try {
      const { deliveries, atMicros } = await claimSuspects(sql, lease, request, clock);
      if (deliveries.length === 0) return [];
      // If the process dies, unsaved outcomes would count against deliveries that have succeeded.
      if (request.endpointCount === 'alone') await flushOutcomes();
      if (request.dueByMicros === Infinity && this.#roundMicros === Infinity) this.#roundMicros = atMicros;
      return this.#isStopping ? [] : deliveries.filter((suspect) => leases.track(suspect.lease));
    } catch (error) {
      leases.handleFailure(lease, error);
      throw error;
    }
  }

  #start(suspect: LeasedDelivery, isAlone: boolean): void {
    const { clock, handler } = this.#options;
    const { endpointId } = suspect.target;
    const inFlight: InFlightSuspect = { isAlone, isUnproven: true };
    this.#inFlight.set(endpointId, inFlight);
    const timer: Timer = clock.setTimeout(() => {
      inFlight.isUnproven = false;
      this.#slow.add(endpointId);
      this.#pump();
    }, harmlessAfterMs);
    handler.start(suspect, () => {
      clock.clearTimeout(timer);
      if (inFlight.isUnproven) this.#slow.delete(endpointId);
      this.#inFlight.delete(endpointId);
      this.#pump();
    });
  }
}
