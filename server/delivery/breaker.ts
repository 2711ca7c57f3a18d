/** Failed deliveries in a row after which an endpoint is disabled. */
export const breakerThreshold = 10;

/** What one recorded batch says about an endpoint. Outcomes of attempts before it was enabled are left out. */
export interface BreakerFacts {
  readonly consecutiveFailures: number;
  /** Deliveries that succeeded. */
  readonly deliveredCount: number;
  /** Deliveries whose last attempt failed. */
  readonly failedCount: number;
}

export interface BreakerVerdict {
  readonly consecutiveFailures: number;
  readonly disable: boolean;
}

/** Any success starts the count anew; otherwise the failures of one batch count as one. */
export function breakerVerdict({ consecutiveFailures, deliveredCount, failedCount }: BreakerFacts): BreakerVerdict {
  if (deliveredCount > 0) return { consecutiveFailures: 0, disable: false };
  const count = failedCount > 0 ? consecutiveFailures + 1 : consecutiveFailures;
  return { consecutiveFailures: count, disable: count >= breakerThreshold };
}
