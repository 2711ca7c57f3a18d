import type { CreateOperatorTokenRequest } from '../../../generated/interfaces/operator.ts';
import type { OperatorTokenWithSecret } from '../../../generated/models/index.ts';
import { limits } from '../../../generated/limits.ts';
import type { Problems } from '../../../generated/problems.ts';
import { audit } from '../../access/audit-log.ts';
import { mintOperatorToken } from '../../access/operator-tokens.ts';
import type { ContextOf } from '../../access/request-context.ts';
import type { Database } from '../../database/sql.ts';
import { validationError } from '../../problems/validation-error.ts';
import { presentOperatorToken, type OperatorTokenRow } from '../../entities/operator-token.ts';

const dayMs = 86_400_000;

function refusal(field: string, message: string, { problem }: Problems<'validation_failed'>): Error {
  return problem('validation_failed', {
    detail: `"${field}" ${message}.`,
    members: { errors: [validationError(field, message, field)] },
  });
}

/** The token itself is told only here. */
export async function createOperatorToken(
  { database }: { readonly database: Database },
  { body }: CreateOperatorTokenRequest,
  context: ContextOf<'createOperatorToken'>,
): Promise<OperatorTokenWithSecret> {
  const { name } = body;
  const scopes = [...new Set(body.scopes)];
  const expiresAt = body.expires_at ? new Date(body.expires_at) : new Date(Date.now() + limits.operatorTokenDefaultDays * dayMs);
  if (expiresAt.getTime() > Date.now() + limits.operatorTokenDays * dayMs) {
    throw refusal('expires_at', `must be at most ${limits.operatorTokenDays} days from now`, context);
  }
  const { token, hash, prefix } = mintOperatorToken();
  const row = await database.transaction(async (transaction) => {
    const [made] = await transaction.query<OperatorTokenRow>({
      text: `
        INSERT INTO operator_tokens (name, prefix, token_hash, scopes, expires_at) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (name) WHERE revoked_at IS NULL DO NOTHING
        RETURNING id, name, prefix, scopes, expires_at, created_at, last_used_at, revoked_at`,
      values: [name, prefix, hash, scopes, expiresAt],
    });
    if (!made) throw refusal('name', 'is the name of another token that is not revoked', context);
    await audit(transaction, null, context.author, {
      action: 'operator_token.created',
      subjectId: made.id,
      subjectName: name,
      details: { scopes, expires_at: expiresAt, prefix },
    });
    return made;
  });
  return { ...presentOperatorToken(row), token };
}
