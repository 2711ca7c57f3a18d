import type { Sql } from '../../database/client/sql.ts';
import type { DeliveryLog } from '../deliverer-options.ts';
import { plainArray } from '../record/connection.ts';
import type { DueEndpoint } from './dispatcher.ts';
import type { LeasedDelivery } from './leased-delivery.ts';
import type { Leases } from './leases.ts';

/** The fields needed to return a delivery. */
type Returned = Pick<LeasedDelivery, 'deliveryId' | 'eventType' | 'lease' | 'attempt'> & {
  readonly target: Pick<LeasedDelivery['target'], 'agencyId' | 'endpointId'>;
};

/** Rows are updated by their keys: while the lock waits for another transaction, its update may move the row. */
const returnText = (assignments: string) => `
  WITH held AS MATERIALIZED (
    SELECT q.agency_id, q.endpoint_id, q.event_type, q.id
      FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::int[], $6::int[])
           AS held (agency_id, endpoint_id, event_type, id, lease, attempt)
      CROSS JOIN LATERAL (
        SELECT q.agency_id, q.endpoint_id, q.event_type, q.id
          FROM delivery_queue q
         WHERE q.agency_id = held.agency_id AND q.endpoint_id = held.endpoint_id AND q.event_type = held.event_type AND q.id = held.id
           AND q.lease = held.lease AND q.attempt_count = held.attempt
           FOR UPDATE
      ) q
  )
  UPDATE delivery_queue q
     SET lease = NULL, ${assignments}
    FROM held
   WHERE q.agency_id = held.agency_id AND q.endpoint_id = held.endpoint_id AND q.event_type = held.event_type AND q.id = held.id`;

/** The attempts are not counted: they reached no receiver, or were abandoned. */
const unsent = { name: 'give-back-deliveries', text: returnText('attempt_count = q.attempt_count - 1, due_at = clock_timestamp()') };

/** The attempts count, so that no delivery is sent indefinitely. */
const unwritable = {
  name: 'put-off-deliveries',
  text: returnText(`is_suspect = false, due_at = clock_timestamp() + interval '1 minute'`),
};

async function returnAs({ name, text }: typeof unsent, sql: Sql, deliveries: readonly Returned[]): Promise<void> {
  const column = (value: (delivery: Returned) => string | number) => plainArray(deliveries.map(value));
  const values = [
    column(({ target }) => target.agencyId),
    column(({ target }) => target.endpointId),
    column(({ eventType }) => eventType),
    column(({ deliveryId }) => deliveryId),
    column(({ lease }) => lease),
    column(({ attempt }) => attempt),
  ];
  await sql.query({ name, text, values });
}

/** Returns deliveries that this process does not send, or whose attempts are not evidence about the receiver. */
export const returnUnsent = (sql: Sql, deliveries: readonly Returned[]): Promise<void> => returnAs(unsent, sql, deliveries);

/** Returns deliveries whose outcomes the database refuses, to be sent again later: it may accept the next outcome. */
export const postpone = (sql: Sql, deliveries: readonly Returned[]): Promise<void> => returnAs(unwritable, sql, deliveries);

export interface ReturnsOptions {
  readonly sql: Sql;
  readonly leases: Pick<Leases, 'settle' | 'replace'>;
  readonly log: Pick<DeliveryLog, 'warn'>;
  /** Called with the endpoints of returned deliveries that may be sent. */
  readonly onDue: (endpoints: readonly DueEndpoint[]) => void;
}

/** Returns leased deliveries to the queue. */
export class Returns {
  readonly #options: ReturnsOptions;
  readonly #waiting: LeasedDelivery[] = [];
  readonly #due: DueEndpoint[] = [];
  #returning: Promise<void> | undefined;

  constructor(options: ReturnsOptions) {
    this.#options = options;
  }

  /** Returns a delivery together with others of the same iteration of the event loop. */
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

  /** Returns a delivery whose outcome cannot be written. */
  postpone(delivery: LeasedDelivery): Promise<void> {
    return this.#return([delivery], postpone);
  }

  /** Resolves when every added delivery is returned, or left to the end of its lease. */
  async end(): Promise<void> {
    await this.#returning;
  }

  async #returnAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#return(this.#waiting.splice(0), returnUnsent);
      this.#options.onDue(this.#due.splice(0));
    }
  }

  /** Deliveries that cannot be returned become free when their leases end. */
  async #return(deliveries: readonly LeasedDelivery[], write: typeof returnUnsent): Promise<void> {
    const { sql, leases, log } = this.#options;
    let hasFailed = false;
    try {
      await write(sql, deliveries);
    } catch (error) {
      log.warn({ err: error, deliveries: deliveries.length }, 'could not release deliveries; their leases will expire');
      hasFailed = true;
    }
    for (const { lease } of deliveries) leases.settle(lease);
    if (hasFailed) for (const lease of new Set(deliveries.map(({ lease }) => lease))) leases.replace(lease);
  }
}
