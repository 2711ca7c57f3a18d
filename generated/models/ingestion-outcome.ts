// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * `recorded`: the records were taken in. `refused`: none of them was.
 */
export type IngestionOutcome = 'recorded' | 'refused';
