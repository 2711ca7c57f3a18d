import type { Schemas } from './schemas.ts';

export type Attempt = Schemas['DeliveryAttempt'];

/** An attempt, or several in a row with the same outcome. */
export interface Run {
  /** The number of the first. */
  readonly from: number;
  readonly attempts: readonly Attempt[];
}

/** Attempts with the same outcome in a row. The latest attempt is never among them: its response stays visible. */
export function runsOf(attempts: readonly Attempt[]): Run[] {
  const runs: { from: number; attempts: Attempt[] }[] = [];
  attempts.forEach((attempt, index) => {
    const run = runs.at(-1);
    const before = run?.attempts.at(-1);
    const isLatest = index === attempts.length - 1;
    const isSame = !isLatest && (['status_code', 'error', 'error_detail'] as const).every((member) => before?.[member] === attempt[member]);
    if (run && isSame) run.attempts.push(attempt);
    else runs.push({ from: index + 1, attempts: [attempt] });
  });
  return runs;
}
