// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * `fits`: a signature fits it, or it is what was sent. `changed`: it is not what was signed. `unknown`: no signature fits, and no event id tells what was sent.
 */
export type BodyResult = 'fits' | 'changed' | 'unknown';
