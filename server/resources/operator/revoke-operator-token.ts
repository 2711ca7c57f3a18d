import type { RevokeOperatorTokenRequest } from '../../../generated/interfaces/operator.ts';
import { audit } from '../../access/audit-log.ts';
import type { ContextOf } from '../../access/request-context.ts';
import type { OperatorModels } from '../../models/operator-models.ts';
import { isUuid } from '../../query/uuid.ts';

/** Revoking again answers the same and keeps the first time. */
export async function revokeOperatorToken(
  { data }: { readonly data: OperatorModels },
  { token_id: tokenId }: RevokeOperatorTokenRequest,
  context: ContextOf<'revokeOperatorToken'>,
): Promise<void> {
  const notFound = () => context.problem('not_found', { detail: 'No operator token has this id.' });
  if (!isUuid(tokenId)) throw notFound();
  await data.transaction(async (transaction) => {
    const [token] = await transaction.query<{ name: string; is_new: boolean }>({
      text: `
        UPDATE operator_tokens SET revoked_at = coalesce(revoked_at, now()) WHERE id = $1
        RETURNING name, old.revoked_at IS NULL AS is_new`,
      values: [tokenId],
    });
    if (!token) throw notFound();
    const entry = { action: 'operator_token.revoked', subjectId: tokenId, subjectName: token.name } as const;
    if (token.is_new) await audit(transaction, null, context.author, entry);
  });
}
