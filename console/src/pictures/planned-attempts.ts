import type { DeliveryDetail } from '../schemas.ts';

/** The service's waits before the attempts after the first. */
export const retryMs: readonly number[] = [10_000, 60_000, 300_000];

type Pending = Pick<DeliveryDetail, 'attempts' | 'next_attempt_at'>;

/** When the next attempts of a pending delivery are due if they fail at once. For a disconnected listener, no time is known. */
export function plannedAttempts({ attempts, next_attempt_at: next }: Pending, isListening: boolean | null): number[] {
  if (next === null || isListening === false) return [];
  const planned = [Date.parse(next)];
  for (const wait of retryMs.slice(attempts.length)) planned.push(planned.at(-1)! + wait);
  return planned;
}
