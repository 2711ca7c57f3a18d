/** Maps a span of values to pixels. */
export const linear =
  ([first, last]: readonly [number, number], [from, to]: readonly [number, number]) =>
  (value: number): number =>
    from + ((value - first) / (last - first)) * (to - from);

/** The round step, a power of ten or its double or fivefold, of which a span has about so many. */
function roundStep(span: number, many: number): number {
  const power = 10 ** Math.floor(Math.log10(span / many));
  const share = span / many / power;
  return power * (share >= Math.sqrt(50) ? 10 : share >= Math.sqrt(10) ? 5 : share >= Math.SQRT2 ? 2 : 1);
}

/** Round marks from 0 to above the greatest value. */
export function roundMarks(greatest: number, many: number): number[] {
  let top = greatest;
  let step = 0;
  for (let next = roundStep(top, many); next !== step; next = roundStep(top, many)) {
    step = next;
    top = Math.ceil(top / step) * step;
  }
  return Array.from({ length: Math.round(top / step) + 1 }, (_, index) => index * step);
}
