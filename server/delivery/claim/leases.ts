import pg from 'pg';
import { systemClock, type Clock, type Timer } from '../../lib/clock.ts';
import type { Sql } from '../../database/client/sql.ts';
import { Liveness } from '../../lib/liveness.ts';
import type { DueEndpoint } from './dispatcher.ts';

export interface LeasesLog {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface LeasesOptions {
  readonly clock?: Clock;
  readonly sql: Sql;
  readonly log: LeasesLog;
  readonly beatMs?: number;
  readonly deadAfterMs?: number;
  readonly awayAfterMs?: number;
  /** When the oldest delivery became due that waits for this process, in microseconds of the database's clock; undefined if none waits. */
  readonly oldestDueMicros?: () => number | undefined;
  /** Called with the endpoints whose deliveries became free because their lease has ended. */
  readonly onFreed: (endpoints: readonly DueEndpoint[]) => void;
}

const openLease = 'INSERT INTO delivery_leases DEFAULT VALUES RETURNING id, pg_backend_pid() AS session';

const beatAndLook = `
  WITH own AS (UPDATE delivery_leases SET beat = beat + 1, oldest_due_at = to_timestamp($2::float8 / 1e6) WHERE id = ANY ($1::int[]) AND ended_at IS NULL RETURNING id)
  SELECT l.id, l.beat, l.ended_at IS NOT NULL AS "hasEnded", own.id IS NOT NULL AS "isOwn", pg_backend_pid() AS session
    FROM delivery_leases l LEFT JOIN own ON own.id = l.id`;

/** Only where the beat is the one that was seen last: its owner may have beaten since. */
const buryDead = `
  UPDATE delivery_leases l SET ended_at = clock_timestamp()
    FROM unnest($1::int[], $2::bigint[]) AS dead (id, beat)
   WHERE l.id = dead.id AND l.beat = dead.beat AND l.ended_at IS NULL
  RETURNING l.id`;

const endOwn = `UPDATE delivery_leases SET ended_at = clock_timestamp(), is_returned = true WHERE id = ANY ($1::int[]) AND ended_at IS NULL`;

/** A statement that saw the lease alive has a transaction id by now, or is over: the server ends it after ten seconds. */
const noteTransactions = `
  UPDATE delivery_leases SET settles_after = pg_snapshot_xmax(pg_current_snapshot())
   WHERE settles_after IS NULL AND ended_at < clock_timestamp() - interval '15 seconds'`;

const findSettled = `SELECT id FROM delivery_leases WHERE settles_after <= pg_snapshot_xmin(pg_current_snapshot())`;

/** What its owner returned was not sent: that attempt is uncounted. What a dead owner held may have been. */
const freeWhatWasHeld = `
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
 * The right to send. A process has one lease at a time, which lasts while the process sends heartbeats; no other process takes its
 * deliveries before it is found dead. Where the process itself no longer knows what a lease holds (a claim or a commit whose
 * answer was lost, or a session that may have ended with the server and what that had not yet written to the disk), it
 * continues under another one and ends the former when the last known delivery under it is settled.
 */
export class Leases {
  readonly #options: LeasesOptions;
  readonly #clock: Clock;
  readonly #beatMs: number;
  readonly #liveness: Liveness;
  /** Deliveries in flight or not yet recorded, by lease. */
  readonly #held = new Map<number, number>();
  readonly #toEnd = new Set<number>();
  /** Deliveries under one of these are free for any process, or will be. */
  readonly #ended = new Set<number>();
  #current: number | undefined;
  /** The server process in which the current lease was opened. */
  #session: number | undefined;
  #timer: Timer | undefined;
  #beating: Promise<void> | undefined;
  #beatAgain = false;
  #isStopping = false;

  constructor(options: LeasesOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#beatMs = options.beatMs ?? 2_000;
    const deadAfterMs = options.deadAfterMs ?? 10_000;
    this.#liveness = new Liveness({ deadAfterMs, awayAfterMs: options.awayAfterMs ?? Math.max(3 * this.#beatMs, deadAfterMs / 2) });
  }

  /** Undefined before the first beat, and after a lease was given up until the next one. */
  get current(): number | undefined {
    return this.#isStopping ? undefined : this.#current;
  }

  start(): void {
    this.#beatNow();
  }

  /**
   * To be called before a delivery is sent. Answers whether it may be: a claim or a commit may be answered after its
   * lease was given up and ended, and what it took is free for others then.
   */
  hold(lease: number): boolean {
    if (this.#ended.has(lease)) return false;
    this.#held.set(lease, (this.#held.get(lease) ?? 0) + 1);
    return true;
  }

  /** What was held is recorded for good, or known to be lost. */
  settle(lease: number, count = 1): void {
    const left = (this.#held.get(lease) ?? count) - count;
    if (left > 0) this.#held.set(lease, left);
    else this.#held.delete(lease);
  }

  /** Continues under another lease. */
  giveUp(lease: number): void {
    this.#toEnd.add(lease);
    if (this.#current === lease) this.#current = undefined;
    this.#beatNow();
  }

  /** A statement under the lease failed: without the server's answer it is unknown what it has taken. */
  doubt(lease: number, error: unknown): void {
    if (!(error instanceof pg.DatabaseError)) this.giveUp(lease);
  }

  /** Ends every lease: what is still under one was not sent, or was given up without an outcome. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#clock.clearTimeout(this.#timer);
    await this.#beating;
    const own = this.#own();
    if (own.length === 0) return;
    try {
      await this.#end(own);
      await this.#free();
    } catch (error) {
      this.#options.log.warn({ err: error, leases: own }, 'could not release leases; they will expire');
    }
  }

  #own(): number[] {
    return [...new Set([...(this.#current === undefined ? [] : [this.#current]), ...this.#toEnd, ...this.#held.keys()])];
  }

  #beatNow(): void {
    if (this.#isStopping) return;
    this.#clock.clearTimeout(this.#timer);
    if (this.#beating) {
      this.#beatAgain = true;
      return;
    }
    this.#beating = this.#beat().finally(() => {
      this.#beating = undefined;
      const isUrgent = this.#beatAgain;
      this.#beatAgain = false;
      if (!this.#isStopping)
        this.#timer = this.#clock.setTimeout(() => this.#beatNow(), isUrgent ? 0 : this.#current === undefined ? 100 : this.#beatMs);
    });
  }

  async #beat(): Promise<void> {
    const { sql, log } = this.#options;
    try {
      if (this.#current === undefined) {
        const [opened] = await sql.query<{ id: number; session: number }>({ text: openLease });
        this.#current = opened!.id;
        this.#session = opened!.session;
      }
      const idle = [...this.#toEnd].filter((lease) => !this.#held.has(lease));
      if (idle.length > 0) await this.#end(idle);
      const leases = await sql.query<{ id: number; beat: number; hasEnded: boolean; isOwn: boolean; session: number }>({
        name: 'beat-and-look',
        text: beatAndLook,
        values: [this.#own(), this.#options.oldestDueMicros?.() ?? null],
      });
      if (this.#current !== undefined && !leases.some(({ id, isOwn }) => isOwn && id === this.#current)) {
        log.warn({ lease: this.#current }, 'lease expired; acquired a new one');
        this.#toEnd.add(this.#current);
        this.#ended.add(this.#current);
        this.#current = undefined;
      } else if (this.#current !== undefined && leases[0]!.session !== this.#session) {
        this.giveUp(this.#current);
      }
      const others = leases.filter(({ isOwn, hasEnded }) => !isOwn && !hasEnded);
      const dead = this.#liveness.observe(
        others.map(({ id, beat }) => ({ id: String(id), beat })),
        this.#clock.now(),
      );
      if (dead.length > 0) await this.#bury(others.filter(({ id }) => dead.includes(String(id))));
      if (dead.length > 0 || leases.some(({ hasEnded }) => hasEnded) || idle.length > 0) await this.#free();
    } catch (error) {
      log.error({ err: error }, 'could not renew leases');
    }
  }

  /** From here on nothing is sent under these, whether or not the database is heard to have ended them. */
  async #end(leases: readonly number[]): Promise<void> {
    for (const lease of leases) this.#ended.add(lease);
    await this.#options.sql.query({ text: endOwn, values: [leases] });
    for (const lease of leases) this.#toEnd.delete(lease);
  }

  async #bury(dead: readonly { id: number; beat: number }[]): Promise<void> {
    const { sql, log } = this.#options;
    const buried = await sql.query<{ id: number }>({ text: buryDead, values: [dead.map(({ id }) => id), dead.map(({ beat }) => beat)] });
    if (buried.length > 0) log.warn({ leases: buried.map(({ id }) => id) }, 'released deliveries of dead processes');
  }

  /** Continues freeing until nothing can arrive under an ended lease any more. */
  async #free(): Promise<void> {
    const { sql, onFreed } = this.#options;
    await sql.query({ text: noteTransactions });
    const settled = await sql.query<{ id: number }>({ text: findSettled });
    const freed = await sql.query<DueEndpoint>({ text: freeWhatWasHeld });
    if (settled.length > 0)
      await sql.query({ text: 'DELETE FROM delivery_leases WHERE id = ANY ($1::int[])', values: [settled.map(({ id }) => id)] });
    if (freed.length > 0) onFreed(freed);
  }
}
