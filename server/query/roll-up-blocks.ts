/** The key of a block's sums, in addition to the creator. */
export type Dimension = 'creator' | 'employee' | 'order_type';

const sixHours = 6;
const week = 7 * 24;
const fourWeeks = 4 * week;

/** The lengths of the blocks of a dimension, in hours. Shorter periods are quarter hours. Dimensions with many values have many rows per block, so longer blocks. */
export const blockHours: Readonly<Record<Dimension, readonly [longer: number, shorter: number]>> = {
  creator: [week, sixHours],
  employee: [fourWeeks, week],
  order_type: [fourWeeks, week],
};

/** The start of the first block of every length: a Monday, so that blocks match weeks. */
export const blocksOrigin = '1970-01-05T00:00:00Z';

/** A range of a roll-up whose sums are added to a period, or subtracted if `sign` is -1. */
export interface RollUpSpan {
  /** Index of the period. */
  readonly period: number;
  /** Length of the blocks to read; undefined for the quarter hours. */
  readonly blockHours: number | undefined;
  readonly fromMs: number;
  /** Exclusive. */
  readonly untilMs: number;
  readonly sign: 1 | -1;
}

const hourMs = 3_600_000;
const originMs = Date.parse(blocksOrigin);

function nearestBoundary(instantMs: number, lengthMs: number): number {
  return Math.round((instantMs - originMs) / lengthMs) * lengthMs + originMs;
}

function cover(range: Omit<RollUpSpan, 'blockHours'>, lengthsHours: readonly number[]): RollUpSpan[] {
  const { period, fromMs, untilMs, sign } = range;
  const [lengthHours, ...shorter] = lengthsHours;
  if (fromMs >= untilMs) return [];
  if (lengthHours === undefined) return [{ ...range, blockHours: undefined }];
  const first = nearestBoundary(fromMs, lengthHours * hourMs);
  const last = nearestBoundary(untilMs, lengthHours * hourMs);
  const correctedMs = Math.abs(fromMs - first) + Math.abs(untilMs - last);
  if (first >= last || correctedMs >= untilMs - fromMs) return cover(range, shorter);
  const opposite = sign === 1 ? -1 : 1;
  return [
    { period, blockHours: lengthHours, fromMs: first, untilMs: last, sign },
    ...cover({ period, fromMs: last, untilMs, sign }, shorter),
    ...cover({ period, fromMs: untilMs, untilMs: last, sign: opposite }, shorter),
    ...cover({ period, fromMs, untilMs: first, sign }, shorter),
    ...cover({ period, fromMs: first, untilMs: fromMs, sign: opposite }, shorter),
  ];
}

/**
 * Covers periods with few rows. A long period is the sum of the blocks between the boundaries nearest to its ends, corrected by the
 * difference at each end. Shorter blocks and quarter hours cover the differences in the same way. Blocks are not used if their correction
 * is as long as the period.
 */
export function coverPeriods(
  periods: readonly { readonly fromMs: number; readonly untilMs: number }[],
  lengthsHours: readonly number[],
): RollUpSpan[] {
  return periods.flatMap(({ fromMs, untilMs }, period) => cover({ period, fromMs, untilMs, sign: 1 }, lengthsHours));
}
