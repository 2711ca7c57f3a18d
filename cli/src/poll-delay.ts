const firstMs = 50;
const longestMs = 500;

/** The wait before the next poll. Most work of the service ends at once, so the first polls come soon. */
export function pollDelayMs(polls: number): number {
  return Math.min(longestMs, firstMs * 2 ** polls);
}
