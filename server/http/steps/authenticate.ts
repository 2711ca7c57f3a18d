import type { PortalLinks } from '../../access/keys/portal-links.ts';
import type { Sql } from '../../database/client/sql.ts';
import { noTracing, type Tracing } from '../../tracing/tracing.ts';
import { Problem } from '../../problems/problem.ts';
import { Admissions, type AdmissionRow, type Wanted } from './admissions.ts';

/** A valid key, and the rate limit of the request: null without a limit. */
export type Admission = Omit<AdmissionRow, 'revoked' | 'expired'> & {
  /** The session at the portal. */
  readonly link?: { readonly id: string; readonly sessionHash: Buffer };
};

/** The token of an `Authorization: Bearer` header; throws `missing_authorization`. */
export function bearerToken(authorization: string | undefined): string {
  const scheme = /^bearer +/i.exec(authorization ?? '')?.[0] ?? '';
  const token = scheme === '' ? '' : authorization!.slice(scheme.length).trim();
  if (token === '') throw new Problem('missing_authorization', { detail: 'Send "Authorization: Bearer <token>".' });
  return token;
}

/** `hashOf` returns undefined for a token that cannot be a key. */
export function authenticator(
  sql: Sql,
  hashOf: (token: string) => Buffer | undefined | Promise<Buffer | undefined>,
  links?: Pick<PortalLinks, 'isSession' | 'find'>,
  tracing: Tracing = noTracing,
) {
  const admissions = new Admissions(sql, tracing);
  return async (authorization: string | undefined, wanted: Wanted | undefined): Promise<Admission> => {
    const token = bearerToken(authorization);
    const session = links?.isSession(token) ? await links.find(token) : undefined;
    if (links?.isSession(token) && !session)
      throw new Problem('invalid_api_key', { detail: 'The portal session is invalid or has ended.' });
    const hash = session?.keyHash ?? (await hashOf(token));
    if (!hash) throw new Problem('invalid_api_key', { detail: 'The API key is malformed: a character is missing or mistyped.' });
    const row = await admissions.take(hash, wanted);
    if (!row || row.revoked) throw new Problem('invalid_api_key', { detail: 'The API key is unknown or revoked.' });
    if (row.expired) throw new Problem('expired_api_key', { detail: `The API key expired at ${row.expiresAt!.toISOString()}.` });
    const { revoked: _, expired: __, ...admission } = row;
    return session ? { ...admission, link: { id: session.linkId, sessionHash: session.sessionHash } } : admission;
  };
}
