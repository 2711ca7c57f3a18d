import type { Sql } from '../database/sql.ts';
import { Problem } from '../problems/problem.ts';
import type { RateLimit, RateWindow } from './rate-limit.ts';

/** What the database says of a key and of this request's place in its rate-limit window. */
export interface Admission {
  readonly agencyId: string;
  readonly agencyName: string;
  readonly keyId: string;
  readonly label: string;
  readonly prefix: string;
  readonly scopes: readonly string[];
  readonly creatorIds: readonly string[];
  readonly expiresAt: Date | null;
  /** Null where there is no such operation. */
  readonly window: RateWindow | null;
}

/** The operation for which a request wants a place. */
export interface Wanted {
  readonly operationId: string;
  readonly rateLimit: RateLimit | null;
}

interface AdmissionRow extends Omit<Admission, 'window'> {
  revoked: boolean;
  expired: boolean;
  requestCount: number | null;
  resetsInSeconds: number | null;
}

/** Looks the key up and takes the request's place in one statement, so that a revocation holds from the next request on in every process. */
const admit = `
  WITH key AS MATERIALIZED (
    SELECT k.id, k.agency_id, a.name AS agency_name, k.label, k.prefix, k.scopes, k.creator_ids, k.expires_at,
      k.revoked_at IS NOT NULL AS revoked, coalesce(k.expires_at <= clock_timestamp(), false) AS expired
    FROM api_keys k JOIN agencies a ON a.id = k.agency_id
    WHERE k.key_hash = $1
  ), place AS (
    INSERT INTO rate_windows AS w (key_id, operation_id, ends_at, request_count)
    SELECT id, $2::text, clock_timestamp() + make_interval(secs => $3::int), 1 FROM key
    WHERE $3::int IS NOT NULL AND NOT revoked AND NOT expired
    ON CONFLICT (key_id, operation_id) DO UPDATE SET
      request_count = CASE WHEN w.ends_at <= clock_timestamp() THEN 1 ELSE w.request_count + 1 END,
      ends_at = CASE WHEN w.ends_at <= clock_timestamp() THEN excluded.ends_at ELSE w.ends_at END
    RETURNING request_count, ends_at
  )
  SELECT key.agency_id AS "agencyId", agency_name AS "agencyName", key.id AS "keyId", label, prefix, scopes,
    creator_ids AS "creatorIds", expires_at AS "expiresAt", revoked, expired, request_count AS "requestCount",
    extract(epoch FROM place.ends_at - clock_timestamp())::float8 AS "resetsInSeconds"
  FROM key LEFT JOIN place ON true`;

/** The token of an `Authorization: Bearer` header; throws `missing_authorization`. */
export function bearerToken(authorization: string | undefined): string {
  const scheme = /^bearer +/i.exec(authorization ?? '')?.[0] ?? '';
  const token = scheme === '' ? '' : authorization!.slice(scheme.length).trim();
  if (token === '') throw new Problem('missing_authorization', { detail: 'Send "Authorization: Bearer <token>".' });
  return token;
}

/** `hashOf` answers undefined for a token that cannot be a key: it is refused without the database. */
export function authenticator(sql: Sql, hashOf: (token: string) => Buffer | undefined) {
  return async (authorization: string | undefined, wanted: Wanted | undefined): Promise<Admission> => {
    const hash = hashOf(bearerToken(authorization));
    if (!hash) throw new Problem('invalid_api_key', { detail: 'The API key is malformed: a character is missing or mistyped.' });
    const [row] = await sql.query<AdmissionRow>({
      name: 'admit',
      text: admit,
      values: [hash, wanted?.operationId ?? null, wanted?.rateLimit?.windowSeconds ?? null],
    });
    if (!row || row.revoked) throw new Problem('invalid_api_key', { detail: 'The API key is unknown or revoked.' });
    if (row.expired) throw new Problem('expired_api_key', { detail: `The API key expired at ${row.expiresAt!.toISOString()}.` });
    const { revoked: _, expired: __, requestCount, resetsInSeconds, ...key } = row;
    const window = requestCount === null || resetsInSeconds === null ? null : { requestCount, resetsInSeconds };
    return { ...key, window };
  };
}
