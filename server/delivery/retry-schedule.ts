/** Waiting times after the first, second and third attempt; there is one attempt more than there are times. */
export type RetrySchedule = readonly number[];

export const specifiedRetrySchedule: RetrySchedule = [10_000, 60_000, 300_000];

/** How long to wait after a failed attempt, or null when it was the last. Attempts count from 1. */
export function retryDelayMs(attempt: number, schedule: RetrySchedule): number | null {
  return schedule[attempt - 1] ?? null;
}

export function maxAttempts(schedule: RetrySchedule): number {
  return schedule.length + 1;
}
