import { audit } from '../../../access/audit/audit-log.ts';
import { endEndpointsOfLinks } from '../../../access/keys/link-endpoints.ts';
import { noSuchKey } from '../../../entities/api-key.ts';
import { sql } from '../../../orm/conditions.ts';
import type { Handler } from '../../handler.ts';

/** Revoking again keeps the first time, and expiring again the earliest. Every request reads the expiry, so no process accepts the key after it. */
export const revokeApiKey: Handler<'revokeApiKey', 'outbox'> = async ({ key_id: keyId, after_seconds: seconds }, context, { outbox }) => {
  await context.data.transaction(async (transaction) => {
    const key = await transaction.api_keys.row({ where: { id: keyId }, lock: 'NO KEY UPDATE' });
    if (!key) throw noSuchKey(context);
    const expiresAt = seconds === 0 ? null : new Date(Date.now() + seconds * 1_000);
    const isLater = expiresAt !== null && key.expires_at !== null && key.expires_at <= expiresAt;
    if (key.revoked_at === null && !isLater) {
      await transaction.api_keys.update(expiresAt ? { expires_at: expiresAt } : { revoked_at: sql('now()') }, { id: keyId });
      await audit(transaction, key.agency_id, context.author, {
        action: 'key.revoked',
        subjectId: keyId,
        subjectName: key.label,
        creatorIds: key.creator_ids,
        ...(expiresAt && { details: { expires_at: expiresAt } }),
      });
    }
    const ended = await endEndpointsOfLinks(transaction, context.author, keyId);
    transaction.afterCommit(() => outbox.drain(ended));
  });
};
