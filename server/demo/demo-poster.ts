import { setTimeout as sleep } from 'node:timers/promises';
import type { ClaimedPublication } from '../../generated/models.ts';
import type { OperatorModels } from '../orm/operator-models.ts';
import { Problem, problems } from '../problems/problem.ts';
import { claimDuePublications } from '../publications/claim.ts';
import { applyPublicationReport } from '../publications/report.ts';

export interface DemoPosterOptions {
  readonly data: OperatorModels;
  readonly agencyId: string;
  readonly log: { warn(fields: object, message: string): void };
  /** Polling interval for due publications. */
  readonly everyMs?: number;
}

/** Why the demo's upstream platform refuses a post. */
export const refusals = [
  'The upstream platform refused the media.',
  'The creator’s upstream session has expired.',
  'The upstream platform allows no more posts today.',
];
/** One of this many posts is refused. */
const refusedOf = 12;

const limit = 20;
const leaseSeconds = 60;

/** Reports the outcome of a publication. The outcome depends only on the id, so that every process reports the same. */
async function report(data: OperatorModels, { lease_id: leaseId, publication: { id } }: ClaimedPublication): Promise<void> {
  const number = Number.parseInt(id.slice(-6), 16);
  const outcome =
    number % refusedOf === 0
      ? { leaseId, status: 'failed' as const, reason: refusals[number % refusals.length]! }
      : { leaseId, status: 'published' as const };
  try {
    await applyPublicationReport(data, id, outcome, problems);
  } catch (error) {
    // The publication was deleted meanwhile, or another program reported it.
    if (!(error instanceof Problem)) throw error;
  }
}

/** Replaces the posting program for the demo agency until the signal: it posts nothing, and reports that it did. */
export async function postDuePublications({ data, agencyId, log, everyMs = 3_000 }: DemoPosterOptions, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      for (const claimed of await claimDuePublications(data, { limit, leaseSeconds, agencyId })) await report(data, claimed);
    } catch (error) {
      log.warn({ err: error }, 'could not post due publications of the demo agency');
    }
    await sleep(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
