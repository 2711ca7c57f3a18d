// Generated from spec/ by `npm run generate`. Do not edit.

/** The numbers that the contract states. */
export const limits = {
  /** Seconds by which the time of a signature may differ from that of the receiver. */
  signatureAgeSeconds: 300,
};
