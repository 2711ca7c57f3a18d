import { performance } from 'node:perf_hooks';
import type { Dispatcher } from 'undici';
import { limits } from '../../../generated/limits.ts';
import { toDecodedExcerpt, toExcerpt } from './excerpt.ts';
import { statusOfLargeHeaders } from './connection-facts.ts';

/** The end of an attempt, before it is classified. */
export type AttemptEnd =
  /** A status line arrived in time; the body does not matter. */
  | {
      readonly kind: 'answered';
      readonly durationMs: number;
      readonly statusCode: number;
      readonly excerpt: string;
      /** The header `Server`, if it has one. */
      readonly server?: string;
      /** The headers exceeded the limit. */
      readonly areHeadersTooLarge?: boolean;
    }
  | { readonly kind: 'timeout'; readonly durationMs: number; readonly isConnected: boolean }
  | { readonly kind: 'failed'; readonly durationMs: number; readonly error: unknown }
  /** No stream of the webhook listener took it. */
  | { readonly kind: 'untaken' }
  /** While stopping. */
  | { readonly kind: 'abandoned' };

/** A response with 101, which the service never requests. */
class ProtocolSwitch extends Error {
  readonly code = 'PROTOCOL_SWITCH';

  constructor() {
    super('the receiver switched protocols');
    this.name = 'ProtocolSwitch';
  }
}

/** From the start of an attempt to the status line. */
export const specifiedDeadlineMs = limits.attemptSeconds * 1_000;

/** The wait for the body after the status line. */
const bodyWaitMs = 250;

/** A longer body closes its connection, because reading it would cost more. */
const maxBodyBytes = 64 * 1_024;

/**
 * Follows one request. The status line determines the outcome. The beginning of the body is stored if it arrives at once. `settle` is
 * called exactly once.
 */
export class Attempt implements Dispatcher.DispatchHandler {
  readonly #settle: (end: AttemptEnd) => void;
  readonly #startedAt = performance.now();
  #timer: NodeJS.Timeout | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #isSettled = false;
  /** The attempt waits for neither a status line nor a body. */
  #isOver = false;
  #statusCode = 0;
  #durationMs = 0;
  #chunks: Buffer[] = [];
  #bodyBytes = 0;
  /** `Content-Encoding` of the body, in lower case; empty without one. */
  #encoding = '';
  #server: string | undefined;
  #areHeadersTooLarge = false;
  #isAnswered = false;

  constructor(deadlineMs: number, settle: (end: AttemptEnd) => void) {
    this.#settle = settle;
    // A process that was delayed checks what has arrived before it reports a timeout.
    this.#timer = setTimeout(() => setImmediate(() => this.#timeOut()), deadlineMs);
  }

  /** Ends the attempt without an outcome. */
  abandon(): void {
    this.#end({ kind: 'abandoned' });
    this.#abort();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // undici does not check whether a request was aborted while it waited for a connection.
    if (this.#isOver) this.#abort();
  }

  onResponseStart(_controller: Dispatcher.DispatchController, statusCode: number, headers: Readonly<Record<string, unknown>>): void {
    if (this.#isSettled) return;
    if (statusCode === 101) {
      this.#end({ kind: 'failed', durationMs: this.#elapsedMs(), error: new ProtocolSwitch() });
      return this.#abort();
    }
    if (statusCode < 200) return;
    this.#statusCode = statusCode;
    this.#durationMs = this.#elapsedMs();
    const encoding = headers['content-encoding'];
    if (typeof encoding === 'string' && encoding !== 'identity') this.#encoding = encoding.trim().toLowerCase();
    if (typeof headers['server'] === 'string') this.#server = headers['server'];
    // A short body is in the same packet, so that no other timer is needed.
    process.nextTick(() => this.#waitForBody());
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    // undici reuses the memory of a chunk.
    if (this.#bodyBytes < limits.excerptBytes) this.#chunks.push(Buffer.from(chunk.subarray(0, limits.excerptBytes - this.#bodyBytes)));
    this.#bodyBytes += chunk.length;
    if (this.#bodyBytes >= limits.excerptBytes) this.#answered();
    if (this.#bodyBytes > maxBodyBytes) this.#abort();
  }

  onResponseEnd(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#answered();
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    if (this.#statusCode === 0) this.#readLargeHeaders(error);
    if (this.#statusCode > 0) this.#answered();
    else this.#end({ kind: 'failed', durationMs: this.#elapsedMs(), error });
  }

  /** The status counts even if the headers are too large. */
  #readLargeHeaders(error: Error): void {
    const statusCode = statusOfLargeHeaders(error);
    if (statusCode === null) return;
    this.#statusCode = statusCode;
    this.#durationMs = this.#elapsedMs();
    this.#areHeadersTooLarge = true;
  }

  #timeOut(): void {
    if (this.#statusCode > 0) return;
    // A request starts when its connection is open.
    this.#end({ kind: 'timeout', durationMs: this.#elapsedMs(), isConnected: this.#controller !== undefined });
    this.#abort();
  }

  #waitForBody(): void {
    clearTimeout(this.#timer);
    if (this.#isOver) return;
    this.#timer = setTimeout(() => {
      this.#answered();
      this.#abort();
    }, bodyWaitMs);
  }

  #answered(): void {
    if (this.#isSettled || this.#isAnswered) return;
    this.#isAnswered = true;
    const end = (excerpt: string) =>
      this.#end({
        kind: 'answered',
        durationMs: this.#durationMs,
        statusCode: this.#statusCode,
        excerpt,
        ...(this.#server !== undefined && { server: this.#server }),
        ...(this.#areHeadersTooLarge && { areHeadersTooLarge: true }),
      });
    if (this.#encoding === '') end(toExcerpt(this.#chunks));
    else void toDecodedExcerpt(this.#encoding, this.#chunks).then(end);
  }

  #end(end: AttemptEnd): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.#settle(end);
  }

  #abort(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#controller?.abort(new Error('the attempt has ended'));
  }

  #elapsedMs(): number {
    return Math.round(performance.now() - this.#startedAt);
  }
}
