/** A range of a roll-up whose sums count towards a period, or against it where `sign` is -1. */
export interface Span {
  /** Index of the period. */
  readonly period: number;
  readonly fromMs: number;
  /** Not included. */
  readonly untilMs: number;
  readonly sign: 1 | -1;
}

export interface RollUpSpans {
  /** Over whole days (UTC). */
  readonly days: Span[];
  /** Over quarter hours (UTC). */
  readonly quarters: Span[];
}

const dayMs = 86_400_000;

/** What lies between the nearest midnight (UTC) and an instant counts with the quarters, at most half a day of them. */
function correction(period: number, midnightMs: number, instantMs: number, sign: 1 | -1): Span[] {
  if (instantMs === midnightMs) return [];
  return instantMs > midnightMs
    ? [{ period, fromMs: midnightMs, untilMs: instantMs, sign }]
    : [{ period, fromMs: instantMs, untilMs: midnightMs, sign: sign === 1 ? -1 : 1 }];
}

/**
 * Covers periods with as few rows as possible. A period of many days is the sum of the UTC days between the midnights
 * nearest to its ends, put right by the quarters between these midnights and the ends themselves: a zone two hours off
 * UTC costs two hours of quarters at each end and not the rest of the day.
 */
export function rollUpSpans(periods: readonly { readonly fromMs: number; readonly untilMs: number }[]): RollUpSpans {
  const days: Span[] = [];
  const quarters: Span[] = [];
  periods.forEach(({ fromMs, untilMs }, period) => {
    const firstMidnightMs = Math.round(fromMs / dayMs) * dayMs;
    const lastMidnightMs = Math.round(untilMs / dayMs) * dayMs;
    if (firstMidnightMs === lastMidnightMs) {
      quarters.push({ period, fromMs, untilMs, sign: 1 });
      return;
    }
    days.push({ period, fromMs: firstMidnightMs, untilMs: lastMidnightMs, sign: 1 });
    quarters.push(...correction(period, lastMidnightMs, untilMs, 1), ...correction(period, firstMidnightMs, fromMs, -1));
  });
  return { days, quarters };
}
