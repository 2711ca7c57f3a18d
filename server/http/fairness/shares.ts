import { limits } from '../../../generated/limits.ts';
import { Problem } from '../../problems/problem.ts';
import type { FairShareOptions } from './fair-share.ts';
import { rateLimited } from '../steps/rate-limit.ts';

const waitMs = limits.waitSeconds * 1_000;

/** More at once than the cores can work on only slow each other down: while other agencies are active, an agency has half of the cores. */
const besideOthers = (cores: number) => Math.floor(cores / 2);

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
    refusal: (seconds) =>
      rateLimited('Too many requests of the agency are already waiting.', seconds, ', and send fewer at the same time.'),
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
    refusal: (seconds) =>
      new Problem('unavailable', {
        detail: 'Ingestion is overloaded; retry later.',
        headers: { 'retry-after': String(seconds) },
      }),
  };
}
