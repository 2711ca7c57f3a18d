import type { Problem } from '../../problems/problem.ts';

/** What every answer has, also one that no operation gives. */
export const everyResponse = { 'x-content-type-options': 'nosniff' } as const;

/** What every problem has, and every answer to a caller who had to show who it is. */
export const noStore = { 'cache-control': 'no-store' } as const;

/** How a 401 tells to authenticate (RFC 6750): a token that was refused is told apart from one that is missing. */
export function challengeOf({ slug, status }: Problem, realm: string): Record<string, string> {
  if (status !== 401) return {};
  const error = slug === 'missing_authorization' ? '' : ', error="invalid_token"';
  return { 'www-authenticate': `Bearer realm="${realm}"${error}` };
}
