// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * What was done; from `endpoint.pinged` on, what operators did in the agency's place alone. New actions may be added without a new version.
 */
export type AuditAction =
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
  | 'ai_requests.acknowledged';
