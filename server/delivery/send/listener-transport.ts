import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { limits } from '../../../generated/limits.ts';
import { attemptsChannel } from '../../entities/channels.ts';
import type { Sql } from '../../database/client/sql.ts';
import type { Clock, Timer } from '../../lib/clock.ts';
import type { LeasedDelivery } from '../claim/leased-delivery.ts';
import type { DeliveryLog } from '../deliverer-options.ts';
import type { Attempt, AttemptEnd } from './attempt.ts';
import { toExcerpt } from './excerpt.ts';
import type { SignedDelivery } from './sign.ts';

export interface ListenerTransportOptions {
  readonly sql: Sql;
  readonly clock: Clock;
  /** From the start of an attempt to its response. */
  readonly deadlineMs: number;
  readonly log: Pick<DeliveryLog, 'warn'>;
}

interface OpenAttempt {
  readonly id: string;
  readonly delivery: LeasedDelivery;
  readonly signed: SignedDelivery;
  readonly startedAt: number;
  readonly settle: (end: AttemptEnd) => void;
  timer: Timer | undefined;
}

interface EndedRow {
  readonly id: string;
  readonly was_taken: boolean;
  readonly is_answered: boolean;
  readonly status_code: number | null;
  readonly error: string | null;
  readonly excerpt: string | null;
}

/** A notification, of up to 8,000 bytes, names the endpoints of a statement. */
const maxAttemptsOfStatement = 100;

/** How often responses are read, because a notification may be lost. */
const pollMs = 1_000;

/** The program does not report the exact failure, so no code maps to an `error_detail`. */
const codes: Readonly<Record<string, string>> = { tls_error: 'ERR_TLS_LISTENER' };

/** Writes attempts, as many as the agency may have open. Their creators decide which keys may read them. */
const write = `
  WITH given AS MATERIALIZED (
    SELECT g.*, row_number() OVER (PARTITION BY g.agency_id) AS place
      FROM json_to_recordset($1::json) AS g (agency_id uuid, endpoint_id uuid, id uuid, delivery_id uuid, event_id uuid, event_type text,
                                             attempt int, headers jsonb, body text)
  ), over AS (
    DELETE FROM listener_attempts WHERE agency_id IN (SELECT agency_id FROM given) AND deadline_at < statement_timestamp() - interval '5 seconds'
  ), written AS (
    INSERT INTO listener_attempts (agency_id, endpoint_id, id, delivery_id, event_id, event_type, creator_id, attempt, headers, body, deadline_at)
    SELECT g.agency_id, g.endpoint_id, g.id, g.delivery_id, g.event_id, g.event_type, q.creator_id, g.attempt, g.headers, g.body,
           statement_timestamp() + make_interval(secs => $2::float8)
      FROM given g
      JOIN delivery_queue q ON q.agency_id = g.agency_id AND q.endpoint_id = g.endpoint_id AND q.event_type = g.event_type AND q.id = g.delivery_id
     WHERE g.place + (SELECT count(*) FROM listener_attempts a WHERE a.agency_id = g.agency_id AND a.deadline_at >= statement_timestamp()) <= ${limits.listenerAttempts}
    RETURNING id, endpoint_id
  ), announced AS MATERIALIZED (
    SELECT pg_notify('${attemptsChannel}', string_agg(DISTINCT endpoint_id::text, ','))::text FROM written HAVING count(*) > 0
  )
  SELECT id, (SELECT count(*) FROM announced) AS announced FROM written`;

/** Removes attempts: with $4 all of them, else those with a response. */
const end = `
  DELETE FROM listener_attempts a
   USING unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS g (agency_id, endpoint_id, id)
   WHERE a.agency_id = g.agency_id AND a.endpoint_id = g.endpoint_id AND a.id = g.id AND ($4 OR a.answered_at IS NOT NULL)
  RETURNING a.id, a.stream_id IS NOT NULL AS was_taken, a.answered_at IS NOT NULL AS is_answered, a.status_code, a.error, a.excerpt`;

/**
 * Sends attempts to webhook listeners. Writes the signed request to a table, from which the process with the listener's stream reads it.
 * Waits for the response until the deadline. An attempt that no stream accepted is not evidence about the receiver.
 */
export class ListenerTransport {
  readonly #options: ListenerTransportOptions;
  readonly #open = new Map<string, OpenAttempt>();
  #unwritten: OpenAttempt[] = [];
  /** Ids of attempts with a response. */
  readonly #answered = new Set<string>();
  #reading: Promise<void> | undefined;
  #poll: Timer | undefined;

  constructor(options: ListenerTransportOptions) {
    this.#options = options;
  }

  /** `settle` is called exactly once. */
  send(delivery: LeasedDelivery, signed: SignedDelivery, settle: (end: AttemptEnd) => void): Pick<Attempt, 'abandon'> {
    const { clock, deadlineMs } = this.#options;
    const attempt: OpenAttempt = { id: randomUUID(), delivery, signed, startedAt: performance.now(), settle, timer: undefined };
    this.#open.set(attempt.id, attempt);
    attempt.timer = clock.setTimeout(() => void this.#timeOut(attempt), deadlineMs);
    if (this.#unwritten.push(attempt) === 1) setImmediate(() => this.#writeAll());
    this.#pollLater();
    return {
      abandon: () => {
        if (this.#settle(attempt, { kind: 'abandoned' })) void this.#end([attempt], true).catch((error: unknown) => this.#warn(error));
      },
    };
  }

  /** Reads the response of an attempt, or of any that has one. */
  readAnswer(id: string | undefined): void {
    if (id === undefined) for (const known of this.#open.keys()) this.#answered.add(known);
    else if (this.#open.has(id)) this.#answered.add(id);
    if (this.#answered.size > 0) this.#reading ??= this.#readAnswers().finally(() => (this.#reading = undefined));
  }

  #writeAll(): void {
    const all = this.#unwritten.filter(({ id }) => this.#open.has(id));
    this.#unwritten = [];
    while (all.length > 0) void this.#write(all.splice(0, maxAttemptsOfStatement));
  }

  async #write(attempts: readonly OpenAttempt[]): Promise<void> {
    const { sql, deadlineMs } = this.#options;
    const rows = attempts.map(({ id, delivery, signed: { headers, body } }) => ({
      agency_id: delivery.target.agencyId,
      endpoint_id: delivery.target.endpointId,
      id,
      delivery_id: delivery.deliveryId,
      event_id: delivery.eventId,
      event_type: delivery.eventType,
      attempt: delivery.attempt,
      headers,
      body: body.toString('utf8'),
    }));
    try {
      const values = [JSON.stringify(rows), deadlineMs / 1_000];
      const written = await sql.query<{ id: string; announced: number }>({ name: 'write-listener-attempts', text: write, values });
      const ids = new Set(written.map(({ id }) => id));
      for (const attempt of attempts) if (!ids.has(attempt.id)) this.#settle(attempt, { kind: 'untaken' });
    } catch (error) {
      // A written attempt ends with its deadline.
      for (const attempt of attempts) this.#settle(attempt, { kind: 'failed', durationMs: 0, error: unwritable(error) });
    }
  }

  /** Responses that arrive meanwhile are read together afterwards. */
  async #readAnswers(): Promise<void> {
    while (this.#answered.size > 0) {
      const attempts = [...this.#answered].flatMap((id) => this.#open.get(id) ?? []);
      this.#answered.clear();
      if (attempts.length === 0) return;
      try {
        for (const row of await this.#end(attempts, false)) this.#answer(row);
      } catch (error) {
        this.#warn(error);
        return;
      }
    }
  }

  async #timeOut(attempt: OpenAttempt): Promise<void> {
    try {
      const [row] = await this.#end([attempt], true);
      // Its response may have been read at the same time.
      if (!row) await this.#reading;
      if (row?.is_answered) this.#answer(row);
      else this.#settle(attempt, row?.was_taken === false ? { kind: 'untaken' } : timeout(elapsedMs(attempt)));
    } catch (error) {
      this.#settle(attempt, { kind: 'failed', durationMs: 0, error: unwritable(error) });
    }
  }

  #end(attempts: readonly OpenAttempt[], isOver: boolean): Promise<EndedRow[]> {
    const values = [
      attempts.map(({ delivery }) => delivery.target.agencyId),
      attempts.map(({ delivery }) => delivery.target.endpointId),
      attempts.map(({ id }) => id),
      isOver,
    ];
    return this.#options.sql.query<EndedRow>({ name: 'end-listener-attempts', text: end, values });
  }

  #answer({ id, status_code: statusCode, error, excerpt }: EndedRow): void {
    const attempt = this.#open.get(id);
    if (!attempt) return;
    const durationMs = elapsedMs(attempt);
    if (statusCode !== null) {
      this.#settle(attempt, { kind: 'answered', durationMs, statusCode, excerpt: toExcerpt([Buffer.from(excerpt ?? '')]) });
    } else {
      const failure = Object.assign(new Error('the listener reported that its receiver did not respond'), { code: codes[error ?? ''] });
      this.#settle(attempt, error === 'timeout' ? timeout(durationMs) : { kind: 'failed', durationMs, error: failure });
    }
  }

  #settle(attempt: OpenAttempt, end: AttemptEnd): boolean {
    if (!this.#open.delete(attempt.id)) return false;
    this.#options.clock.clearTimeout(attempt.timer);
    attempt.settle(end);
    return true;
  }

  #pollLater(): void {
    this.#poll ??= this.#options.clock.setTimeout(() => {
      this.#poll = undefined;
      this.readAnswer(undefined);
      if (this.#open.size > 0) this.#pollLater();
    }, pollMs);
  }

  #warn(error: unknown): void {
    this.#options.log.warn({ err: error }, 'could not read the answers of listeners');
  }
}

const elapsedMs = ({ startedAt }: OpenAttempt) => Math.round(performance.now() - startedAt);

const timeout = (durationMs: number): AttemptEnd => ({ kind: 'timeout', durationMs, isConnected: true });

const unwritable = (cause: unknown) =>
  Object.assign(new Error('the attempt cannot be written', { cause }), { code: 'LISTENER_UNWRITABLE' });
