/** Requests and attempts in flight have this long to end. */
export const stopDeadlineMs = 8_000;

/** After the deadline, the outcomes are saved and the pools close. A process that still runs then exits. */
export const exitAfterMs = stopDeadlineMs + 1_000;
