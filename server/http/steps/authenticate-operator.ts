import { createHash, timingSafeEqual } from 'node:crypto';
import type { OperatorScope } from '../../../generated/operations.ts';
import type { Actor } from '../../access/audit/author.ts';
import { firstTokenName, metricsTokenName, type OperatorTokens } from '../../access/operators/operator-tokens.ts';
import { Problem } from '../../problems/problem.ts';
import { LoginLimiter, type LoginLimiterOptions, type TryCounter } from '../fairness/login-limiter.ts';

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
  /** A token that reads the metrics and nothing else. */
  readonly metricsToken?: string | undefined;
  readonly tokens: Pick<OperatorTokens, 'find'>;
  readonly tries: LoginLimiterOptions;
  /** Counts them for several processes; this process counts its own unless given. */
  readonly tryCounter?: TryCounter | undefined;
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** As the audit log names an operator. */
export const actorOf = ({ id, name }: Operator): Actor => ({ kind: 'operator', id, name });

/** The token that the service was started with. */
export const firstOperator: Operator = { id: null, name: firstTokenName, scopes: ['all'] };

/** The token of the metrics that the service was started with. */
const metricsOperator: Operator = { id: null, name: metricsTokenName, scopes: ['metrics'] };

/**
 * Identifies the operator who shows a token. Throws `missing_authorization` and `invalid_api_key`, the latter as `rate_limited` for an address
 * that sent too many wrong tokens: others who share the address lose nothing by it, because a valid token is admitted whatever was tried.
 */
export class OperatorAuthenticator {
  readonly #expected: Buffer;
  readonly #metrics: Buffer | undefined;
  readonly #tokens: Pick<OperatorTokens, 'find'>;
  readonly #tries: LoginLimiter;

  constructor({ operatorToken, metricsToken, tokens, tries, tryCounter }: OperatorAuthentication) {
    this.#expected = digest(operatorToken);
    this.#metrics = metricsToken === undefined ? undefined : digest(metricsToken);
    this.#tokens = tokens;
    this.#tries = new LoginLimiter(tries, tryCounter);
  }

  async identify(token: string, address: string): Promise<Operator> {
    const given = digest(token);
    if (timingSafeEqual(given, this.#expected)) return firstOperator;
    if (this.#metrics && timingSafeEqual(given, this.#metrics)) return metricsOperator;
    const found = await this.#tokens.find(token);
    if (found && !found.revoked && !found.expired) return found;
    await this.#tries.count(address);
    throw new Problem('invalid_api_key', {
      detail: found?.expired
        ? `The operator token expired at ${found.expiresAt.toISOString()}.`
        : 'The operator token is not valid: it is mistyped, revoked, or from another installation.',
    });
  }
}
