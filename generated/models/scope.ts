// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * What a key may do. Every operation needs at most one scope.
 */
export type Scope =
  | 'read:creators'
  | 'read:employees'
  | 'read:fans'
  | 'write:fans'
  | 'read:messages'
  | 'read:orders'
  | 'read:insights'
  | 'write:insights'
  | 'read:analytics'
  | 'read:publications'
  | 'write:publications'
  | 'read:ai_requests'
  | 'write:ai_requests'
  | 'read:webhooks'
  | 'replay:webhooks'
  | 'write:webhooks'
  | 'read:audit';
