import type { Request, Response } from 'express';
import type { StreamAnswer } from '../../../generated/interfaces/text-answer.ts';
import { limits } from '../../../generated/limits.ts';
import type { StreamHolder } from '../../access/stream-holders.ts';
import { requestStateOf } from '../steps/request-state.ts';
import { endRequestSpan } from '../steps/trace-request.ts';
import { rateLimited } from '../steps/rate-limit.ts';

export interface StreamsOptions {
  /** Returns the holders whose keys, tokens and sessions are still valid. */
  readonly validHolders: <Each extends StreamHolder>(holders: readonly Each[]) => Promise<ReadonlySet<Each>>;
  readonly log: { warn(fields: object, message: string): void };
  readonly maxPerHolder?: number;
  readonly maxPerAgency?: number;
  readonly maxStreams?: number;
  readonly maxForOperators?: number;
  readonly heartbeatMs?: number;
  /** The interval between checks of keys, tokens and sessions. */
  readonly checkMs?: number;
  /** A stream with a longer backlog is closed. */
  readonly maxUnreadBytes?: number;
}

const secondsToWait = 10;

/** An agency may have at most one of this many free slots, so that slots remain for others. */
const shareOfFree = 3;

/** The holder of a stream: a key with its agency, or an operator without one. */
interface Holder extends StreamHolder {
  readonly name: string;
  readonly agencyId: string | undefined;
}

function holderOf(response: Response): Holder {
  const { admission, operator, sessionHash = null } = requestStateOf(response);
  return {
    keyId: admission?.keyId ?? null,
    tokenId: operator?.id ?? null,
    sessionHash,
    name: admission?.keyId ?? operator?.id ?? '',
    agencyId: admission?.agencyId,
  };
}

function drained(response: Response): Promise<void> {
  return new Promise((resolve) => {
    if (!response.writableNeedDrain || response.destroyed) return resolve();
    const done = () => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.once('drain', done).once('close', done);
  });
}

function endWithConnection(response: Response): void {
  // A finished response has no socket.
  const { socket } = response;
  response.end(() => socket?.destroySoon());
}

/**
 * The open streams. Their number is limited by holder and by agency, and separately for operators. A stream ends with its key, token or
 * session, or if its client stops reading.
 */
export class Streams {
  readonly #options: Required<StreamsOptions>;
  /** In the order in which they were opened. */
  readonly #open = new Map<Response, Holder>();
  #check: NodeJS.Timeout | undefined;
  #isEnding = false;

  constructor(options: StreamsOptions) {
    this.#options = {
      maxPerHolder: limits.liveStreamsOfKey,
      maxPerAgency: limits.liveStreamsOfAgency,
      maxStreams: limits.liveStreams,
      maxForOperators: limits.liveStreamsOfOperators,
      heartbeatMs: limits.liveHeartbeatSeconds * 1_000,
      checkMs: 1_000,
      maxUnreadBytes: 262_144,
      ...options,
    };
  }

  get count(): number {
    return this.#open.size;
  }

  /** Ends all streams with their connections, and every later one, so that clients reconnect to another process. */
  end(): void {
    this.#isEnding = true;
    for (const response of this.#open.keys()) endWithConnection(response);
  }

  /** Throws `rate_limited` if too many streams are open. */
  send(answer: StreamAnswer, request: Request, response: Response): void {
    const holder = holderOf(response);
    this.#checkLimits(holder);
    response.setHeader('content-type', answer.contentType);
    // A proxy that buffers responses would delay the events.
    response.setHeader('x-accel-buffering', 'no');
    requestStateOf(response).answeredAt = performance.now();
    endRequestSpan(request, response);
    if (this.#isEnding) response.setHeader('connection', 'close');
    if (request.method === 'HEAD' || this.#isEnding) {
      response.end();
      return;
    }
    response.flushHeaders();
    this.#open.set(response, holder);
    this.#begin(answer, response);
    this.#checkAfter(this.#options.checkMs);
  }

  #checkLimits({ name, agencyId }: Holder): void {
    const { maxPerHolder, maxPerAgency, maxStreams: maxStreams, maxForOperators } = this.#options;
    const all = [...this.#open.values()];
    const ofHolder = all.filter((holder) => holder.name === name && (holder.agencyId === undefined) === (agencyId === undefined)).length;
    if (ofHolder >= maxPerHolder) throw rateLimited(`${maxPerHolder} live streams are open.`, secondsToWait, ', or end one.');
    const ofAgencies = all.filter((holder) => holder.agencyId !== undefined);
    if (agencyId === undefined) {
      if (all.length - ofAgencies.length >= maxForOperators)
        throw rateLimited(`${maxForOperators} live streams of operators are open.`, secondsToWait, ', or end one.');
      return;
    }
    const ofAgency = ofAgencies.filter((holder) => holder.agencyId === agencyId).length;
    const free = maxStreams - ofAgencies.length;
    const allowed = Math.min(maxPerAgency, Math.max(1, Math.floor(free / shareOfFree)));
    if (ofAgency >= allowed) {
      throw rateLimited(`${ofAgency} live streams of the agency are open, and no more fit.`, secondsToWait, ', or end one.');
    }
    if (free <= 0 && !this.#endLatestOfLargest()) throw rateLimited('The service has reached its limit of live streams.', secondsToWait);
  }

  /** Ends a stream of the agency with the most streams, if it has several. */
  #endLatestOfLargest(): boolean {
    const byAgency = Map.groupBy(
      [...this.#open].filter(([response, { agencyId }]) => agencyId !== undefined && !response.writableEnded),
      ([, { agencyId }]) => agencyId,
    );
    const largest = [...byAgency.values()].reduce((one, other) => (other.length > one.length ? other : one), []);
    if (largest.length < 2) return false;
    const [response] = largest.at(-1)!;
    this.#open.delete(response);
    response.end();
    return true;
  }

  /** A failed check is repeated after the next interval. */
  async #endInvalid(): Promise<void> {
    const { validHolders, log, checkMs } = this.#options;
    const begunAt = performance.now();
    const open = [...this.#open];
    this.#check = undefined;
    try {
      const valid = await validHolders(open.map(([, holder]) => holder));
      for (const [response, holder] of open) if (!valid.has(holder)) response.end();
    } catch (error) {
      log.warn({ err: error }, 'could not check the credentials of live streams');
    }
    this.#checkAfter(checkMs - (performance.now() - begunAt));
  }

  #checkAfter(ms: number): void {
    if (this.#open.size > 0) this.#check ??= setTimeout(() => void this.#endInvalid(), Math.max(0, ms));
  }

  #begin(answer: StreamAnswer, response: Response): void {
    const { heartbeatMs, maxUnreadBytes } = this.#options;
    const write = (text: string) => {
      if (response.writableEnded || response.destroyed) return;
      if (response.writableLength + text.length > maxUnreadBytes) response.destroy();
      else response.write(text);
    };
    let unread = 0;
    const heartbeat = setInterval(() => {
      // The client has read nothing since the last heartbeat.
      if (unread > 0 && response.writableLength >= unread) response.destroy();
      write(':\n\n');
      unread = response.writableLength;
    }, heartbeatMs);
    const stop = answer.open({
      send: (event, data) => write(`event: ${event}\ndata: ${data}\n\n`),
      drained: () => drained(response),
      end: () => void response.end(),
    });
    response.once('close', () => {
      clearInterval(heartbeat);
      this.#open.delete(response);
      stop();
      if (this.#open.size > 0) return;
      clearTimeout(this.#check);
      this.#check = undefined;
    });
  }
}
