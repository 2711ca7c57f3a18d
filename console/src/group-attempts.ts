import type { Attempt } from './schemas.ts';

/** An attempt, or several in a row with the same outcome. */
export interface AttemptGroup {
  /** The number of the first attempt. */
  readonly from: number;
  readonly attempts: readonly Attempt[];
}

/** Groups attempts in a row with the same outcome. The latest attempt is not grouped, so that its response stays visible. */
export function groupAttempts(attempts: readonly Attempt[]): AttemptGroup[] {
  const groups: { from: number; attempts: Attempt[] }[] = [];
  attempts.forEach((attempt, index) => {
    const group = groups.at(-1);
    const before = group?.attempts.at(-1);
    const isLatest = index === attempts.length - 1;
    const isSame = !isLatest && (['status_code', 'error', 'error_detail'] as const).every((member) => before?.[member] === attempt[member]);
    if (group && isSame) group.attempts.push(attempt);
    else groups.push({ from: index + 1, attempts: [attempt] });
  });
  return groups;
}
