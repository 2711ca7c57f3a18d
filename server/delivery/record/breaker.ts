import { limits } from '../../../generated/limits.ts';

/** What one recorded batch says about an endpoint. Outcomes of attempts before it was enabled are left out. */
export interface BreakerFacts {
  readonly consecutiveFailures: number;
  /** A delivery succeeded. */
  readonly hasDelivered: boolean;
  /** A delivery's last attempt failed. */
  readonly hasFailed: boolean;
}

export interface BreakerVerdict {
  readonly consecutiveFailures: number;
  readonly disable: boolean;
}

/** Any success resets the count; otherwise the failures of one batch count as one. */
export function breakerVerdict({ consecutiveFailures, hasDelivered, hasFailed }: BreakerFacts): BreakerVerdict {
  if (hasDelivered) return { consecutiveFailures: 0, disable: false };
  const count = hasFailed ? consecutiveFailures + 1 : consecutiveFailures;
  return { consecutiveFailures: count, disable: count >= limits.breakerFailures };
}
