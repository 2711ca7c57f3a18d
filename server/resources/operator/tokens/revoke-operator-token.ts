import type { RevokeOperatorTokenRequest } from '../../../../generated/interfaces/operator.ts';
import { audit } from '../../../access/audit/audit-log.ts';
import type { ContextOf } from '../../../access/request-context.ts';
import { sql } from '../../../orm/conditions.ts';
import type { OperatorModels } from '../../../orm/operator-models.ts';
import { isUuid } from '../../../query/uuid.ts';

/** Revoking again answers the same and keeps the first time. */
export async function revokeOperatorToken(
  { data }: { readonly data: OperatorModels },
  { token_id: tokenId }: RevokeOperatorTokenRequest,
  context: ContextOf<'revokeOperatorToken'>,
): Promise<void> {
  const notFound = () => context.problem('not_found', { detail: 'No operator token has this id.' });
  if (!isUuid(tokenId)) throw notFound();
  await data.transaction(async (transaction) => {
    const [revoked] = await transaction.operator_tokens.update({ revoked_at: sql('now()') }, { id: tokenId, revoked_at: null });
    if (revoked) {
      const entry = { action: 'operator_token.revoked', subjectId: tokenId, subjectName: revoked.name } as const;
      await audit(transaction, null, context.author, entry);
    } else if (!(await transaction.operator_tokens.row({ where: { id: tokenId }, attributes: ['id'] }))) {
      throw notFound();
    }
  });
}
