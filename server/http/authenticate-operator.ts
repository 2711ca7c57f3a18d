import { createHash, timingSafeEqual } from 'node:crypto';
import type { OperatorScope } from '../../generated/operations.ts';
import type { Actor } from '../access/author.ts';
import { firstTokenName, type OperatorTokens } from '../access/operator-tokens.ts';
import { Problem } from '../problems/problem.ts';
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

/** As the audit log names an operator. */
export const actorOf = ({ id, name }: Operator): Actor => ({ kind: 'operator', id, name });

/** The token that the service was started with. */
export const firstOperator: Operator = { id: null, name: firstTokenName, scopes: ['all'] };

/**
 * Tells who shows a token, from which address. Throws `missing_authorization`, `invalid_api_key`, and `rate_limited` for an address that sent
 * too many wrong tokens.
 */
export class OperatorAuthenticator {
  readonly #expected: Buffer;
  readonly #tokens: Pick<OperatorTokens, 'find'>;
  readonly #tries: Tries;

  constructor({ operatorToken, tokens, tries }: OperatorAuthentication) {
    this.#expected = digest(operatorToken);
    this.#tokens = tokens;
    this.#tries = new Tries(tries);
  }

  /** `readToken` is not called for an address that is not listened to. */
  async identify(readToken: () => string, address: string): Promise<Operator> {
    this.#tries.check(address);
    const operator = await this.#lookUp(readToken());
    if (typeof operator !== 'string') return operator;
    this.#tries.count(address);
    throw new Problem('invalid_api_key', { detail: operator });
  }

  /** Why the token is none, where it is none. */
  async #lookUp(token: string): Promise<Operator | string> {
    if (timingSafeEqual(digest(token), this.#expected)) return firstOperator;
    const found = await this.#tokens.find(token);
    if (!found || found.revoked)
      return 'The operator token is neither the one this service was started with nor one that it made and knows.';
    return found.expired ? `The operator token expired at ${found.expiresAt.toISOString()}.` : found;
  }
}
