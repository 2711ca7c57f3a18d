/** A wait that doubles each time, up to the longest. */
export const backOffMs = (times: number, firstMs: number, longestMs: number): number => Math.min(longestMs, firstMs * 2 ** times);

/** The wait before the next poll. Most work ends soon, so the first waits are short. */
export const pollDelayMs = (polls: number): number => backOffMs(polls, 50, 500);
