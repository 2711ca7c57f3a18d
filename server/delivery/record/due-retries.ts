import type { DueEndpoint } from '../claim/dispatcher.ts';
import type { FinishedAttempt } from './record.ts';

/** A retry is looked for a little before it is due by this process's reckoning of the database's clock. */
const dueMarginMs = 200;

/**
 * The endpoints of the retries that a batch of outcomes has scheduled, by the milliseconds from its writing until they are due at the latest. The
 * database counts a waiting time from when it writes the row, which may be long after the statement was sent.
 */
export function dueRetries(batch: readonly FinishedAttempt[], sentAt: number): Map<number, DueEndpoint[]> {
  const retries = new Map<number, DueEndpoint[]>();
  for (const { delivery, retryDelayMs, endedAt } of batch) {
    if (retryDelayMs === null) continue;
    const inMs = Math.max(0, retryDelayMs - (sentAt - endedAt));
    const { agencyId, endpointId } = delivery.target;
    const sinceMicros = (delivery.leasedAt + (sentAt - delivery.heardAt) + inMs - dueMarginMs) * 1_000;
    const at = Math.ceil(inMs / 5) * 5;
    if (!retries.has(at)) retries.set(at, []);
    retries.get(at)!.push({ agencyId, endpointId, sinceMicros });
  }
  return retries;
}
