import { createHash, timingSafeEqual } from 'node:crypto';
import type { OperatorScope } from '../../../generated/operations.ts';
import type { Actor } from '../../access/audit/author.ts';
import { firstTokenName, metricsTokenName, type OperatorTokens } from '../../access/operators/operator-tokens.ts';
import { Problem } from '../../problems/problem.ts';
import { countTry, TryWindows, type TryCounter, type TryLimit } from '../fairness/login-limiter.ts';

export interface Operator {
  /** The id of a named token; null for a token that the service was started with. */
  readonly id: string | null;
  readonly name: string;
  readonly scopes: readonly OperatorScope[];
}

export interface OperatorAuthentication {
  /** The token that the service was started with: it has every scope and does not expire. */
  readonly operatorToken: string;
  /** A token that can only read the metrics. */
  readonly metricsToken?: string | undefined;
  readonly tokens: Pick<OperatorTokens, 'find'>;
  /** Wrong tokens of an address. */
  readonly tries: TryLimit;
  /** Counts wrong tokens for several processes. */
  readonly tryCounter?: TryCounter | undefined;
}

const digest = (text: string) => createHash('sha256').update(text).digest();

export const actorOf = ({ id, name }: Operator): Actor => ({ kind: 'operator', id, name });

export const firstOperator: Operator = { id: null, name: firstTokenName, scopes: ['all'] };

const metricsOperator: Operator = { id: null, name: metricsTokenName, scopes: ['metrics'] };

/**
 * Identifies the operator of a token. Throws `invalid_api_key`, or `rate_limited` for an address that sent too many wrong tokens. A valid token is
 * always accepted, so the limit does not affect others who share the address.
 */
export class OperatorAuthenticator {
  readonly #expected: Buffer;
  readonly #metrics: Buffer | undefined;
  readonly #tokens: Pick<OperatorTokens, 'find'>;
  readonly #tries: TryLimit;
  readonly #tryCounter: TryCounter;

  constructor({ operatorToken, metricsToken, tokens, tries, tryCounter }: OperatorAuthentication) {
    this.#expected = digest(operatorToken);
    this.#metrics = metricsToken === undefined ? undefined : digest(metricsToken);
    this.#tokens = tokens;
    this.#tries = tries;
    this.#tryCounter = tryCounter ?? new TryWindows(tries);
  }

  async identify(token: string, address: string): Promise<Operator> {
    const given = digest(token);
    if (timingSafeEqual(given, this.#expected)) return firstOperator;
    if (this.#metrics && timingSafeEqual(given, this.#metrics)) return metricsOperator;
    const found = await this.#tokens.find(token);
    if (found && !found.revoked && !found.expired) return found;
    await countTry(this.#tryCounter, address, `${this.#tries.most} wrong operator tokens were sent from this address.`);
    throw new Problem('invalid_api_key', {
      detail: found?.expired
        ? `The operator token expired at ${found.expiresAt.toISOString()}.`
        : 'The operator token is not valid: it is mistyped, revoked, or from another installation.',
    });
  }
}
