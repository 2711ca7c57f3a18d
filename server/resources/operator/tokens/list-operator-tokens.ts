import type { OperatorTokenList } from '../../../../generated/models.ts';
import { presentOperatorToken } from '../../../entities/operator-token.ts';
import type { OperatorModels } from '../../../orm/operator-models.ts';

/** All named tokens, oldest first, also those that are revoked or expired. */
export async function listOperatorTokens({ data }: { readonly data: OperatorModels }): Promise<OperatorTokenList> {
  const rows = await data.operator_tokens.rows({
    attributes: ['id', 'name', 'prefix', 'scopes', 'expires_at', 'created_at', 'last_used_at', 'revoked_at'],
    order: ['created_at', 'id'],
  });
  return { data: rows.map(presentOperatorToken) };
}
