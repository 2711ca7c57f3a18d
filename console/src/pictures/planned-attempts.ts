import type { DeliveryDetail } from '../schemas.ts';

/** The service's delays before the attempts after the first. */
export const retryMs: readonly number[] = [10_000, 60_000, 300_000];

type Pending = Pick<DeliveryDetail, 'attempts' | 'next_attempt_at'>;

/** The due times of the next attempts of a pending delivery if each fails at once. Unknown for a disconnected webhook listener. */
export function plannedAttempts({ attempts, next_attempt_at: next }: Pending, isListening: boolean | null): number[] {
  if (next === null || isListening === false) return [];
  const planned = [Date.parse(next)];
  for (const wait of retryMs.slice(attempts.length)) planned.push(planned.at(-1)! + wait);
  return planned;
}
