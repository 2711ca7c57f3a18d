import type { Request, Response } from 'express';
import type { StreamAnswer } from '../../generated/interfaces/text-answer.ts';
import { limits } from '../../generated/limits.ts';
import { exchangeOf } from './exchange.ts';
import { rateLimited } from './rate-limit.ts';

export interface StreamsOptions {
  readonly mostOfHolder?: number;
  readonly mostOfAgency?: number;
  readonly most?: number;
  readonly heartbeatMs?: number;
  /** What a stream holds at the most for whoever does not read it. */
  readonly mostUnreadBytes?: number;
}

const secondsToWait = 10;

/** Whose stream it is: a key's with its agency, or an operator's. */
interface Held {
  readonly holder: string;
  readonly agencyId: string | undefined;
}

function heldOf(response: Response): Held {
  const { admission, operator } = exchangeOf(response);
  return { holder: admission?.keyId ?? operator?.name ?? '', agencyId: admission?.agencyId };
}

/**
 * The streams that are open: answers that go on, outside the turns at the database. Their number is bounded, for each holder,
 * each agency and in all. What a reader does not take is not kept for it: such a stream ends.
 */
export class Streams {
  readonly #mostOfHolder: number;
  readonly #mostOfAgency: number;
  readonly #most: number;
  readonly #heartbeatMs: number;
  readonly #mostUnreadBytes: number;
  readonly #open = new Map<Response, Held>();

  constructor({
    mostOfHolder = limits.liveStreamsOfKey,
    mostOfAgency = limits.liveStreamsOfAgency,
    most = limits.liveStreams,
    heartbeatMs = limits.liveHeartbeatSeconds * 1_000,
    mostUnreadBytes = 262_144,
  }: StreamsOptions = {}) {
    this.#mostOfHolder = mostOfHolder;
    this.#mostOfAgency = mostOfAgency;
    this.#most = most;
    this.#heartbeatMs = heartbeatMs;
    this.#mostUnreadBytes = mostUnreadBytes;
  }

  get count(): number {
    return this.#open.size;
  }

  /** Ends every stream: the service stops. */
  end(): void {
    for (const response of this.#open.keys()) response.end();
  }

  /** Throws `rate_limited` where there are as many as may be. */
  send(answer: StreamAnswer, request: Request, response: Response): void {
    const held = heldOf(response);
    const open = [...this.#open.values()];
    const ofHolder = open.filter(({ holder }) => holder === held.holder).length;
    if (ofHolder >= this.#mostOfHolder) throw rateLimited(`${this.#mostOfHolder} live streams are open.`, secondsToWait, ', or end one.');
    const ofAgency = held.agencyId === undefined ? 0 : open.filter(({ agencyId }) => agencyId === held.agencyId).length;
    if (ofAgency >= this.#mostOfAgency) {
      throw rateLimited(`${ofAgency} live streams of the agency are open.`, secondsToWait, ', or end one.');
    }
    if (this.#open.size >= this.#most) throw rateLimited('The service has as many live streams as it may.', secondsToWait);
    response.setHeader('content-type', answer.contentType);
    // Whatever stands between would gather what is to be told at once.
    response.setHeader('x-accel-buffering', 'no');
    exchangeOf(response).answeredAt = performance.now();
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    response.flushHeaders();
    this.#open.set(response, held);
    this.#tell(answer, response);
  }

  #tell(answer: StreamAnswer, response: Response): void {
    const write = (text: string) => {
      if (response.writableEnded || response.destroyed) return;
      if (response.writableLength + text.length > this.#mostUnreadBytes) response.destroy();
      else response.write(text);
    };
    const end = () => void response.end();
    const { sessionHolds } = exchangeOf(response);
    let unread = 0;
    const heartbeat = setInterval(() => {
      // Of what waited a heartbeat ago nothing was read since.
      if (unread > 0 && response.writableLength >= unread) response.destroy();
      write(':\n\n');
      unread = response.writableLength;
      // What cannot be looked up now is with the next heartbeat.
      sessionHolds?.().then(
        (holds) => holds || end(),
        () => undefined,
      );
    }, this.#heartbeatMs);
    const stop = answer.open({
      tell: (event, data) => write(`event: ${event}\ndata: ${data}\n\n`),
      end,
    });
    response.once('close', () => {
      clearInterval(heartbeat);
      this.#open.delete(response);
      stop();
    });
  }
}
