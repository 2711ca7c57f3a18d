import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { kindOfFailure, noTracing, type Tracing } from '../../tracing/tracing.ts';
import { settingStatements } from './settings-query.ts';
import { LeasingPool } from './leasing-pool.ts';
import { shapesOf } from './row-shapes.ts';
import { SessionClient, type SessionConfig } from './session-client.ts';
import { spanOf } from './statement-span.ts';

/** The database ends a statement after ten seconds by itself. */
const answerTimeoutMs = 12_000;

/** This many statements stay prepared on a connection, the latest used, in addition to those of bounds: the server keeps text and plan of each. */
const mostPrepared = 500;

type Query = (...args: unknown[]) => unknown;

/**
 * The open connections of all pools: a server that vanished is the same for each. A connection that ends leaves it. With `tracing`, their
 * statements have spans.
 */
export type OpenConnections = Set<TimeoutClient> & { readonly tracing?: Tracing };

export interface TimeoutConfig extends SessionConfig {
  readonly open?: OpenConnections;
}

/** A pool of watched connections, which know those of the other pools. */
export function timeoutPool(open: OpenConnections, settings: pg.PoolConfig & SessionConfig): pg.Pool {
  return new LeasingPool({ Client: TimeoutClient, ...settings, ...{ open } }, open.tracing);
}

/** Connections of a pool now. */
export interface PoolUse {
  inUse(): number;
  idle(): number;
  waiting(): number;
}

export function useOf(pool: pg.Pool): PoolUse {
  return { inUse: () => pool.totalCount - pool.idleCount, idle: () => pool.idleCount, waiting: () => pool.waitingCount };
}

/**
 * A connection that gives up a database which answers nothing any more: a host that vanished, a proxy that hangs. It
 * is closed then, so that its pool opens another, and what waited for it fails.
 */
export class TimeoutClient extends SessionClient {
  #waitingCount = 0;
  #answeredAt = performance.now();
  readonly #open: OpenConnections;
  /** Names of the statements that are prepared here, the latest used last. */
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
    if (this.#prepared.size <= mostPrepared || oldest === undefined) return;
    this.#prepared.delete(oldest);
    const { connection } = this as unknown as {
      connection: { parsedStatements: Record<string, unknown>; close(what: { type: 'S'; name: string }): void };
    };
    delete connection.parsedStatements[oldest];
    shapesOf(connection)?.delete(oldest);
    connection.close({ type: 'S', name: oldest });
  }

  /** Idle connections to the same server that have heard nothing either would let the next statements wait as long. */
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
