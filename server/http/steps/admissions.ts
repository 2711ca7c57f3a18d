import { bytesOf, lastWrite } from '../../database/replica/agency-writes.ts';
import type { Sql } from '../../database/client/sql.ts';
import { inChild, noTracing, type Tracing } from '../../tracing/tracing.ts';
import type { RateLimit, RateWindow } from './rate-limit.ts';

/** The operation for which a request wants a place. */
export interface Wanted {
  readonly operationId: string;
  readonly rateLimit: RateLimit | null;
}

/** A key as the database knows it. */
export interface KnownKey {
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
  /** Position of the write-ahead log after the agency's last write; null where it is not known. */
  readonly lastWrite: number | null;
  /** Position of the write-ahead log now. */
  readonly position: number;
}

/** A key, and what a request for it found: null where it wants no place, or may have none. */
export interface AdmissionRow extends KnownKey {
  readonly window: RateWindow | null;
}

/** What the statement answers for a party. */
interface PartyRow extends KnownKey {
  readonly number: number;
  /** How many of its members have a place; null where none was wanted. */
  readonly granted: number | null;
  /** How many places are taken after that, and when the next one is free; null as above. */
  readonly taken: number | null;
  readonly nextInSeconds: number | null;
}

/** Requests with the same key for the same operation: they take their places in one go. */
interface Party {
  readonly hash: Buffer;
  readonly wanted: Wanted | undefined;
  readonly members: { resolve(row: AdmissionRow | undefined): void; reject(error: unknown): void }[];
}

/**
 * Looks keys up and takes places in their windows, in one statement: a revocation holds from the next request on in every
 * process, and so does a limit. The window slides: a request occupies a place for as long as the window is, and one that
 * finds no place occupies none. The time is read once the row is locked. Rows are taken in one order everywhere, so that
 * statements do not wait for each other in a circle.
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

/** Requests that arrive while as many statements run are admitted together when one of them ends … */
const mostAtOnce = 2;

/** … or has run for this long: others do not wait for its locks. */
const slowMs = 20;

/** Admits requests. Those that arrive in one turn of the event loop, or while others are admitted, share a statement, which costs little more than one alone. */
export class Admissions {
  readonly #sql: Sql;
  readonly #tracing: Tracing;
  #parties = new Map<string, Party>();
  #running = 0;
  #isScheduled = false;

  constructor(sql: Sql, tracing = noTracing) {
    this.#sql = sql;
    this.#tracing = tracing;
  }

  /** Takes a place for the operation, where it has a limit. Undefined for an unknown key. */
  take(hash: Buffer, wanted: Wanted | undefined): Promise<AdmissionRow | undefined> {
    return inChild(this.#tracing, { name: 'admit' }, () => this.#take(hash, wanted));
  }

  #take(hash: Buffer, wanted: Wanted | undefined): Promise<AdmissionRow | undefined> {
    return new Promise((resolve, reject) => {
      const name = `${hash.toString('latin1')} ${wanted?.operationId}`;
      const party = this.#parties.get(name) ?? { hash, wanted, members: [] };
      this.#parties.set(name, party);
      party.members.push({ resolve, reject });
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#isScheduled || this.#parties.size === 0 || this.#running >= mostAtOnce) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      const parties = [...this.#parties.values()];
      this.#parties = new Map();
      // The statement is of all of them: none of their spans has it.
      void this.#tracing.within(undefined, () => this.#admit(parties, this.#begin()));
    });
  }

  /** The result ends what began here: once, however often it is called. */
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

  async #admit(parties: readonly Party[], end: () => void): Promise<void> {
    try {
      const rows = await this.#sql.query<PartyRow>({
        name: 'admit',
        text: admit,
        values: [
          parties.map(({ hash }) => hash),
          parties.map(({ wanted }) => wanted?.operationId ?? null),
          parties.map(({ wanted }) => wanted?.rateLimit?.windowSeconds ?? null),
          parties.map(({ wanted }) => wanted?.rateLimit?.requests ?? null),
          parties.map(({ members }) => members.length),
        ],
      });
      const byNumber = new Map(rows.map((row) => [row.number, row]));
      parties.forEach(({ members, wanted }, index) => {
        const row = byNumber.get(index + 1);
        members.forEach(({ resolve }, member) => resolve(row && { ...row, window: windowOf(row, wanted, member) }));
      });
    } catch (error) {
      for (const { members } of parties) for (const { reject } of members) reject(error);
    } finally {
      end();
    }
  }
}

/** The first members of a party have its places, in their order. */
function windowOf({ granted, taken, nextInSeconds }: PartyRow, wanted: Wanted | undefined, member: number): RateWindow | null {
  if (granted === null || !wanted?.rateLimit) return null;
  const takenBefore = taken! - granted;
  const isGranted = member < granted;
  return { isGranted, left: isGranted ? wanted.rateLimit.requests - takenBefore - member - 1 : 0, nextInSeconds: nextInSeconds! };
}
