import type { Sql } from '../database/client/sql.ts';

/** The key, token or session that opened a stream. The token that the service was started with has no row and ends with the process. */
export interface StreamHolder {
  readonly keyId: string | null;
  readonly tokenId: string | null;
  readonly sessionHash: Buffer | null;
}

const valid = `
  SELECT h.number
    FROM unnest($1::uuid[], $2::uuid[], $3::bytea[]) WITH ORDINALITY AS h (key_id, token_id, session_hash, number)
   WHERE (h.key_id IS NULL OR EXISTS (
           SELECT FROM api_keys k JOIN agencies a ON a.id = k.agency_id AND a.erased_at IS NULL
            WHERE k.id = h.key_id AND k.revoked_at IS NULL AND k.containment_id IS NULL AND coalesce(k.expires_at > now(), true)))
     AND (h.token_id IS NULL OR EXISTS (
           SELECT FROM operator_tokens t WHERE t.id = h.token_id AND t.revoked_at IS NULL AND t.expires_at > now()))
     AND (h.session_hash IS NULL OR EXISTS (
           SELECT FROM operator_sessions s WHERE s.session_hash = h.session_hash AND s.expires_at > now())
          OR EXISTS (SELECT FROM portal_sessions s WHERE s.session_hash = h.session_hash))`;

/** The holders that are still valid, also if another process ended a session or revoked a key or token. */
export async function validHolders<Holder extends StreamHolder>(sql: Sql, holders: readonly Holder[]): Promise<ReadonlySet<Holder>> {
  const rows = await sql.query<{ number: number }>({
    name: 'stream holders',
    text: valid,
    values: [holders.map(({ keyId }) => keyId), holders.map(({ tokenId }) => tokenId), holders.map(({ sessionHash }) => sessionHash)],
  });
  return new Set(rows.map(({ number }) => holders[number - 1]!));
}
