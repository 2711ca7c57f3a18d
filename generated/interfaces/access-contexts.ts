// Generated from spec/ by `npm run generate`. Do not edit.

/** The context of a handler, by the callers of its operation: everyone, holders of an API key, or operators. */
export interface AccessContexts {
  readonly open: object;
  readonly key: object;
  readonly operator: object;
}
