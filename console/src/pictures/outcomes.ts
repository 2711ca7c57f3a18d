import type { Figures, Schemas } from '../schemas.ts';
import { count, counted } from '../format.ts';

export type AttemptCounts = Schemas['AttemptCounts'];

/** The outcomes of attempts with their class, name and nouns, in the order in which pictures stack them. */
export const outcomes = [
  ['http_2xx_count', 'ok', '2xx', 'response with 2xx', 'responses with 2xx'],
  ['http_4xx_count', 'client', '4xx', 'response with 4xx', 'responses with 4xx'],
  ['http_5xx_count', 'server', '5xx', 'response with 5xx', 'responses with 5xx'],
  ['timeout_count', 'timeout', 'timeout', 'timeout', 'timeouts'],
  ['connection_error_count', 'connection', 'connection error', 'failed connection', 'failed connections'],
  ['tls_error_count', 'tls', 'TLS error', 'failed TLS handshake', 'failed TLS handshakes'],
  ['other_count', 'other', 'other error', 'other failure', 'other failures'],
] as const satisfies readonly (readonly [keyof AttemptCounts, string, string, string, string])[];

/** The class of failed attempts with an outcome. */
export function classOf({ error, label }: Figures['failed_attempts'][number]): string {
  if (error === 'http_status') return label.startsWith('4') ? 'client' : label.startsWith('5') ? 'server' : 'other';
  const names = { timeout: 'timeout', connection_error: 'connection', tls_error: 'tls' } as const;
  return error in names ? names[error as keyof typeof names] : 'other';
}

export const attemptCount = (attempts: AttemptCounts): number => outcomes.reduce((sum, [member]) => sum + attempts[member], 0);
export const failedCount = (attempts: AttemptCounts): number => attemptCount(attempts) - attempts.http_2xx_count;

export const sumAttempts = (all: readonly AttemptCounts[]): AttemptCounts =>
  Object.fromEntries(
    outcomes.map(([member]) => [member, all.reduce((sum, attempts) => sum + attempts[member], 0)]),
  ) as unknown as AttemptCounts;

/** A number of attempts with an outcome, as `12 × 2xx` or `3 timeouts`. */
export const outcomeText = (attempts: number, name: string): string =>
  name.endsWith('xx') ? `${count(attempts)} × ${name}` : counted(attempts, name);

/** The outcomes that occurred, as `12 × 2xx, 3 timeouts`. */
export const outcomesText = (attempts: AttemptCounts): string =>
  outcomes
    .filter(([member]) => attempts[member] > 0)
    .map(([member, , name]) => outcomeText(attempts[member], name))
    .join(', ') || 'no attempts';
