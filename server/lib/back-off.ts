/** A wait that doubles with each failure, up to the longest. */
export const backOffMs = (failures: number, firstMs: number, longestMs: number): number => Math.min(longestMs, firstMs * 2 ** failures);
