import type { Sql } from '../../database/client/sql.ts';
import { giveBack, putOff } from './claim.ts';
import type { DueEndpoint } from './dispatcher.ts';
import type { LeasedDelivery } from './leased-delivery.ts';
import type { Leases } from './leases.ts';

export interface ReturnsOptions {
  readonly sql: Sql;
  readonly leases: Pick<Leases, 'settle' | 'giveUp'>;
  readonly log: { warn(fields: object, message: string): void };
  /** Called with the endpoints of returned deliveries that may be sent. */
  readonly onDue: (endpoints: readonly DueEndpoint[]) => void;
}

/** Returns leased deliveries to the queue: those that this process does not send, and those whose outcome it cannot write. */
export class Returns {
  readonly #options: ReturnsOptions;
  readonly #waiting: LeasedDelivery[] = [];
  readonly #due: DueEndpoint[] = [];
  #returning: Promise<void> | undefined;

  constructor(options: ReturnsOptions) {
    this.#options = options;
  }

  /** Returns a delivery together with the others of this turn of the event loop. */
  add(delivery: LeasedDelivery): void {
    this.#waiting.push(delivery);
    this.#returning ??= new Promise<void>((resolve) => setImmediate(resolve))
      .then(() => this.#returnAll())
      .finally(() => (this.#returning = undefined));
  }

  /** Returns a delivery that may be sent, by this process too. */
  addDue(delivery: LeasedDelivery): void {
    this.#due.push({ ...delivery.target, sinceMicros: delivery.leasedAt * 1_000 });
    this.add(delivery);
  }

  /** Returns deliveries whose outcome cannot be written, to be sent again later. */
  putOff(deliveries: readonly LeasedDelivery[]): Promise<void> {
    return this.#free(deliveries, putOff);
  }

  /** Resolves when everything that was added is returned, or left under its lease. */
  async end(): Promise<void> {
    await this.#returning;
  }

  async #returnAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#free(this.#waiting.splice(0), giveBack);
      this.#options.onDue(this.#due.splice(0));
    }
  }

  /** What cannot be returned becomes free when its lease has ended. */
  async #free(deliveries: readonly LeasedDelivery[], free: typeof giveBack): Promise<void> {
    const { sql, leases, log } = this.#options;
    try {
      await free(sql, deliveries);
      for (const { lease } of deliveries) leases.settle(lease);
    } catch (error) {
      log.warn({ err: error, deliveries: deliveries.length }, 'could not release deliveries; their leases will expire');
      for (const { lease } of deliveries) leases.settle(lease);
      for (const lease of new Set(deliveries.map(({ lease }) => lease))) leases.giveUp(lease);
    }
  }
}
