import type { Schemas } from '../schemas.ts';

/** Waits before the attempts after the first, in milliseconds, as the service makes them. */
export const retryMs: readonly number[] = [10_000, 60_000, 300_000];

type Pending = Pick<Schemas['WebhookDeliveryDetail'], 'attempts' | 'next_attempt_at'>;

/** When the next attempts of a pending delivery are due, if those before them fail at once. A listener that is not connected has none at a known time. */
export function plannedAttempts({ attempts, next_attempt_at: next }: Pending, isListening: boolean | null): number[] {
  if (next === null || isListening === false) return [];
  const planned = [Date.parse(next)];
  for (const wait of retryMs.slice(attempts.length)) planned.push(planned.at(-1)! + wait);
  return planned;
}

const units = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
  [1, 'ms'],
] as const;

const steps = [1, 2, 5, 10, 20, 30].flatMap((of) => [of * 10, of * 100, of * 1_000, of * 60_000, of * 3_600_000, of * 86_400_000]);
const sortedSteps = steps.toSorted((one, other) => one - other);

/** Marks of an axis of time that begins at 0, in whole steps of a unit, with their texts: `+30 s`. */
export function timeMarks(spanMs: number, most: number): { at: number; text: string }[] {
  const step = sortedSteps.find((of) => spanMs / of <= most) ?? Math.ceil(spanMs / most / 86_400_000) * 86_400_000;
  const [size, unit] = units.find(([size]) => step % size === 0)!;
  return Array.from({ length: Math.floor(spanMs / step) }, (_, index) => (index + 1) * step).map((at) => ({
    at,
    text: `+${at / size} ${unit}`,
  }));
}
