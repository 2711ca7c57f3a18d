import { limits } from '../../../generated/limits.ts';
import { Problem } from '../../problems/problem.ts';
import type { FairShareOptions, RefusalReason } from './fair-share.ts';
import { rateLimited } from '../steps/rate-limit.ts';

const waitMs = limits.waitSeconds * 1_000;

/** More at once than the cores can work on only slow each other down: while other agencies are active, an agency has half of the cores. */
const besideOthers = (cores: number) => Math.floor(cores / 2);

const reasons: Readonly<Record<RefusalReason, string>> = {
  ofKey: 'Too many requests of the key are already waiting.',
  ofAgency: 'Too many requests of the agency are already waiting.',
  ofAll: 'Too many requests of all agencies are already waiting.',
  lateByOwn: `The agency's other requests took all its places for ${limits.waitSeconds} seconds.`,
  lateByOthers: `The service was busy with other agencies' requests for ${limits.waitSeconds} seconds.`,
};

/** Then it does not help to send fewer requests at once. */
const isOfOthers = (reason: RefusalReason) => reason === 'ofAll' || reason === 'lateByOthers';

/** Of the requests with keys. */
export function sharesOfKeys(connections: number, cores: number): FairShareOptions {
  return {
    atOnce: connections,
    atOnceBesideOthers: besideOthers(cores),
    isForFloods: false,
    atOnceOfKey: limits.requestsAtOnceOfKey,
    restsPerWork: 4,
    waiting: { ofKey: limits.waitingRequestsOfKey, ofAgency: limits.waitingRequestsOfAgency, ofAll: limits.waitingRequests },
    waitMs,
    refusal: (reason, seconds) => rateLimited(reasons[reason], seconds, isOfOthers(reason) ? '.' : ', and send fewer at the same time.'),
  };
}

/** Of the batches of records, by agency. Those that run at once share transactions, so that only a flood is limited. */
export function sharesOfIngestion(cores: number): FairShareOptions {
  return {
    atOnce: 1_024,
    atOnceBesideOthers: besideOthers(cores),
    isForFloods: true,
    atOnceOfKey: Infinity,
    restsPerWork: 2,
    waiting: { ofKey: 4_096, ofAgency: 4_096, ofAll: 8_192 },
    waitMs,
    refusal: (_reason, seconds) =>
      new Problem('unavailable', {
        detail: 'Ingestion is overloaded; retry later.',
        headers: { 'retry-after': String(seconds) },
      }),
  };
}
