interface KnownPath {
  readonly path: string;
  readonly segments: readonly string[];
}

/** Longer paths are unlikely to be typos, and cost more to compare. */
const maxCharacters = 200;
const maxSegments = 12;

interface Costs {
  /** The cost of an expected item that is missing. */
  missing(known: string): number;
  /** The cost of an item that is not expected. */
  surplus(given: string): number;
  replaced(given: string, known: string): number;
}

/** The edit distance of two sequences. */
function distance(given: Iterable<string>, known: readonly string[], { missing, surplus, replaced }: Costs): number {
  let row = [0];
  for (const other of known) row.push(row.at(-1)! + missing(other));
  for (const item of given) {
    const above = row;
    row = [above[0]! + surplus(item)];
    known.forEach((other, index) => {
      row.push(Math.min(row[index]! + missing(other), above[index + 1]! + surplus(item), above[index]! + replaced(item, other)));
    });
  }
  return row.at(-1)!;
}

const isParameter = (segment: string) => segment.startsWith('{');

const ofCharacters: Costs = { missing: () => 1, surplus: () => 1, replaced: (given, known) => (given === known ? 0 : 1) };

/** The costs of segments, in characters. A missing fixed segment is hardly a typo, except for `v1`. */
const ofSegments: Costs = {
  missing(known) {
    if (isParameter(known)) return 1;
    return known === 'v1' ? 2 : 4;
  },
  surplus: (given) => (given === '' ? 1 : 3),
  replaced(given, known) {
    if (isParameter(known)) return given === '' ? Infinity : 0;
    const most = Math.ceil(known.length / 4);
    // The difference in length excludes most segments without a comparison.
    const edits = Math.abs(given.length - known.length) > most ? Infinity : distance(given, [...known], ofCharacters);
    if (edits <= most) return edits;
    return given.length > 3 && known.includes(given) ? 2 : Infinity;
  },
};

/** The known path with the smallest distance, up to `most`. */
export function nearestPath(path: string, known: readonly KnownPath[], most: number): string | undefined {
  const given = path.toLowerCase().split('/').slice(1);
  if (path.length > maxCharacters || given.length > maxSegments) return undefined;
  let nearest: string | undefined;
  let least = most + 1;
  for (const each of known) {
    const cost = distance(given, each.segments, ofSegments);
    if (cost < least) [nearest, least] = [each.path, cost];
  }
  return nearest;
}
