import { shownOfOperatorToken } from '../../../entities/operator-token.ts';
import type { Handler } from '../../handler.ts';
import { presented } from '../../../entities/presented.ts';

export const listOperatorTokens: Handler<'listOperatorTokens'> = async (_request, { data }) => {
  const rows = await data.operator_tokens.rows({
    attributes: shownOfOperatorToken,
    order: ['created_at', 'id'],
  });
  return { data: rows.map(presented) };
};
