import type { RevokeApiKeyRequest } from '../../../../generated/interfaces/operator.ts';
import { audit } from '../../../access/audit/audit-log.ts';
import { endEndpointsOfLinks } from '../../../access/keys/link-endpoints.ts';
import type { ContextOf } from '../../../access/request-context.ts';
import { noSuchKey } from '../../../entities/api-key.ts';
import type { Outbox } from '../../../events/outbox.ts';
import { sql } from '../../../orm/conditions.ts';
import type { OperatorModels } from '../../../orm/operator-models.ts';
import { isUuid } from '../../../query/uuid.ts';

/** Revoking again answers the same and keeps the first time. */
export async function revokeApiKey(
  { data, outbox }: { readonly data: OperatorModels; readonly outbox: Pick<Outbox, 'drain'> },
  { key_id: keyId }: RevokeApiKeyRequest,
  context: ContextOf<'revokeApiKey'>,
): Promise<void> {
  if (!isUuid(keyId)) throw noSuchKey(context);
  await data.transaction(async (transaction) => {
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
}
