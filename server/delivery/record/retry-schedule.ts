import { limits } from '../../../generated/limits.ts';

/** Waiting times after each attempt but the last, in milliseconds. */
export type RetrySchedule = readonly number[];

export const specifiedRetrySchedule: RetrySchedule = limits.retrySeconds.map((seconds) => seconds * 1_000);

/** How long to wait after a failed attempt, or null when it was the last. Attempts count from 1. */
export function retryDelayMs(attempt: number, schedule: RetrySchedule): number | null {
  return schedule[attempt - 1] ?? null;
}

export function maxAttempts(schedule: RetrySchedule): number {
  return schedule.length + 1;
}
