// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * What was done, to agencies and to what belongs to none.
 */
export type OperatorAuditAction =
  | 'agency.created'
  | 'agency.contained'
  | 'agency.released'
  | 'agency.quotas_changed'
  | 'key.created'
  | 'key.revoked'
  | 'key.contained'
  | 'key.released'
  | 'portal_link.created'
  | 'portal_link.opened'
  | 'endpoint.created'
  | 'endpoint.changed'
  | 'endpoint.deleted'
  | 'secret.rotated'
  | 'failure.replayed'
  | 'failures.replayed'
  | 'endpoint.pinged'
  | 'test_event.sent'
  | 'fan.assigned'
  | 'fan.unassigned'
  | 'ai_lock.set'
  | 'ai_lock.released'
  | 'insight.changed'
  | 'publication.created'
  | 'publication.deleted'
  | 'ai_requests.acknowledged'
  | 'operator_token.created'
  | 'operator_token.revoked'
  | 'operator_session.opened'
  | 'operator_session.ended';
