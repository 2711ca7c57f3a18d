import { audit } from '../../../access/audit/audit-log.ts';
import { endEndpointsOfLinks } from '../../../access/keys/link-endpoints.ts';
import { noSuchKey } from '../../../entities/api-key.ts';
import { sql } from '../../../orm/conditions.ts';
import type { Handler } from '../../handler.ts';

/** Revoking again keeps the first time. */
export const revokeApiKey: Handler<'revokeApiKey', 'outbox'> = async ({ key_id: keyId }, context, { outbox }) => {
  await context.data.transaction(async (transaction) => {
    const [revoked] = await transaction.api_keys.update({ revoked_at: sql('now()') }, { id: keyId, revoked_at: null });
    if (revoked) {
      const entry = { action: 'key.revoked', subjectId: keyId, subjectName: revoked.label, creatorIds: revoked.creator_ids } as const;
      await audit(transaction, revoked.agency_id, context.author, entry);
    } else if (!(await transaction.api_keys.row({ where: { id: keyId }, attributes: ['id'] }))) {
      throw noSuchKey(context);
    }
    const ended = await endEndpointsOfLinks(transaction, context.author, keyId);
    transaction.afterCommit(() => outbox.drain(ended));
  });
};
