/** Maps a span of values to pixels. */
export const linear =
  ([first, last]: readonly [number, number], [from, to]: readonly [number, number]) =>
  (value: number): number =>
    from + ((value - first) / (last - first)) * (to - from);

/** A round step (a power of ten, times 1, 2 or 5) that divides a span into about `many` parts. */
function roundStep(span: number, many: number): number {
  const power = 10 ** Math.floor(Math.log10(span / many));
  const share = span / many / power;
  return power * (share >= Math.sqrt(50) ? 10 : share >= Math.sqrt(10) ? 5 : share >= Math.SQRT2 ? 2 : 1);
}

/** Round ticks from 0 to above the greatest value. */
export function valueTicks(greatest: number, many: number): number[] {
  let top = greatest;
  let step = 0;
  for (let next = roundStep(top, many); next !== step; next = roundStep(top, many)) {
    step = next;
    top = Math.ceil(top / step) * step;
  }
  return Array.from({ length: Math.round(top / step) + 1 }, (_, index) => index * step);
}

const units = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
  [1, 'ms'],
] as const;

const steps = [10, 100, 1_000, 60_000, 3_600_000, 86_400_000]
  .flatMap((unit) => [1, 2, 5, 10, 20, 30].map((of) => of * unit))
  .toSorted((one, other) => one - other);

/** Ticks of a time axis that starts at 0, in whole steps of a unit, with their labels: `+30 s`. */
export function timeTicks(spanMs: number, most: number): { at: number; text: string }[] {
  const step = steps.find((of) => spanMs / of <= most) ?? Math.ceil(spanMs / most / 86_400_000) * 86_400_000;
  const [size, unit] = units.find(([size]) => step % size === 0)!;
  return Array.from({ length: Math.floor(spanMs / step) }, (_, index) => (index + 1) * step).map((at) => ({
    at,
    text: `+${at / size} ${unit}`,
  }));
}
