import { presentOperatorToken } from '../../../entities/operator-token.ts';
import type { Handler } from '../../handler.ts';

/** All named tokens, oldest first, also those that are revoked or expired. */
export const listOperatorTokens: Handler<'listOperatorTokens'> = async (_request, { data }) => {
  const rows = await data.operator_tokens.rows({
    attributes: ['id', 'name', 'prefix', 'scopes', 'expires_at', 'created_at', 'last_used_at', 'revoked_at'],
    order: ['created_at', 'id'],
  });
  return { data: rows.map(presentOperatorToken) };
};
