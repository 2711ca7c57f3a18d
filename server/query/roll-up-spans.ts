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
  /** Over whole blocks. */
  readonly blocks: Span[];
  /** Over quarter hours. */
  readonly quarters: Span[];
}

/** Blocks of one length without a gap; one of them begins at `originMs`. */
export interface BlockLayout {
  readonly lengthMs: number;
  readonly originMs: number;
}

const dayMs = 86_400_000;

export const utcDays: BlockLayout = { lengthMs: dayMs, originMs: 0 };

/** From Monday on. */
export const utcWeeks: BlockLayout = { lengthMs: 7 * dayMs, originMs: Date.UTC(1970, 0, 5) };

function nearestBoundary({ lengthMs, originMs }: BlockLayout, instantMs: number): number {
  return Math.round((instantMs - originMs) / lengthMs) * lengthMs + originMs;
}

/** The quarters between a boundary and an instant near it, to be added where the instant is later. */
function correction(period: number, boundaryMs: number, instantMs: number, sign: 1 | -1): Span[] {
  if (instantMs === boundaryMs) return [];
  return instantMs > boundaryMs
    ? [{ period, fromMs: boundaryMs, untilMs: instantMs, sign }]
    : [{ period, fromMs: instantMs, untilMs: boundaryMs, sign: sign === 1 ? -1 : 1 }];
}

/**
 * Covers periods with as few rows as possible. A long period is the sum of the blocks between the boundaries nearest to
 * its ends, put right by the quarters between these boundaries and the ends: over days, a zone two hours off UTC costs
 * two hours of quarters at each end and not the rest of the day. Where that saves nothing, quarters alone are read.
 */
export function rollUpSpans(periods: readonly { readonly fromMs: number; readonly untilMs: number }[], layout: BlockLayout): RollUpSpans {
  const blocks: Span[] = [];
  const quarters: Span[] = [];
  periods.forEach(({ fromMs, untilMs }, period) => {
    const first = nearestBoundary(layout, fromMs);
    const last = nearestBoundary(layout, untilMs);
    const correctedMs = Math.abs(fromMs - first) + Math.abs(untilMs - last);
    if (first >= last || correctedMs >= untilMs - fromMs) {
      quarters.push({ period, fromMs, untilMs, sign: 1 });
      return;
    }
    blocks.push({ period, fromMs: first, untilMs: last, sign: 1 });
    quarters.push(...correction(period, last, untilMs, 1), ...correction(period, first, fromMs, -1));
  });
  return { blocks, quarters };
}
