import { limits } from '../../../generated/limits.ts';
import type { DueEndpoint } from '../claim/dispatcher.ts';
import type { FinishedAttempt } from './record.ts';

/** Waiting times after each attempt but the last, in milliseconds. */
export type RetrySchedule = readonly number[];

export const specifiedRetrySchedule: RetrySchedule = limits.retrySeconds.map((seconds) => seconds * 1_000);

/** The wait after a failed attempt, or null after the last one. Attempts count from 1. */
export function retryDelayMs(attempt: number, schedule: RetrySchedule): number | null {
  return schedule[attempt - 1] ?? null;
}

export function maxAttempts(schedule: RetrySchedule): number {
  return schedule.length + 1;
}

/** A claim searches retries from a little before their due times, because clocks differ. */
const dueMarginMs = 200;

/**
 * The endpoints of the retries in a batch of outcomes, by the maximum milliseconds from its writing until they are due. The database counts
 * a delay from the time at which it writes the row, which may be long after the statement was sent.
 */
export function dueRetries(batch: readonly FinishedAttempt[], sentAt: number): Map<number, DueEndpoint[]> {
  const retries = new Map<number, DueEndpoint[]>();
  for (const { delivery, retryDelayMs, endedAt } of batch) {
    if (retryDelayMs === null) continue;
    const inMs = Math.max(0, retryDelayMs - (sentAt - endedAt));
    const { agencyId, endpointId } = delivery.target;
    const sinceMicros = (delivery.leasedAt + (sentAt - delivery.receivedAt) + inMs - dueMarginMs) * 1_000;
    const at = Math.ceil(inMs / 5) * 5;
    if (!retries.has(at)) retries.set(at, []);
    retries.get(at)!.push({ agencyId, endpointId, sinceMicros });
  }
  return retries;
}
