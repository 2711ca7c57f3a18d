import { createHash, timingSafeEqual } from 'node:crypto';
import type { OperatorScope } from '../../../generated/operations.ts';
import type { Actor } from '../../access/audit/author.ts';
import { firstTokenName, metricsTokenName, type OperatorTokens } from '../../access/operators/operator-tokens.ts';
import { Problem } from '../../problems/problem.ts';
import { countTry, TryWindows, type TryCounter, type TryLimit } from '../fairness/try-limit.ts';

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
  /** Wrong tokens from an address. */
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
export function operatorAuthenticator({
  operatorToken,
  metricsToken,
  tokens,
  tries,
  tryCounter = new TryWindows(tries),
}: OperatorAuthentication) {
  const expected = digest(operatorToken);
  const metrics = metricsToken === undefined ? undefined : digest(metricsToken);
  return async (token: string, address: string): Promise<Operator> => {
    const given = digest(token);
    if (timingSafeEqual(given, expected)) return firstOperator;
    if (metrics && timingSafeEqual(given, metrics)) return metricsOperator;
    const found = await tokens.find(token);
    if (found && !found.revoked && !found.expired) return found;
    await countTry(tryCounter, address, `${tries.most} wrong operator tokens were sent from this address.`);
    throw new Problem('invalid_api_key', {
      detail: found?.expired
        ? `The operator token expired at ${found.expiresAt.toISOString()}.`
        : 'The operator token is not valid: it is mistyped, revoked, or from another installation.',
    });
  };
}
