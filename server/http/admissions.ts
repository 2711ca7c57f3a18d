import type { Sql } from '../database/sql.ts';
import type { RateLimit } from './rate-limit.ts';

/** The operation for which a request wants a place. */
export interface Wanted {
  readonly operationId: string;
  readonly rateLimit: RateLimit | null;
}

/** A key as the database knows it, and a request's place in its window: null where none was taken. */
export interface AdmissionRow {
  readonly agencyId: string;
  readonly agencyName: string;
  readonly keyId: string;
  readonly label: string;
  readonly prefix: string;
  readonly scopes: readonly string[];
  readonly creatorIds: readonly string[];
  readonly expiresAt: Date | null;
  readonly revoked: boolean;
  readonly expired: boolean;
  readonly requestCount: number | null;
  readonly resetsInSeconds: number | null;
}

/** Requests with the same key for the same operation: they take their places in one go. */
interface Party {
  readonly hash: Buffer;
  readonly wanted: Wanted | undefined;
  readonly members: { resolve(row: AdmissionRow | undefined): void; reject(error: unknown): void }[];
}

/**
 * Looks keys up and takes places in their windows, in one statement: a revocation holds from the next request on in every
 * process, and so does a limit. Windows are taken in one order everywhere, so that statements do not wait for each other
 * in a circle.
 */
const admit = `
  WITH key AS MATERIALIZED (
    SELECT p.number, p.operation_id, p.seconds, p.request_count, k.id, k.agency_id, a.name AS agency_name, k.label, k.prefix, k.scopes,
      k.creator_ids, k.expires_at, k.revoked_at IS NOT NULL AS revoked, coalesce(k.expires_at <= clock_timestamp(), false) AS expired
    FROM unnest($1::bytea[], $2::text[], $3::int[], $4::int[]) WITH ORDINALITY AS p (key_hash, operation_id, seconds, request_count, number)
    JOIN api_keys k ON k.key_hash = p.key_hash
    JOIN agencies a ON a.id = k.agency_id
  ), place AS (
    INSERT INTO rate_windows AS w (key_id, operation_id, ends_at, request_count)
    SELECT id, operation_id, clock_timestamp() + make_interval(secs => seconds), request_count FROM key
    WHERE seconds IS NOT NULL AND NOT revoked AND NOT expired
    ORDER BY id, operation_id
    ON CONFLICT (key_id, operation_id) DO UPDATE SET
      request_count = CASE WHEN w.ends_at <= clock_timestamp() THEN 0 ELSE w.request_count END + excluded.request_count,
      ends_at = CASE WHEN w.ends_at <= clock_timestamp() THEN excluded.ends_at ELSE w.ends_at END
    RETURNING key_id, operation_id, request_count, ends_at
  )
  SELECT key.number, key.agency_id AS "agencyId", agency_name AS "agencyName", key.id AS "keyId", label, prefix, scopes,
    creator_ids AS "creatorIds", expires_at AS "expiresAt", revoked, expired, place.request_count AS "requestCount",
    extract(epoch FROM place.ends_at - clock_timestamp())::float8 AS "resetsInSeconds"
  FROM key LEFT JOIN place ON place.key_id = key.id AND place.operation_id = key.operation_id`;

/** Admits requests. Those that are read in one turn of the event loop are admitted together, which costs little more than one alone. */
export class Admissions {
  readonly #sql: Sql;
  #parties = new Map<string, Party>();

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Takes a place for the operation, where it has a limit. Undefined for an unknown key. */
  take(hash: Buffer, wanted: Wanted | undefined): Promise<AdmissionRow | undefined> {
    return new Promise((resolve, reject) => {
      if (this.#parties.size === 0) setImmediate(() => void this.#admitAll());
      const name = `${hash.toString('latin1')} ${wanted?.operationId}`;
      const party = this.#parties.get(name) ?? { hash, wanted, members: [] };
      this.#parties.set(name, party);
      party.members.push({ resolve, reject });
    });
  }

  async #admitAll(): Promise<void> {
    const parties = [...this.#parties.values()];
    this.#parties = new Map();
    try {
      const rows = await this.#sql.query<AdmissionRow & { number: number }>({
        name: 'admit',
        text: admit,
        values: [
          parties.map(({ hash }) => hash),
          parties.map(({ wanted }) => wanted?.operationId ?? null),
          parties.map(({ wanted }) => wanted?.rateLimit?.windowSeconds ?? null),
          parties.map(({ members }) => members.length),
        ],
      });
      const byNumber = new Map(rows.map((row) => [row.number, row]));
      parties.forEach(({ members }, index) => {
        const row = byNumber.get(index + 1);
        members.forEach(({ resolve }, place) => resolve(row && { ...row, requestCount: placeOf(row, members.length, place) }));
      });
    } catch (error) {
      for (const { members } of parties) for (const { reject } of members) reject(error);
    }
  }
}

/** The window counts the whole party; its members hold the last places, in their order. */
function placeOf({ requestCount }: AdmissionRow, size: number, place: number): number | null {
  return requestCount === null ? null : requestCount - size + place + 1;
}
