import type { Problem } from '../../problems/problem.ts';

export const everyResponse = { 'x-content-type-options': 'nosniff' } as const;

/** For problems, and for every response that needs authentication. */
export const noStore = { 'cache-control': 'no-store' } as const;

/** The challenge of a 401 (RFC 6750): it distinguishes a refused token from a missing one. */
export function challengeOf({ slug, status }: Problem, realm: string): Record<string, string> {
  if (status !== 401) return {};
  const error = slug === 'missing_authorization' ? '' : ', error="invalid_token"';
  return { 'www-authenticate': `Bearer realm="${realm}"${error}` };
}
