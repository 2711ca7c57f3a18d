// Generated from spec/ by `npm run generate`. Do not edit.

import type { SignatureResult } from './signature-result.ts';

/**
 * One signature of the headers.
 */
export interface CheckedSignature {
  /** Name of its header, in lower case. */
  header: string;
  /** Its place in the header, from 1 on. The newest secret's comes first. */
  position: number;
  result: SignatureResult;
  /** First characters of the secret that made it, for display. Null where none is known to have made it. */
  secret_prefix: string | null;
  /** Endpoint whose secret made it. Null where none is known to have made it. */
  endpoint_id: string | null;
}
