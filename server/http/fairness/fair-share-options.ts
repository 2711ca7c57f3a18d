import { limits } from '../../../generated/limits.ts';
import { Problem } from '../../problems/problem.ts';
import type { FairShareOptions, RefusalReason } from './fair-share.ts';
import { rateLimited } from '../steps/rate-limit.ts';

const waitMs = limits.waitSeconds * 1_000;

/** More concurrent requests than cores only slow each other down: while other agencies are active, an agency has half of the cores. */
const contendedConcurrency = (cores: number) => Math.floor(cores / 2);

const reasons: Readonly<Record<RefusalReason, string>> = {
  keyFull: 'Too many requests of the key are already waiting.',
  agencyFull: 'Too many requests of the agency are already waiting.',
  allFull: 'Too many requests of all agencies are already waiting.',
  lateByOwn: `The agency's other requests took all its places for ${limits.waitSeconds} seconds.`,
  lateByOthers: `The service was busy with other agencies' requests for ${limits.waitSeconds} seconds.`,
};

/** For requests with API keys. */
export function requestShareOptions(connections: number, cores: number): FairShareOptions {
  return {
    concurrency: connections,
    contendedConcurrency: contendedConcurrency(cores),
    limitsOnlyFloods: false,
    concurrencyOfKey: limits.requestsAtOnceOfKey,
    pausePerRequest: 4,
    maxWaiting: { ofKey: limits.waitingRequestsOfKey, ofAgency: limits.waitingRequestsOfAgency, ofAll: limits.waitingRequests },
    waitMs,
    refusal(reason, seconds) {
      // A lower concurrency helps only if the caller's own requests cause the wait.
      const isOfOthers = reason === 'allFull' || reason === 'lateByOthers';
      return rateLimited(reasons[reason], seconds, isOfOthers ? '.' : ', and send fewer at the same time.');
    },
  };
}

/** For batches of records, by agency. Concurrent batches share transactions, so only a flood is limited. */
export function ingestionShareOptions(cores: number): FairShareOptions {
  return {
    concurrency: 1_024,
    contendedConcurrency: contendedConcurrency(cores),
    limitsOnlyFloods: true,
    concurrencyOfKey: Infinity,
    pausePerRequest: 2,
    maxWaiting: { ofKey: 4_096, ofAgency: 4_096, ofAll: 8_192 },
    waitMs,
    refusal: (_reason, seconds) =>
      new Problem('unavailable', {
        detail: 'Ingestion is overloaded; retry later.',
        headers: { 'retry-after': String(seconds) },
      }),
  };
}
