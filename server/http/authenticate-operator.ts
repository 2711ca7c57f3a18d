import { createHash, timingSafeEqual } from 'node:crypto';
import type { OperatorScope } from '../../generated/operations.ts';
import type { OperatorTokens } from '../access/operator-tokens.ts';
import { Problem } from '../problems/problem.ts';
import { bearerToken } from './authenticate.ts';
import { Tries, type TriesOptions } from './tries.ts';

/** Who calls the operator listener. */
export interface Operator {
  /** Of a named token; null for the token that the service was started with. */
  readonly id: string | null;
  readonly name: string;
  readonly scopes: readonly OperatorScope[];
}

export interface OperatorAuthentication {
  /** The token that the service was started with: it holds every scope and does not expire. */
  readonly operatorToken: string;
  readonly tokens: Pick<OperatorTokens, 'find'>;
  readonly tries: TriesOptions;
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Throws `missing_authorization`, `invalid_api_key`, and `rate_limited` for an address that sent too many wrong tokens. */
export function operatorAuthenticator({ operatorToken, tokens, tries: options }: OperatorAuthentication) {
  const expected = digest(operatorToken);
  const first: Operator = { id: null, name: 'OPERATOR_TOKEN', scopes: ['all'] };
  const tries = new Tries(options);

  const identify = async (token: string): Promise<Operator | string> => {
    if (timingSafeEqual(digest(token), expected)) return first;
    const found = await tokens.find(token);
    if (!found || found.revoked)
      return 'The operator token is neither the one this service was started with nor one that it made and knows.';
    return found.expired ? `The operator token expired at ${found.expiresAt.toISOString()}.` : found;
  };

  return async (authorization: string | undefined, address: string): Promise<Operator> => {
    tries.check(address);
    const operator = await identify(bearerToken(authorization));
    if (typeof operator !== 'string') return operator;
    tries.count(address);
    throw new Problem('invalid_api_key', { detail: operator });
  };
}
