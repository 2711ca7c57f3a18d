import { bytesOf, lastWrite } from '../../database/replica/agency-writes.ts';
import type { Sql } from '../../database/client/sql.ts';
import { inChild, noTracing, type Tracing } from '../../tracing/tracing.ts';
import type { RateLimit, RateWindow } from './rate-limit.ts';

/** The operation of a request. */
export interface Wanted {
  readonly operationId: string;
  readonly rateLimit: RateLimit | null;
}

/** A key, and the rate limit of the request: null without a limit, and for an expired or revoked key. */
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
  /** Position of the write-ahead log after the agency's last write; null if it is not known. */
  readonly lastWrite: number | null;
  /** Current position of the write-ahead log. */
  readonly position: number;
  readonly window: RateWindow | null;
}

interface GroupRow extends Omit<AdmissionRow, 'window'> {
  readonly number: number;
  /** Granted requests of the group; null without a limit. */
  readonly granted: number | null;
  /** Requests in the window after that, and the time until it has room for another one; null without a limit. */
  readonly taken: number | null;
  readonly nextInSeconds: number | null;
}

/** Requests with the same key for the same operation, which are counted together. */
interface Group {
  readonly hash: Buffer;
  readonly wanted: Wanted | undefined;
  readonly members: { resolve(row: AdmissionRow | undefined): void; reject(error: unknown): void }[];
}

/**
 * Finds keys and counts requests in one statement, so that a revocation and a limit apply from the next request on in every process. The window
 * slides: a granted request counts for the length of the window, a refused one does not count. Time is read after the row is locked. Rows are
 * locked in one order everywhere, to avoid deadlocks.
 */
const admit = `
  WITH key AS MATERIALIZED (
    SELECT p.number, p.operation_id, p.seconds, p.allowed, p.wanted, k.id, k.agency_id, a.name AS agency_name, k.label, k.prefix, k.scopes,
      k.creator_ids, k.expires_at, k.revoked_at IS NOT NULL OR k.containment_id IS NOT NULL AS revoked,
      coalesce(k.expires_at <= clock_timestamp(), false) AS expired
    FROM unnest($1::bytea[], $2::text[], $3::int[], $4::int[], $5::int[]) WITH ORDINALITY
      AS p (key_hash, operation_id, seconds, allowed, wanted, number)
    JOIN api_keys k ON k.key_hash = p.key_hash
    JOIN agencies a ON a.id = k.agency_id AND a.erased_at IS NULL
  ), place AS (
    INSERT INTO rate_windows AS w (key_id, operation_id, counted_at, ages, granted)
    SELECT id, operation_id, clock_timestamp(), array_fill(0, ARRAY[least(wanted, allowed)]), least(wanted, allowed) FROM key
    WHERE seconds IS NOT NULL AND NOT revoked AND NOT expired
    ORDER BY id, operation_id
    ON CONFLICT (key_id, operation_id) DO UPDATE SET (counted_at, ages, granted) = (
      WITH passed AS MATERIALIZED (
        SELECT now, greatest(0, extract(epoch FROM now - w.counted_at) * 1000000)::bigint AS microseconds
        FROM (SELECT clock_timestamp() AS now) AS clock
      ), kept AS MATERIALIZED (
        SELECT now, allowed, wanted, ARRAY(
          SELECT (age + microseconds)::int FROM unnest(w.ages) AS age WHERE age + microseconds < seconds * 1000000::bigint
        ) AS ages
        FROM passed, key WHERE key.id = excluded.key_id AND key.operation_id = excluded.operation_id
      ), given AS MATERIALIZED (
        SELECT now, ages, least(wanted, greatest(0, allowed - cardinality(ages))) AS granted FROM kept
      )
      SELECT now, ages || array_fill(0, ARRAY[granted]), granted FROM given
    )
    RETURNING key_id, operation_id, granted, ages
  )
  SELECT key.number, key.agency_id AS "agencyId", agency_name AS "agencyName", key.id AS "keyId", label, prefix, scopes,
    creator_ids AS "creatorIds", expires_at AS "expiresAt", revoked, expired, granted, cardinality(ages) AS taken,
    seconds - ages[greatest(1, cardinality(ages) - allowed + 1)] / 1000000::float8 AS "nextInSeconds",
    ${lastWrite('key.agency_id')} AS "lastWrite", ${bytesOf('pg_current_wal_insert_lsn()')} AS position
  FROM key LEFT JOIN place ON place.key_id = key.id AND place.operation_id = key.operation_id`;

/** While this many statements run, further requests wait for one of them to end … */
const maxConcurrent = 2;

/** … or until it has run for this long, so that requests do not wait for its locks. */
const slowMs = 20;

/**
 * Requests that arrive in one iteration of the event loop, or while others are admitted, share a statement. It costs little more than a
 * statement for one request.
 */
export class Admissions {
  readonly #sql: Sql;
  readonly #tracing: Tracing;
  #groups = new Map<string, Group>();
  #running = 0;
  #isScheduled = false;

  constructor(sql: Sql, tracing = noTracing) {
    this.#sql = sql;
    this.#tracing = tracing;
  }

  /** Finds a key, and counts the request if the operation has a limit. Undefined for an unknown key. */
  take(hash: Buffer, wanted: Wanted | undefined): Promise<AdmissionRow | undefined> {
    return inChild(
      this.#tracing,
      { name: 'admit' },
      () =>
        new Promise((resolve, reject) => {
          const name = `${hash.toString('latin1')} ${wanted?.operationId}`;
          const group = this.#groups.get(name) ?? { hash, wanted, members: [] };
          this.#groups.set(name, group);
          group.members.push({ resolve, reject });
          this.#schedule();
        }),
    );
  }

  #schedule(): void {
    if (this.#isScheduled || this.#groups.size === 0 || this.#running >= maxConcurrent) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      const groups = [...this.#groups.values()];
      this.#groups = new Map();
      // The statement serves several requests, so it is outside their spans.
      void this.#tracing.within(undefined, () => this.#admit(groups, this.#begin()));
    });
  }

  /** Resolves at the end of the statement, or after `slowMs` if that is earlier. */
  #begin(): () => void {
    this.#running += 1;
    const end = (): void => {
      if (!slow) return;
      clearTimeout(slow);
      slow = undefined;
      this.#running -= 1;
      this.#schedule();
    };
    let slow: NodeJS.Timeout | undefined = setTimeout(end, slowMs);
    return end;
  }

  async #admit(groups: readonly Group[], end: () => void): Promise<void> {
    try {
      const rows = await this.#sql.query<GroupRow>({
        name: 'admit',
        text: admit,
        values: [
          groups.map(({ hash }) => hash),
          groups.map(({ wanted }) => wanted?.operationId ?? null),
          groups.map(({ wanted }) => wanted?.rateLimit?.windowSeconds ?? null),
          groups.map(({ wanted }) => wanted?.rateLimit?.requests ?? null),
          groups.map(({ members }) => members.length),
        ],
      });
      const byNumber = new Map(rows.map((row) => [row.number, row]));
      groups.forEach(({ members, wanted }, index) => {
        const row = byNumber.get(index + 1);
        members.forEach(({ resolve }, member) => resolve(row && { ...row, window: windowOf(row, wanted, member) }));
      });
    } catch (error) {
      for (const { members } of groups) for (const { reject } of members) reject(error);
    } finally {
      end();
    }
  }
}

/** The first members of a group are granted. */
function windowOf({ granted, taken, nextInSeconds }: GroupRow, wanted: Wanted | undefined, member: number): RateWindow | null {
  if (granted === null || !wanted?.rateLimit) return null;
  const isGranted = member < granted;
  const left = isGranted ? wanted.rateLimit.requests - (taken! - granted) - member - 1 : 0;
  return { isGranted, left, nextInSeconds: nextInSeconds! };
}
