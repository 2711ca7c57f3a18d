import type { Schemas } from '../api.ts';
import { count } from '../numbers.ts';

export type AttemptCounts = Schemas['AttemptCounts'];

/** The outcomes of attempts in the order in which pictures stack them, with their names. */
export const outcomes = [
  ['http_2xx_count', 'ok', '2xx'],
  ['http_4xx_count', 'client', '4xx'],
  ['http_5xx_count', 'server', '5xx'],
  ['timeout_count', 'timeout', 'timeout'],
  ['connection_error_count', 'connection', 'connection'],
  ['tls_error_count', 'tls', 'certificate'],
  ['other_count', 'other', 'other'],
] as const satisfies readonly (readonly [keyof AttemptCounts, string, string])[];

const failedOutcomes = outcomes.slice(1);

export const failedCount = (attempts: AttemptCounts): number => failedOutcomes.reduce((sum, [member]) => sum + attempts[member], 0);
export const attemptCount = (attempts: AttemptCounts): number => attempts.http_2xx_count + failedCount(attempts);

export const sumAttempts = (all: readonly AttemptCounts[]): AttemptCounts =>
  Object.fromEntries(
    outcomes.map(([member]) => [member, all.reduce((sum, attempts) => sum + attempts[member], 0)]),
  ) as unknown as AttemptCounts;

/** The outcomes that occurred, as `12 2xx, 3 timeout`. */
export const outcomeWords = (attempts: AttemptCounts): string =>
  outcomes
    .filter(([member]) => attempts[member] > 0)
    .map(([member, , name]) => `${count(attempts[member])} ${name}`)
    .join(', ') || 'no attempts';
