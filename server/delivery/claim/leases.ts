import pg from 'pg';
import { systemClock, type Clock, type Timer } from '../../lib/clock.ts';
import type { Sql } from '../../database/client/sql.ts';
import { Liveness } from '../../lib/liveness.ts';
import type { DeliveryLog } from '../deliverer-options.ts';
import type { DueEndpoint } from './dispatcher.ts';

export interface LeasesOptions {
  readonly clock?: Clock;
  readonly sql: Sql;
  readonly log: Pick<DeliveryLog, 'warn' | 'error'>;
  readonly beatMs?: number | undefined;
  readonly deadAfterMs?: number | undefined;
  readonly awayAfterMs?: number | undefined;
  /** When the oldest delivery that waits for this process became due, in microseconds of the database's clock. */
  readonly oldestDueMicros?: () => number | undefined;
  /** Called with the endpoints of deliveries whose lease has ended. */
  readonly onReleased: (endpoints: readonly DueEndpoint[]) => void;
}

const openLease = 'INSERT INTO delivery_leases DEFAULT VALUES RETURNING id, pg_backend_pid() AS session';

const heartbeat = `
  WITH own AS (UPDATE delivery_leases SET beat = beat + 1, oldest_due_at = to_timestamp($2::float8 / 1e6) WHERE id = ANY ($1::int[]) AND ended_at IS NULL RETURNING id)
  SELECT l.id, l.beat, l.ended_at IS NOT NULL AS "hasEnded", own.id IS NOT NULL AS "isOwn", pg_backend_pid() AS session
    FROM delivery_leases l LEFT JOIN own ON own.id = l.id`;

interface LeaseRow {
  readonly id: number;
  readonly beat: number;
  readonly hasEnded: boolean;
  readonly isOwn: boolean;
  readonly session: number;
}

/** A lease is alive if its heartbeat counter has changed since it was read. */
const expireDeadLeases = `
  UPDATE delivery_leases l SET ended_at = clock_timestamp()
    FROM unnest($1::int[], $2::bigint[]) AS dead (id, beat)
   WHERE l.id = dead.id AND l.beat = dead.beat AND l.ended_at IS NULL
  RETURNING l.id`;

const endOwnLeases = `UPDATE delivery_leases SET ended_at = clock_timestamp(), is_returned = true WHERE id = ANY ($1::int[]) AND ended_at IS NULL`;

/** The server ends a statement after ten seconds. A statement that saw the lease alive has a transaction id by then, or has ended. */
const noteTransactions = `
  UPDATE delivery_leases SET settles_after = pg_snapshot_xmax(pg_current_snapshot())
   WHERE settles_after IS NULL AND ended_at < clock_timestamp() - interval '15 seconds'`;

const findSettledLeases = `SELECT id FROM delivery_leases WHERE settles_after <= pg_snapshot_xmin(pg_current_snapshot())`;

const deleteLeases = 'DELETE FROM delivery_leases WHERE id = ANY ($1::int[])';

/** Deliveries that their owner returned were not sent, so their attempts are not counted. Those of a dead owner may have been sent. */
const releaseEndedLeases = `
  WITH freed AS (
    UPDATE delivery_queue q
       SET lease = NULL, due_at = clock_timestamp(), attempt_count = q.attempt_count - l.is_returned::int, is_suspect = q.is_suspect OR NOT l.is_returned
      FROM delivery_leases l
     WHERE l.ended_at IS NOT NULL AND q.lease = l.id
    RETURNING q.agency_id, q.endpoint_id, q.due_at
  )
  SELECT agency_id AS "agencyId", endpoint_id AS "endpointId", (extract(epoch FROM min(due_at)) * 1e6)::float8 AS "sinceMicros"
    FROM freed GROUP BY 1, 2`;

/**
 * The leases of a process. It has one at a time, kept alive by heartbeats: no other process takes its deliveries before it is found dead.
 * After a lost response or a lost session, the process may not know all of its deliveries. It then opens another lease, and ends the former
 * one when its known deliveries are settled.
 */
export class Leases {
  readonly #options: LeasesOptions;
  readonly #clock: Clock;
  readonly #beatMs: number;
  readonly #liveness: Liveness;
  /** Deliveries in flight or not yet recorded, by lease. */
  readonly #deliveryCounts = new Map<number, number>();
  readonly #toEnd = new Set<number>();
  /** Any process may claim deliveries under one of these leases, at the latest after their release. */
  readonly #ended = new Set<number>();
  #current: number | undefined;
  /** The server process in which the current lease was opened. */
  #session: number | undefined;
  #timer: Timer | undefined;
  #beating: Promise<void> | undefined;
  #isBeatUrgent = false;
  #isStopping = false;

  constructor(options: LeasesOptions) {
    const { clock = systemClock, beatMs = 2_000, deadAfterMs = 10_000 } = options;
    this.#options = options;
    this.#clock = clock;
    this.#beatMs = beatMs;
    this.#liveness = new Liveness({ deadAfterMs, awayAfterMs: options.awayAfterMs ?? Math.max(3 * beatMs, deadAfterMs / 2) });
  }

  /** Undefined before the first heartbeat, and from the replacement of a lease until the next one. */
  get current(): number | undefined {
    return this.#isStopping ? undefined : this.#current;
  }

  start(): void {
    this.#beatNow();
  }

  /** Call it before a delivery is sent. Returns false if its lease has ended: any process may then claim the delivery. */
  track(lease: number): boolean {
    if (this.#ended.has(lease)) return false;
    this.#deliveryCounts.set(lease, (this.#deliveryCounts.get(lease) ?? 0) + 1);
    return true;
  }

  /** Call it when the outcomes of tracked deliveries are saved permanently, or known to be lost. */
  settle(lease: number, count = 1): void {
    const left = (this.#deliveryCounts.get(lease) ?? count) - count;
    if (left > 0) this.#deliveryCounts.set(lease, left);
    else this.#deliveryCounts.delete(lease);
  }

  /** Ends the lease when its known deliveries are settled, and continues under another one. */
  replace(lease: number): void {
    this.#toEnd.add(lease);
    if (this.#current === lease) this.#current = undefined;
    this.#beatNow();
  }

  /** A statement under the lease failed. Without a response of the server, it is unknown which deliveries it has claimed. */
  handleFailure(lease: number, error: unknown): void {
    if (!(error instanceof pg.DatabaseError)) this.replace(lease);
  }

  /** Ends every lease. Deliveries under one of them were not sent, or were abandoned. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#clock.clearTimeout(this.#timer);
    await this.#beating;
    const own = this.#own();
    if (own.length === 0) return;
    try {
      await this.#end(own);
      await this.#release();
    } catch (error) {
      this.#options.log.warn({ err: error, leases: own }, 'could not release leases; they will expire');
    }
  }

  #own(): number[] {
    return [...new Set([...(this.#current === undefined ? [] : [this.#current]), ...this.#toEnd, ...this.#deliveryCounts.keys()])];
  }

  #beatNow(): void {
    if (this.#isStopping) return;
    this.#clock.clearTimeout(this.#timer);
    if (this.#beating) {
      this.#isBeatUrgent = true;
      return;
    }
    this.#beating = this.#beat().finally(() => {
      this.#beating = undefined;
      const delayMs = this.#isBeatUrgent ? 0 : this.#current === undefined ? 100 : this.#beatMs;
      this.#isBeatUrgent = false;
      if (!this.#isStopping) this.#timer = this.#clock.setTimeout(() => this.#beatNow(), delayMs);
    });
  }

  async #beat(): Promise<void> {
    const { sql, log, oldestDueMicros } = this.#options;
    try {
      if (this.#current === undefined) {
        const [opened] = await sql.query<{ id: number; session: number }>({ text: openLease });
        this.#current = opened!.id;
        this.#session = opened!.session;
      }
      const idle = [...this.#toEnd].filter((lease) => !this.#deliveryCounts.has(lease));
      if (idle.length > 0) await this.#end(idle);
      const leases = await sql.query<LeaseRow>({ name: 'heartbeat', text: heartbeat, values: [this.#own(), oldestDueMicros?.() ?? null] });
      if (this.#current !== undefined && !leases.some(({ id, isOwn }) => isOwn && id === this.#current)) {
        log.warn({ lease: this.#current }, 'lease expired; acquired a new one');
        this.#toEnd.add(this.#current);
        this.#ended.add(this.#current);
        this.#current = undefined;
      } else if (this.#current !== undefined && leases[0]!.session !== this.#session) {
        this.replace(this.#current);
      }
      const others = leases.filter(({ isOwn, hasEnded }) => !isOwn && !hasEnded);
      const beats = others.map(({ id, beat }) => ({ id: String(id), beat }));
      const deadIds = this.#liveness.observe(beats, this.#clock.now());
      if (deadIds.length > 0) await this.#expire(others.filter(({ id }) => deadIds.includes(String(id))));
      if (deadIds.length > 0 || leases.some(({ hasEnded }) => hasEnded) || idle.length > 0) await this.#release();
    } catch (error) {
      log.error({ err: error }, 'could not renew leases');
    }
  }

  /** From here on, nothing is sent under these leases, even if the response of the database is lost. */
  async #end(leases: readonly number[]): Promise<void> {
    for (const lease of leases) this.#ended.add(lease);
    await this.#options.sql.query({ text: endOwnLeases, values: [leases] });
    for (const lease of leases) this.#toEnd.delete(lease);
  }

  async #expire(dead: readonly LeaseRow[]): Promise<void> {
    const { sql, log } = this.#options;
    const values = [dead.map(({ id }) => id), dead.map(({ beat }) => beat)];
    const expired = await sql.query<{ id: number }>({ text: expireDeadLeases, values });
    if (expired.length > 0) log.warn({ leases: expired.map(({ id }) => id) }, 'released deliveries of dead processes');
  }

  /** Releases deliveries of ended leases. A lease is deleted when no delivery can arrive under it any more. */
  async #release(): Promise<void> {
    const { sql, onReleased } = this.#options;
    await sql.query({ text: noteTransactions });
    const settled = await sql.query<{ id: number }>({ text: findSettledLeases });
    const released = await sql.query<DueEndpoint>({ text: releaseEndedLeases });
    if (settled.length > 0) await sql.query({ text: deleteLeases, values: [settled.map(({ id }) => id)] });
    if (released.length > 0) onReleased(released);
  }
}
