import type { RevokeApiKeyRequest } from '../../../generated/interfaces/operator.ts';
import { audit } from '../../access/audit-log.ts';
import { endEndpointsOfLinks } from '../../access/link-endpoints.ts';
import type { ContextOf } from '../../access/request-context.ts';
import { noSuchKey } from '../../entities/api-key.ts';
import type { Outbox } from '../../events/outbox.ts';
import type { OperatorModels } from '../../models/operator-models.ts';
import { isUuid } from '../../query/uuid.ts';

/** Revoking again answers the same and keeps the first time. */
export async function revokeApiKey(
  { data, outbox }: { readonly data: OperatorModels; readonly outbox: Pick<Outbox, 'drain'> },
  { key_id: keyId }: RevokeApiKeyRequest,
  context: ContextOf<'revokeApiKey'>,
): Promise<void> {
  if (!isUuid(keyId)) throw noSuchKey(context);
  await data.transaction(async (transaction) => {
    const [key] = await transaction.query<{ agency_id: string; label: string; creator_ids: string[]; is_new: boolean }>({
      text: `
        UPDATE api_keys SET revoked_at = coalesce(revoked_at, now()) WHERE id = $1
        RETURNING agency_id, label, creator_ids, old.revoked_at IS NULL AS is_new`,
      values: [keyId],
    });
    if (!key) throw noSuchKey(context);
    const entry = { action: 'key.revoked', subjectId: keyId, subjectName: key.label, creatorIds: key.creator_ids } as const;
    if (key.is_new) await audit(transaction, key.agency_id, context.author, entry);
    const ended = await endEndpointsOfLinks(transaction, context.author, keyId);
    transaction.afterCommit(() => outbox.drain(ended));
  });
}
