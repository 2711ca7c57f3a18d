import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { kindOfFailure, noTracing, type Tracing } from '../../tracing/tracing.ts';
import { settingStatements } from './settings-query.ts';
import { LeasingPool } from './leasing-pool.ts';
import { shapesOf } from './row-shapes.ts';
import { SessionClient, type SessionConfig } from './session-client.ts';
import { spanOf } from './statement-span.ts';

/** Longer than `statement_timeout`, after which a working database ends a statement. */
const answerTimeoutMs = 12_000;

/** Limits the prepared statements of a connection to the latest used ones, because the server stores text and plan of each. */
const maxPrepared = 500;

type Query = (...args: unknown[]) => unknown;

/** The open connections of all pools, so that all idle ones to a lost server are closed. With `tracing`, their statements have spans. */
export type OpenConnections = Set<TimeoutClient> & { readonly tracing?: Tracing };

export interface TimeoutConfig extends SessionConfig {
  readonly open?: OpenConnections;
}

export function timeoutPool(open: OpenConnections, settings: pg.PoolConfig & SessionConfig): pg.Pool {
  return new LeasingPool({ Client: TimeoutClient, ...settings, ...{ open } }, open.tracing);
}

/** The current number of a pool's connections. */
export interface PoolUse {
  inUse(): number;
  idle(): number;
  waiting(): number;
}

export function useOf(pool: pg.Pool): PoolUse {
  return { inUse: () => pool.totalCount - pool.idleCount, idle: () => pool.idleCount, waiting: () => pool.waitingCount };
}

/**
 * A connection that closes itself if the database does not respond, for example because a host is lost or a proxy hangs. Its statements
 * then fail, and its pool opens another connection.
 */
export class TimeoutClient extends SessionClient {
  #waitingCount = 0;
  #answeredAt = performance.now();
  readonly #open: OpenConnections;
  /** Names of the prepared statements, the latest used last. */
  readonly #prepared = new Set<string>();

  constructor(config: TimeoutConfig = {}) {
    super(config);
    this.#open = config.open ?? new Set();
    const query = (this.query as Query).bind(this);
    const watched = (...args: unknown[]) => this.#watch(query, args);
    this.query = watched as typeof this.query;
    this.once('connect', () => this.#open.add(this));
    this.once('end', () => this.#open.delete(this));
  }

  #watch(query: Query, args: unknown[]): unknown {
    const askedAt = performance.now();
    const timer = setTimeout(() => this.#giveUp(askedAt), answerTimeoutMs);
    this.#waitingCount++;
    const { tracing = noTracing } = this.#open;
    const span = tracing.active() && spanOf(tracing, args[0] as string | { text: string; name?: string }, this);
    const done = (error?: unknown) => {
      span?.end(error ? kindOfFailure(error) : undefined);
      clearTimeout(timer);
      this.#waitingCount--;
      this.#answeredAt = performance.now();
    };
    const { name } = (args[0] ?? {}) as { name?: string };
    if (name && !settingStatements.includes(name)) this.#useStatement(name);
    const callback = args.at(-1) as Query | undefined;
    const takesCallback = typeof callback === 'function';
    const watched = takesCallback ? [...args.slice(0, -1), (...result: unknown[]) => (done(result[0]), callback(...result))] : args;
    const answer = query(...watched);
    if (answer instanceof Promise) answer.then(() => done(), done);
    else if (!takesCallback) done();
    return answer;
  }

  #useStatement(name: string): void {
    this.#prepared.delete(name);
    this.#prepared.add(name);
    const [oldest] = this.#prepared;
    if (this.#prepared.size <= maxPrepared || oldest === undefined) return;
    this.#prepared.delete(oldest);
    const { connection } = this as unknown as {
      connection: { parsedStatements: Record<string, unknown>; close(what: { type: 'S'; name: string }): void };
    };
    delete connection.parsedStatements[oldest];
    shapesOf(connection)?.delete(oldest);
    connection.close({ type: 'S', name: oldest });
  }

  /** Closes idle connections to the same server too if they also got no response: their next statements would wait as long. */
  #giveUp(askedAt: number): void {
    this.#close();
    for (const other of this.#open) {
      const isSameServer = other.host === this.host && other.port === this.port;
      if (isSameServer && other.#waitingCount === 0 && other.#answeredAt < askedAt) other.#close();
    }
  }

  #close(): void {
    const { connection } = this as unknown as { connection: { stream: { destroy(error: Error): void } } };
    const error = new Error(`the database did not respond within ${answerTimeoutMs / 1_000} s`);
    connection.stream.destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
  }
}
