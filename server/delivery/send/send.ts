import { performance } from 'node:perf_hooks';
import { Agent, type buildConnector } from 'undici';
import { limits } from '../../../generated/limits.ts';
import { Attempt, specifiedDeadlineMs, type AttemptEnd } from './attempt.ts';
import { noteFacts } from './connection-facts.ts';
import { readFinalResponses } from './final-responses.ts';
import type { SignedDelivery } from './sign.ts';

export interface SenderOptions {
  /** Opens connections, or refuses their destination. */
  readonly connector: buildConnector.connector;
  /** From the start of an attempt to the status line. */
  readonly deadlineMs?: number;
}

interface Destination {
  readonly origin: string;
  readonly path: string;
}

const maxCachedTargets = 2_000;

/** Common servers keep idle connections for longer, so they rarely close one while it is used again. */
const keepAliveMs = 3_500;

/** The maximum number of origins with idle connections. Connections to others close after each request. */
const maxKeptOrigins = 1_000;

/** An origin with a request within this time is not moved to the end. */
const keptForMs = 100;

/**
 * Sends attempts over HTTP/1.1. A request is written once: no redirect is followed, and nothing is sent again. Each request has a connection of its own,
 * which stays open for the next one to the same origin, so that none waits for another.
 */
export class Sender {
  readonly #agent: Agent;
  readonly #deadlineMs: number;
  readonly #targets = new Map<string, Destination>();
  /** When the last request to each origin was sent, in this order. */
  readonly #kept = new Map<string, number>();

  constructor({ connector, deadlineMs = specifiedDeadlineMs }: SenderOptions) {
    this.#deadlineMs = deadlineMs;
    this.#agent = new Agent({
      connect: (options, callback) =>
        connector(options, (...[error, socket]) => {
          if (error) return callback(error, null);
          noteFacts(socket, readFinalResponses(socket));
          callback(null, socket);
        }),
      allowH2: false,
      pipelining: 1,
      keepAliveTimeout: keepAliveMs,
      keepAliveMaxTimeout: keepAliveMs,
      maxHeaderSize: limits.responseHeaderBytes,
      // An attempt has its own timer. These would restart with every chunk of a response.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  /** `settle` is called exactly once. */
  send(url: string, { headers, body }: SignedDelivery, settle: (end: AttemptEnd) => void): Attempt {
    const attempt = new Attempt(this.#deadlineMs, settle);
    try {
      const { origin, path } = this.#target(url);
      this.#agent.dispatch({ origin, path, method: 'POST', headers, body, reset: !this.#keep(origin) }, attempt);
    } catch (error) {
      attempt.onResponseError(null, error as Error);
    }
    return attempt;
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }

  /** Whether a connection to the origin may stay open, because there are few enough idle ones. */
  #keep(origin: string): boolean {
    const now = performance.now();
    if (now - (this.#kept.get(origin) ?? -Infinity) < keptForMs) return true;
    this.#kept.delete(origin);
    for (const [idle, sentAt] of this.#kept) {
      if (now - sentAt < keepAliveMs) break;
      this.#kept.delete(idle);
    }
    if (this.#kept.size >= maxKeptOrigins) return false;
    this.#kept.set(origin, now);
    return true;
  }

  #target(url: string): Destination {
    let target = this.#targets.get(url);
    if (!target) {
      const { origin, pathname, search } = new URL(url);
      target = { origin, path: pathname + search };
      if (this.#targets.size >= maxCachedTargets) this.#targets.clear();
      this.#targets.set(url, target);
    }
    return target;
  }
}
