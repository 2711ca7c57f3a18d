import { InvalidArgumentError } from './errors.ts';
import type { RetryInformation } from './retry.ts';

/** An attempt of a call, before it is sent. It contains neither headers nor a body, so no key and no secret. */
export interface RequestInformation {
  /** Id of the operation, such as `listOrders`; absent for a raw request. */
  readonly operationId: string | undefined;
  /** HTTP method. */
  readonly method: string;
  /** Path without the query. */
  readonly path: string;
  /** 1 for the first attempt of the call. */
  readonly attempt: number;
}

/** The result of an attempt. */
export interface ResponseInformation extends RequestInformation {
  /** HTTP status; `null` if no complete response arrived. */
  readonly status: number | null;
  /** The headers of the response; absent if there was none. */
  readonly headers: Headers | undefined;
  /** The `x-request-id` of the response; absent if there was none. */
  readonly requestId: string | undefined;
  /** Time from the start of the attempt to the last byte of its response, in milliseconds. */
  readonly durationMs: number;
}

/** Receives lines about calls. `console` is a logger, and so are those of pino and winston. */
export interface Logger {
  /** Receives each attempt and its response. */
  debug(message: string): void;
  /** Receives each wait for the rate limit. */
  info(message: string): void;
  /** Receives each retry. */
  warn(message: string): void;
  /** Receives each last attempt without a response, or with 5xx. */
  error(message: string): void;
}

const levels = ['off', 'error', 'warn', 'info', 'debug'] as const;

/** The least important lines that a logger receives. */
export type LogLevel = (typeof levels)[number];

/** Functions that a client calls during each call. If one of them throws an error, the call rejects with it. */
export interface Hooks {
  /** Called before each attempt. */
  onRequest?: (request: RequestInformation) => void;
  /** Called after each attempt, also after one without a response. */
  onResponse?: (response: ResponseInformation) => void;
  /** Called before each wait for another attempt, for example to log why a call takes long. */
  onRetry?: (retry: RetryInformation) => void;
  /** Receives a line for each attempt, response and retry. No line contains a header, a query or a body. */
  logger?: Logger;
  /** Which lines the logger receives. `warn` by default. */
  logLevel?: LogLevel;
}

/** The identity of a call, for hooks and the logger. */
export type CallIdentity = Pick<RequestInformation, 'operationId' | 'method' | 'path'>;

type Line = Exclude<LogLevel, 'off'>;

/** Calls the hooks of a client for the attempts of one call. */
export class Observer {
  readonly #hooks: Hooks;
  readonly #call: CallIdentity;

  constructor(hooks: Hooks, call: CallIdentity) {
    this.#hooks = hooks;
    this.#call = call;
  }

  request(attempt: number): void {
    this.#hooks.onRequest?.({ ...this.#call, attempt });
    this.#log('debug', () => `attempt ${attempt}`);
  }

  response(result: Omit<ResponseInformation, keyof CallIdentity>): void {
    const { status, requestId, durationMs } = result;
    this.#hooks.onResponse?.({ ...this.#call, ...result });
    const id = requestId === undefined ? '' : `, request ${requestId}`;
    this.#log('debug', () => `${status ?? 'no response'} after ${Math.round(durationMs)} ms${id}`);
  }

  retry(retry: RetryInformation): void {
    this.#hooks.onRetry?.(retry);
    this.#log('warn', () => `retry ${retry.retriesMade + 1} in ${retry.delayMs} ms after ${retry.status ?? 'no response'}`);
  }

  failed(status: number | null): void {
    this.#log('error', () => `failed with ${status ?? 'no response'}`);
  }

  paced(delayMs: number): void {
    this.#log('info', () => `waits ${delayMs} ms for the rate limit`);
  }

  #log(level: Line, text: () => string): void {
    const { logger, logLevel = 'warn' } = this.#hooks;
    if (logger && levels.indexOf(level) <= levels.indexOf(logLevel)) logger[level](`${this.#call.method} ${this.#call.path}: ${text()}`);
  }
}

/** Refuses settings that would fail only during a call. */
export function checkedHooks({ onRequest, onResponse, onRetry, logger, logLevel }: Hooks): Hooks {
  for (const [name, hook] of Object.entries({ onRequest, onResponse, onRetry })) {
    if (hook !== undefined && typeof hook !== 'function') throw new InvalidArgumentError(name, 'a function is required');
  }
  if (logLevel !== undefined && !levels.includes(logLevel)) throw new InvalidArgumentError('logLevel', `accepted are ${levels.join(', ')}`);
  const lines: readonly Line[] = ['error', 'warn', 'info', 'debug'];
  if (logger !== undefined && !lines.every((line) => typeof (Object(logger) as Record<string, unknown>)[line] === 'function')) {
    throw new InvalidArgumentError('logger', `it requires the methods ${lines.join(', ')}`);
  }
  return {
    ...(onRequest && { onRequest }),
    ...(onResponse && { onResponse }),
    ...(onRetry && { onRetry }),
    ...(logger && { logger }),
    ...(logLevel && { logLevel }),
  };
}
