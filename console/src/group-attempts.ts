import type { Attempt } from './schemas.ts';

/** An attempt, or several in a row with the same outcome. */
export interface AttemptGroup {
  /** The number of the first attempt. */
  readonly from: number;
  readonly attempts: readonly Attempt[];
}

/** Groups attempts in a row with the same outcome. `isLatestApart` keeps the latest attempt by itself, so that its response stays visible. */
export function groupAttempts(attempts: readonly Attempt[], isLatestApart: boolean): AttemptGroup[] {
  const groups: { from: number; attempts: Attempt[] }[] = [];
  attempts.forEach((attempt, index) => {
    const group = groups.at(-1);
    const before = group?.attempts.at(-1);
    const isApart = isLatestApart && index === attempts.length - 1;
    const isSame = !isApart && (['status_code', 'error', 'error_detail'] as const).every((member) => before?.[member] === attempt[member]);
    if (group && isSame) group.attempts.push(attempt);
    else groups.push({ from: index + 1, attempts: [attempt] });
  });
  return groups;
}

/** The time from the beginning of the first attempt to the end of the last one, in milliseconds. */
export function spanMs({ attempts }: AttemptGroup): number {
  const last = attempts.at(-1)!;
  return Date.parse(last.attempted_at) + last.duration_ms - Date.parse(attempts[0]!.attempted_at);
}
