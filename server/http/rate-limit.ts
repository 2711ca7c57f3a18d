import type { Response } from 'express';
import { Problem } from '../problems/problem.ts';

export interface RateLimit {
  readonly requests: number;
  readonly windowSeconds: number;
}

/** The request's place in its window: the first request opens it, and it ends `windowSeconds` later. */
export interface RateWindow {
  readonly requestCount: number;
  readonly resetsInSeconds: number;
}

/** Whole seconds, at least 1. The stored end is rounded, so that it may lie a little beyond the window's length. */
function secondsLeft({ windowSeconds }: RateLimit, { resetsInSeconds }: RateWindow): number {
  return Math.min(windowSeconds, Math.max(1, Math.ceil(resetsInSeconds)));
}

/** Tells the place in the window by the IETF draft's headers, on every answer of the operation. */
export function tellRateLimit(response: Response, limit: RateLimit, window: RateWindow): void {
  response.setHeader('RateLimit-Policy', `"default";q=${limit.requests};w=${limit.windowSeconds}`);
  response.setHeader('RateLimit', `"default";r=${Math.max(0, limit.requests - window.requestCount)};t=${secondsLeft(limit, window)}`);
}

/** Refuses what is over the limit. */
export function checkRateLimit(limit: RateLimit, window: RateWindow): void {
  if (window.requestCount <= limit.requests) return;
  const seconds = secondsLeft(limit, window);
  throw new Problem('rate_limited', {
    detail: `More than ${limit.requests} requests in ${limit.windowSeconds} seconds. Wait ${seconds} seconds.`,
    headers: { 'retry-after': String(seconds) },
  });
}
