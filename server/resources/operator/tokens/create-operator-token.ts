import { limits } from '../../../../generated/limits.ts';
import type { Problems } from '../../../../generated/problems.ts';
import { audit } from '../../../access/audit/audit-log.ts';
import {
  firstTokenName,
  metricsTokenName,
  newOperatorToken,
  findSimilarName,
  normalizedName,
} from '../../../access/operators/operator-tokens.ts';
import type { OperatorTransaction } from '../../../orm/operator-models.ts';
import { fieldRefusal } from '../../../problems/validation-error.ts';
import { presentOperatorToken } from '../../../entities/operator-token.ts';
import type { Handler } from '../../handler.ts';

const dayMs = 86_400_000;

const refuseName = (message: string, problems: Problems<'validation_failed'>) => fieldRefusal('name', message, 'name', problems);

/** Refuses a name that looks like that of another token, so that entries of the audit log are unambiguous. */
async function requireDistinctName(transaction: OperatorTransaction, name: string, context: Problems<'validation_failed'>): Promise<void> {
  const normalized = normalizedName(name);
  if (normalized === undefined)
    throw refuseName('must contain a letter, digit or sign, and no invisible characters such as a zero-width space', context);
  if ([firstTokenName, metricsTokenName].some((own) => normalized === normalizedName(own)))
    throw refuseName('looks the same as the name of a token that the service was started with', context);
  const other = await findSimilarName(transaction, normalized);
  if (other) throw refuseName(`looks the same as "${other}", the name of another token that is not revoked`, context);
}

/** Only this response contains the token. */
export const createOperatorToken: Handler<'createOperatorToken'> = async ({ body }, context) => {
  const { name } = body;
  const scopes = [...new Set(body.scopes)];
  const expiresAt = body.expires_at ? new Date(body.expires_at) : new Date(Date.now() + limits.operatorTokenDefaultDays * dayMs);
  if (expiresAt.getTime() > Date.now() + limits.operatorTokenDays * dayMs) {
    throw fieldRefusal('expires_at', `must be at most ${limits.operatorTokenDays} days from now`, 'expires_at', context);
  }
  const { token, hash, prefix } = newOperatorToken();
  return context.idempotency.inTransaction(context.data, async (transaction) => {
    await requireDistinctName(transaction, name, context);
    const made = await transaction.operator_tokens.create({ name, prefix, token_hash: hash, scopes, expires_at: expiresAt });
    await audit(transaction, null, context.author, {
      action: 'operator_token.created',
      subjectId: made.id,
      subjectName: name,
      details: { scopes, expires_at: expiresAt, prefix },
    });
    return { ...presentOperatorToken(made), token };
  });
};
