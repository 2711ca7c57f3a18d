import fc, { type Arbitrary } from 'fast-check';

/** As long as the headers of a request may be in all. */
const longest = 16_384;

/** CPU time that no text of that length may take. A reader that goes over it once takes a thousandth. */
const mostMs = 250;

/** Texts made of what a parser looks for, of anything else, and of one piece over and over. */
export function hostile(...pieces: readonly string[]): Arbitrary<string> {
  const piece = fc.oneof(
    fc.constantFrom(...pieces, ' ', '\t', '"', '\\', '\0', '\n', '%', '\u{1F600}', '\ud800'),
    fc.string({ maxLength: 6 }),
  );
  const mixed = fc.array(fc.oneof(piece, fc.string({ unit: 'binary', maxLength: 6 })), { maxLength: 24 }).map((parts) => parts.join(''));
  const repeated = fc
    .tuple(mixed, piece, fc.integer({ min: 1, max: longest }), mixed)
    .map(([start, one, length, end]) => start + one.repeat(Math.ceil(length / (one.length || 1))) + end);
  return fc.oneof({ weight: 4, arbitrary: mixed }, { weight: 1, arbitrary: repeated });
}

/** The CPU time of the process includes that of its garbage collector: what a text makes slow is slow each time. */
const mostTries = 3;

/** What a piece of work answers. Throws where it takes so long that a text must have made it do so. */
export function inTime<Result>(work: () => Result): Result {
  for (let tries = 1; ; tries++) {
    const before = process.cpuUsage();
    const result = work();
    const { user, system } = process.cpuUsage(before);
    const tookMs = (user + system) / 1_000;
    if (tookMs <= mostMs) return result;
    if (tries === mostTries) throw new Error(`took ${Math.round(tookMs)} ms of CPU time`);
  }
}

/** What a parser answers, or the refusal that it throws; any other error is thrown on. */
export function outcomeOf<Result, Refusal>(
  work: () => Result,
  isRefusal: (error: unknown) => error is Refusal,
): { readonly value: Result } | { readonly refusal: Refusal } {
  return inTime(() => {
    try {
      return { value: work() };
    } catch (error) {
      if (isRefusal(error)) return { refusal: error };
      throw error;
    }
  });
}
