import { audit } from '../../../access/audit/audit-log.ts';
import { sql } from '../../../orm/conditions.ts';
import type { Handler } from '../../handler.ts';

/** Revoking again keeps the first time. */
export const revokeOperatorToken: Handler<'revokeOperatorToken'> = async ({ token_id: tokenId }, context) => {
  await context.data.transaction(async (transaction) => {
    const [revoked] = await transaction.operator_tokens.update({ revoked_at: sql('now()') }, { id: tokenId, revoked_at: null });
    if (revoked) {
      const entry = { action: 'operator_token.revoked', subjectId: tokenId, subjectName: revoked.name } as const;
      await audit(transaction, null, context.author, entry);
    } else if (!(await transaction.operator_tokens.row({ where: { id: tokenId }, attributes: ['id'] }))) {
      throw context.problem('not_found', { detail: 'No operator token has this id.' });
    }
  });
};
