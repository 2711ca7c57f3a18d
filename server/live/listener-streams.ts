import { randomUUID } from 'node:crypto';
import type { StreamReader } from '../../generated/interfaces/text-answer.ts';
import { limits } from '../../generated/limits.ts';
import type { ListenerAttempt, ListenerEnd, ListenerState } from '../../generated/models.ts';
import type { TenantScope } from '../access/scope/tenant-scope.ts';
import type { ScopedSql } from '../database/client/sql.ts';
import { dueChannel } from '../entities/channels.ts';
import { presentDisabled } from '../entities/disabled-endpoint.ts';
import type { EndpointRow } from '../entities/endpoint.ts';
import { qualifiedColumns } from '../entities/qualified-columns.ts';
import { presented } from '../entities/presented.ts';

export interface ListenerStreamsOptions {
  readonly scopedSql: (tenantScope: TenantScope) => ScopedSql;
  readonly log: { warn(fields: object, message: string): void };
  /** The interval between renewals of a stream. */
  readonly renewalMs?: number | undefined;
}

interface Stream {
  readonly id: string;
  readonly endpointId: string;
  readonly sql: ScopedSql;
  readonly reader: StreamReader;
  /** The state that was last sent. */
  state: string;
  isOpen: boolean;
  /** Attempts were announced while others were being taken. */
  isAnnounced: boolean;
  taking: Promise<void> | undefined;
  timer: NodeJS.Timeout | undefined;
}

interface AttemptRow {
  id: string;
  delivery_id: string;
  event_id: string;
  event_type: ListenerAttempt['event_type'];
  attempt: number;
  headers: string[];
  body: string;
  deadline_at: Date;
}

const leaseSql = `statement_timestamp() + interval '${limits.listenerLeaseSeconds} seconds'`;
const stateColumns = ['id', 'status', 'disabled_reason', 'containment_id', 'consecutive_failures'] as const;
const state = qualifiedColumns('e', stateColumns);

type StateRow = Pick<EndpointRow, (typeof stateColumns)[number]>;

/** A new stream replaces the open one. */
const take = `
  UPDATE webhook_endpoints e SET listening_until = ${leaseSql}, listener_stream_id = $2
   WHERE e.id = $1 AND e.listening_until IS NOT NULL AND {scope webhook_endpoints e} RETURNING ${state}`;

const renew = `
  UPDATE webhook_endpoints e SET listening_until = ${leaseSql}
   WHERE e.id = $1 AND e.listener_stream_id = $2 AND {scope webhook_endpoints e} RETURNING ${state}`;

const close = `
  UPDATE webhook_endpoints e SET listening_until = statement_timestamp()
   WHERE e.id = $1 AND e.listener_stream_id = $2 AND {scope webhook_endpoints e} RETURNING ${state}`;

const announce = `
  SELECT count(pg_notify('${dueChannel}', json_build_array(json_build_array(oldest.agency_id, oldest.endpoint_id, oldest.since))::text)) AS announced
    FROM (SELECT q.agency_id, q.endpoint_id, (extract(epoch FROM q.due_at) * 1e6)::float8 AS since
            FROM {delivery_queue} q
           WHERE q.endpoint_id = $1 AND q.lease IS NULL AND q.due_at <= statement_timestamp() ORDER BY q.due_at LIMIT 1) oldest`;

/** Notifies the delivering processes of pending deliveries that waited for a stream. */
export async function announceDue(sql: ScopedSql, endpointId: string): Promise<void> {
  await sql.query({ text: announce, values: [endpointId], plan: 'by-index' });
}

/** Attempts that are written at once, so that they do not exceed the backlog of a stream. */
const attemptsAtOnce = 8;

/** Attempts that this stream has not written, including those that a former stream has written. */
const takeAttempts = `
  UPDATE listener_attempts a SET stream_id = $2
   WHERE a.endpoint_id = $1 AND {scope listener_attempts a}
     AND a.id IN (SELECT w.id FROM {listener_attempts} w
                   WHERE w.endpoint_id = $1 AND w.answered_at IS NULL AND w.deadline_at > statement_timestamp() AND w.stream_id IS DISTINCT FROM $2
                   ORDER BY w.deadline_at LIMIT ${attemptsAtOnce})
     AND EXISTS (SELECT FROM {webhook_endpoints} e WHERE e.id = $1 AND e.listener_stream_id = $2)
  RETURNING a.id, a.delivery_id, a.event_id, a.event_type, a.attempt, a.headers, a.body, a.deadline_at`;

/**
 * The open streams of listeners in this process. A listener has one stream in all processes. While it is renewed, deliveries are attempted and written
 * to it, with the unanswered attempts of a former stream. Statements have the tenant scope of the stream's key.
 */
export class ListenerStreams {
  readonly #options: ListenerStreamsOptions;
  readonly #open = new Map<string, Set<Stream>>();
  readonly #running = new Set<Promise<unknown>>();

  constructor(options: ListenerStreamsOptions) {
    this.#options = options;
  }

  /** Returns a function that closes the stream. */
  open(tenantScope: TenantScope, endpointId: string, reader: StreamReader): () => void {
    const stream: Stream = {
      id: randomUUID(),
      endpointId,
      sql: this.#options.scopedSql(tenantScope),
      reader,
      state: '',
      isOpen: true,
      isAnnounced: false,
      taking: undefined,
      timer: undefined,
    };
    const streams = this.#open.get(endpointId) ?? new Set();
    this.#open.set(endpointId, streams.add(stream));
    const begun = this.#run(this.#begin(stream));
    return () => {
      stream.isOpen = false;
      clearTimeout(stream.timer);
      streams.delete(stream);
      if (streams.size === 0 && this.#open.get(endpointId) === streams) this.#open.delete(endpointId);
      void this.#run(begun.then(() => this.#write(stream, close)));
    };
  }

  /** New attempts of listeners, by ids separated by commas; undefined if any listener may have some. */
  onNotification(payload: string | undefined): void {
    for (const endpointId of payload?.split(',') ?? this.#open.keys())
      for (const stream of this.#open.get(endpointId) ?? []) this.#take(stream);
  }

  /** Resolves when no statement runs. */
  async ended(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  async #begin(stream: Stream): Promise<void> {
    try {
      if (!this.#showState(stream, await this.#write(stream, take))) return;
      await announceDue(stream.sql, stream.endpointId);
    } catch (error) {
      // The client opens another stream.
      stream.reader.end();
      throw error;
    }
    this.#take(stream);
    this.#renewLater(stream);
  }

  #renewLater(stream: Stream): void {
    if (!stream.isOpen) return;
    const { renewalMs = limits.listenerRenewalSeconds * 1_000 } = this.#options;
    stream.timer = setTimeout(() => void this.#run(this.#renew(stream)), renewalMs);
  }

  /** A failed renewal is repeated after the next interval; deliveries wait meanwhile. */
  async #renew(stream: Stream): Promise<void> {
    try {
      if (!this.#showState(stream, await this.#write(stream, renew))) return;
      this.#take(stream);
    } catch (error) {
      this.#warn(error);
    }
    this.#renewLater(stream);
  }

  /** Sends a changed state of the endpoint. Ends the stream and returns false if the endpoint is deleted or has another stream. */
  #showState(stream: Stream, [row]: readonly StateRow[]): boolean {
    if (!stream.isOpen) return false;
    if (!row) {
      void this.#run(this.#end(stream));
      return false;
    }
    const shown = JSON.stringify(presentState(row));
    if (shown !== stream.state) stream.reader.send('listener', shown);
    stream.state = shown;
    return true;
  }

  async #end({ endpointId, sql, reader }: Stream): Promise<void> {
    const [known] = await sql.query<{ id: string }>({
      text: 'SELECT e.id FROM {webhook_endpoints} e WHERE e.id = $1',
      values: [endpointId],
    });
    const ended: ListenerEnd = { reason: known ? 'replaced' : 'deleted' };
    reader.send('ended', JSON.stringify(ended));
    reader.end();
  }

  #write({ sql, endpointId, id }: Stream, text: string): Promise<StateRow[]> {
    return sql.query<StateRow>({ text, values: [endpointId, id] });
  }

  #take(stream: Stream): void {
    stream.isAnnounced = true;
    stream.taking ??= this.#run(this.#takeAll(stream)).finally(() => {
      stream.taking = undefined;
      if (stream.isAnnounced && stream.isOpen) this.#take(stream);
    });
  }

  async #takeAll(stream: Stream): Promise<void> {
    while (stream.isAnnounced && stream.isOpen) {
      stream.isAnnounced = false;
      for (let count = attemptsAtOnce; count === attemptsAtOnce && stream.isOpen;) count = await this.#takeSome(stream);
    }
  }

  /** Writes some attempts, and waits until the connection has taken them. Returns their number. */
  async #takeSome({ endpointId, id, sql, reader }: Stream): Promise<number> {
    const rows = await sql.query<AttemptRow>({ name: 'take-listener-attempts', text: takeAttempts, values: [endpointId, id] });
    for (const row of rows) reader.send('attempt', JSON.stringify(presentAttempt(row)));
    await reader.drained();
    return rows.length;
  }

  /** Tracks the work until it settles. Errors are only logged, because the next renewal repeats the work. */
  #run(work: Promise<void | StateRow[]>): Promise<void> {
    const running: Promise<void> = work
      .then(
        () => undefined,
        (error: unknown) => this.#warn(error),
      )
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
    return running;
  }

  #warn(error: unknown): void {
    this.#options.log.warn({ err: error }, 'listener stream query failed');
  }
}

function presentState(row: StateRow): ListenerState {
  const { id, status, consecutive_failures } = row;
  return { id, status, ...presentDisabled(row), consecutive_failures };
}

function presentAttempt({ headers, ...row }: AttemptRow): ListenerAttempt {
  const pairs = Array.from({ length: headers.length / 2 }, (_, at) => ({ name: headers[2 * at]!, value: headers[2 * at + 1]! }));
  return { ...presented(row), headers: pairs };
}
