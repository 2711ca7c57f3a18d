import type { Clock } from '../clock.ts';
import type { Sql } from '../database/sql.ts';
import { claimSuspect } from './claim.ts';
import type { Flights } from './flights.ts';
import type { LeasedDelivery } from './leased-delivery.ts';
import type { Leases } from './leases.ts';

export interface SuspectsOptions {
  readonly clock: Clock;
  readonly sql: Sql;
  readonly leases: Pick<Leases, 'current' | 'hold' | 'doubt'>;
  readonly flights: Pick<Flights, 'start'>;
  readonly mayLease: () => boolean;
  readonly log: { error(fields: object, message: string): void };
}

/** A suspect that has been open for so long has not killed the process: another one may be tried beside it. */
const harmlessAfterMs = 1_000;

/** Endpoints whose suspects are open at once. */
const mostOpen = 16;

/**
 * Deliveries that were in flight when their process died are sent one at a time: a payload that kills its process is
 * given up after its four attempts, and no other attempt is lost with it.
 */
export class Suspects {
  readonly #options: SuspectsOptions;
  readonly #openEndpoints = new Set<string>();
  #isTrying = false;
  /** The database's clock when the present round began, in microseconds: what was due by then belongs to it. */
  #roundMicros = Infinity;
  #isStopping = false;

  constructor(options: SuspectsOptions) {
    this.#options = options;
  }

  /** Tries what there is, each delivery once: one that could not be sent and was given back waits for the next round. */
  async tryAll(): Promise<void> {
    if (this.#isTrying) return;
    this.#isTrying = true;
    this.#roundMicros = Infinity;
    try {
      while (!this.#isStopping && (await this.#tryNext()));
    } catch (error) {
      this.#options.log.error({ err: error }, 'suspect deliveries cannot be claimed');
    } finally {
      this.#isTrying = false;
    }
  }

  stop(): void {
    this.#isStopping = true;
  }

  async #tryNext(): Promise<boolean> {
    const { clock, sql, leases, flights, mayLease } = this.#options;
    const lease = leases.current;
    if (lease === undefined || !mayLease() || this.#openEndpoints.size >= mostOpen) return false;
    let suspect: LeasedDelivery | undefined;
    try {
      const { deliveries, atMicros } = await claimSuspect(sql, lease, [...this.#openEndpoints], this.#roundMicros, clock);
      if (this.#roundMicros === Infinity) this.#roundMicros = atMicros;
      [suspect] = deliveries;
    } catch (error) {
      leases.doubt(lease, error);
      throw error;
    }
    if (!suspect || !leases.hold(suspect.lease)) return false;
    const { endpointId } = suspect.target;
    this.#openEndpoints.add(endpointId);
    await new Promise<void>((resolve) => {
      const timer = clock.setTimeout(resolve, harmlessAfterMs);
      flights.start(suspect, () => {
        this.#openEndpoints.delete(endpointId);
        clock.clearTimeout(timer);
        resolve();
      });
    });
    return true;
  }
}
