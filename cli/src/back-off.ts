/** A delay that doubles each time, up to a maximum. */
export const backOffMs = (times: number, firstMs: number, maxMs: number): number => Math.min(maxMs, firstMs * 2 ** times);

/** The delay before the next poll. Most work ends soon, so the first delays are short. */
export const pollDelayMs = (polls: number): number => backOffMs(polls, 50, 500);
