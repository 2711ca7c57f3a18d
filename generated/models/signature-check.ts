// Generated from spec/ by `npm run generate`. Do not edit.

import type { CheckedBody } from './checked-body.ts';
import type { CheckedSignature } from './checked-signature.ts';
import type { CheckedTimestamp } from './checked-timestamp.ts';

/**
 * Which parts of a delivery fit its signatures, and which do not.
 */
export interface SignatureCheck {
  /** Whether a signature fits. A receiver also asks that the timestamp is at most 300 seconds away, which `timestamp` tells. */
  verified: boolean;
  timestamp: CheckedTimestamp;
  body: CheckedBody;
  /** The signatures of all headers, in the order of the headers. Empty where there are none. */
  signatures: Array<CheckedSignature>;
  /** What is wrong, in sentences for people, the most likely cause first. Empty where everything fits. */
  findings: Array<string>;
}
