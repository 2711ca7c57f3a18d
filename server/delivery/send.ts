import { Agent, type buildConnector } from 'undici';
import { Attempt, type AttemptEnd } from './attempt.ts';
import type { SignedDelivery } from './sign.ts';

export interface SenderOptions {
  /** Opens connections, or refuses their destination. */
  readonly connector: buildConnector.connector;
  /** From the start of an attempt to the status line. */
  readonly deadlineMs?: number;
}

interface Target {
  readonly origin: string;
  readonly path: string;
}

const maxCachedTargets = 2_000;

/** Shorter than common servers keep idle connections, so that they rarely close one while it is used again. */
const keepAliveMs = 3_500;

const maxHeaderBytes = 16 * 1_024;

/**
 * Sends attempts over HTTP/1.1. A request is written once: no redirect is followed and nothing is sent again. Each
 * request has a connection of its own, kept alive for the next one to the same origin, so none waits for another.
 */
export class Sender {
  readonly #agent: Agent;
  readonly #deadlineMs: number;
  readonly #targets = new Map<string, Target>();

  constructor({ connector, deadlineMs = 10_000 }: SenderOptions) {
    this.#deadlineMs = deadlineMs;
    this.#agent = new Agent({
      connect: connector,
      allowH2: false,
      pipelining: 1,
      keepAliveTimeout: keepAliveMs,
      keepAliveMaxTimeout: keepAliveMs,
      maxHeaderSize: maxHeaderBytes,
      // An attempt has a timer of its own: these would start anew with every piece of an answer.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  /** `settle` is called exactly once. */
  send(url: string, { headers, body }: SignedDelivery, settle: (end: AttemptEnd) => void): Attempt {
    const attempt = new Attempt(this.#deadlineMs, settle);
    try {
      const { origin, path } = this.#target(url);
      this.#agent.dispatch({ origin, path, method: 'POST', headers, body }, attempt);
    } catch (error) {
      attempt.onResponseError(null, error as Error);
    }
    return attempt;
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }

  #target(url: string): Target {
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
