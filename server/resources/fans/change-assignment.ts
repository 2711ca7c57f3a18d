import { auditOperatorAtFan } from '../../access/audit/audit-log.ts';
import type { Author } from '../../access/audit/author.ts';
import type { ScopedTransaction } from '../../access/scope/scoped-models.ts';
import type { FanPath } from '../../entities/fan.ts';
import type { Outbox } from '../../events/outbox.ts';

/**
 * Assigns a fan, or unassigns it with null. Publishes `assignment.updated` after a change. Its time is read while the row is locked, so
 * that the newest event describes the stored assignment.
 */
export async function changeAssignment(
  outbox: Outbox,
  transaction: ScopedTransaction,
  path: FanPath,
  userId: string | null,
  author: Author,
): Promise<void> {
  const [changed] = await transaction.query<{ creator_id: string; changed_at: Date }>({
    text: `
      UPDATE fans f
         SET assigned_user_id = $3, assigned_at = CASE WHEN $3::text IS NOT NULL THEN clock_timestamp() END
       WHERE {scope fans f} AND f.account_id = $1 AND f.fan_id = $2 AND f.assigned_user_id IS DISTINCT FROM $3
      RETURNING f.creator_id, clock_timestamp()::timestamptz(3) AS changed_at`,
    values: [path.account_id, path.fan_id, userId],
  });
  if (!changed) return;
  const [action, details] = userId === null ? (['fan.unassigned', {}] as const) : (['fan.assigned', { user_id: userId }] as const);
  await auditOperatorAtFan(transaction, author, action, path, details);
  await outbox.publish(transaction.publishing, [
    {
      agencyId: transaction.tenantScope.agencyId,
      type: 'assignment.updated',
      creatorId: changed.creator_id,
      occurredAt: changed.changed_at,
      data: { account_id: path.account_id, fan_id: path.fan_id, assigned_user_id: userId },
    },
  ]);
}
