// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * `fits`: a secret that signs now made it of this body and timestamp. `fits_other_body`: of the same timestamp and a body that differs as `body.difference` tells. `fits_other_timestamp`: of this body and the timestamp of another header. `fits_other_endpoint`: the secret of another endpoint made it. `wrong`: none of these. `malformed`: it has not the form of a signature, or cannot be compared because the timestamp or the event id is missing.
 */
export type SignatureResult = 'fits' | 'fits_other_body' | 'fits_other_timestamp' | 'fits_other_endpoint' | 'wrong' | 'malformed';
