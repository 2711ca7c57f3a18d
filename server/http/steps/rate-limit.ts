import type { Response } from 'express';
import { Problem } from '../../problems/problem.ts';

export interface RateLimit {
  readonly requests: number;
  readonly windowSeconds: number;
}

/** The sliding window of an operation after a request. */
export interface RateWindow {
  readonly isGranted: boolean;
  readonly left: number;
  readonly nextInSeconds: number;
}

/** Rounded up, so that a request is possible after the wait. */
function secondsToWait({ nextInSeconds }: RateWindow): number {
  return Math.max(1, Math.ceil(nextInSeconds));
}

/** Sets the headers of the IETF draft. */
export function setRateLimitHeaders(response: Response, limit: RateLimit, window: RateWindow): void {
  response.setHeader('RateLimit-Policy', `"default";q=${limit.requests};w=${limit.windowSeconds}`);
  response.setHeader('RateLimit', `"default";r=${window.left};t=${secondsToWait(window)}`);
}

export function removeRateLimitHeaders(response: Response): void {
  for (const name of ['RateLimit-Policy', 'RateLimit']) response.removeHeader(name);
}

/** `then` follows the number of seconds in the message. */
export function rateLimited(reason: string, seconds: number, then = '.'): Problem {
  return new Problem('rate_limited', {
    detail: `${reason} Wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'}${then}`,
    headers: { 'retry-after': String(seconds) },
  });
}

/** Throws `rate_limited` for a request over the limit. */
export function checkRateLimit(limit: RateLimit | null, window: RateWindow | null | undefined): void {
  if (!limit || !window || window.isGranted) return;
  throw rateLimited(`The limit of ${limit.requests} requests in ${limit.windowSeconds} seconds is reached.`, secondsToWait(window));
}
