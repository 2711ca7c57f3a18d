// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * Scope of an operator token.
 */
export type OperatorScope = 'metrics' | 'ingest' | 'keys' | 'read' | 'all';
