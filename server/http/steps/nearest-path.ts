export interface KnownPath {
  readonly path: string;
  readonly segments: readonly string[];
}

/** Longer paths are not typos, and cost more to compare. */
const mostCharacters = 200;
const mostSegments = 12;

/** The costs of a segment, in characters. A missing fixed segment is hardly a typo, except for `v1`. */
const missingParameter = 1;
const missingVersion = 2;
const missingName = 4;
const surplusSegment = 3;

const isParameter = (segment: string) => segment.startsWith('{');

/** The Levenshtein distance. */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const above = row;
    row = [i];
    for (let j = 1; j <= other.length; j++)
      row.push(Math.min(row[j - 1]! + 1, above[j]! + 1, above[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1)));
  }
  return row.at(-1)!;
}

/** The cost of replacing a given segment by a known one. */
function costOf(given: string, known: string): number {
  if (isParameter(known)) return given === '' ? Infinity : 0;
  const most = Math.ceil(known.length / 4);
  // The difference in length excludes most segments without a comparison.
  const edits = Math.abs(given.length - known.length) > most ? Infinity : editsBetween(given, known);
  if (edits <= most) return edits;
  return given.length > 3 && known.includes(given) ? 2 : Infinity;
}

function costWithout(segment: string): number {
  if (isParameter(segment)) return missingParameter;
  return segment === 'v1' ? missingVersion : missingName;
}

const costOfSurplus = (segment: string) => (segment === '' ? 1 : surplusSegment);

function distance(given: readonly string[], known: readonly string[]): number {
  let row = [0];
  for (const segment of known) row.push(row.at(-1)! + costWithout(segment));
  for (const text of given) {
    const above = row;
    row = [above[0]! + costOfSurplus(text)];
    known.forEach((segment, index) => {
      row.push(
        Math.min(row[index]! + costWithout(segment), above[index + 1]! + costOfSurplus(text), above[index]! + costOf(text, segment)),
      );
    });
  }
  return row.at(-1)!;
}

/** The known path with the least distance, up to `most`. */
export function nearestPath(path: string, known: readonly KnownPath[], most: number): string | undefined {
  const given = path.toLowerCase().split('/').slice(1);
  if (path.length > mostCharacters || given.length > mostSegments) return undefined;
  let nearest: string | undefined;
  let least = most + 1;
  for (const each of known) {
    const cost = distance(given, each.segments);
    if (cost < least) [nearest, least] = [each.path, cost];
  }
  return nearest;
}
