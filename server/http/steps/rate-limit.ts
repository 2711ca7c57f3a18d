import type { Response } from 'express';
import { Problem } from '../../problems/problem.ts';

/** At most so many requests in any span of so many seconds. */
export interface RateLimit {
  readonly requests: number;
  readonly windowSeconds: number;
}

/** What a request found: whether it had a place, how many are left, and when the next one comes back. */
export interface RateWindow {
  readonly isGranted: boolean;
  readonly left: number;
  readonly nextInSeconds: number;
}

/** Whole seconds, at least 1: who waits so long comes after the place has come back. */
function secondsToWait({ nextInSeconds }: RateWindow): number {
  return Math.max(1, Math.ceil(nextInSeconds));
}

/** Sets the IETF draft's headers of the window, on every response of the operation. */
export function setRateLimitHeaders(response: Response, limit: RateLimit, window: RateWindow): void {
  response.setHeader('RateLimit-Policy', `"default";q=${limit.requests};w=${limit.windowSeconds}`);
  response.setHeader('RateLimit', `"default";r=${window.left};t=${secondsToWait(window)}`);
}

export function removeRateLimitHeaders(response: Response): void {
  for (const name of ['RateLimit-Policy', 'RateLimit']) response.removeHeader(name);
}

/** The refusal of a caller that has to wait so many whole seconds: `then` ends the sentence that says so. */
export function rateLimited(reason: string, seconds: number, then = '.'): Problem {
  return new Problem('rate_limited', {
    detail: `${reason} Wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'}${then}`,
    headers: { 'retry-after': String(seconds) },
  });
}

/** Refuses a request over the limit, where it has one. */
export function checkRateLimit(limit: RateLimit | null, window: RateWindow | null | undefined): void {
  if (!limit || !window || window.isGranted) return;
  throw rateLimited(`The limit of ${limit.requests} requests in ${limit.windowSeconds} seconds is reached.`, secondsToWait(window));
}
