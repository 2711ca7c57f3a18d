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

/** Tells the place in the window by the IETF draft's headers and refuses what is over the limit. */
export function applyRateLimit(response: Response, limit: RateLimit, window: RateWindow | null): void {
  if (!window) return;
  const { requestCount, resetsInSeconds } = window;
  const seconds = Math.max(1, Math.ceil(resetsInSeconds));
  response.setHeader('RateLimit-Policy', `"default";q=${limit.requests};w=${limit.windowSeconds}`);
  response.setHeader('RateLimit', `"default";r=${Math.max(0, limit.requests - requestCount)};t=${seconds}`);
  if (requestCount > limit.requests) {
    throw new Problem('rate_limited', {
      detail: `More than ${limit.requests} requests in ${limit.windowSeconds} seconds. Wait ${seconds} seconds.`,
      headers: { 'retry-after': String(seconds) },
    });
  }
}
