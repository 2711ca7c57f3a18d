import { limits } from '../../generated/limits.ts';
import type { IngestResult, ValidationError } from '../../generated/models.ts';
import { LaterWrites } from '../database/later-writes.ts';
import type { Sql } from '../database/client/sql.ts';
import { isUuid } from '../query/uuid.ts';

/** A row of the log: requests of an agency with the same outcome. */
interface Entry {
  readonly agencyId: string;
  readonly outcome: 'recorded' | 'refused';
  readonly slug: string | null;
  readonly detail: string | null;
  /** The first mismatches, as JSON. */
  readonly errors: string | null;
}

const counts = ['requests', 'created', 'updated', 'unchanged'] as const;

interface Counted extends Entry, Record<(typeof counts)[number], number> {}

export interface Refusal {
  readonly slug: string;
  readonly detail: string | undefined;
  readonly members: Readonly<Record<string, unknown>>;
}

/** The maximum number of different refusals of an agency in one write. */
const maxRefusals = 20;

/** The maximum number of entries of one write. While the database is unavailable, further ones are dropped. */
const maxEntries = 10_000;

const detailLength = 1_000;
const listedErrors = 10;
const errorLength = 300;

/** Requests for an unknown agency are not logged. */
const add = `
  INSERT INTO ingestions (agency_id, outcome, slug, detail, errors, request_count, created_count, updated_count, unchanged_count)
  SELECT a.id, outcome, slug, detail, errors, requests, created, updated, unchanged
    FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::json[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[])
      AS entry (agency_id, outcome, slug, detail, errors, requests, created, updated, unchanged)
    JOIN agencies a ON a.id = CASE WHEN pg_input_is_valid(entry.agency_id, 'uuid') THEN entry.agency_id::uuid END`;

function errorsOf({ members }: Refusal): string | null {
  const { errors } = members as { errors?: readonly ValidationError[] };
  if (!errors?.length) return null;
  const cut = (text: string) => text.slice(0, errorLength);
  return JSON.stringify(errors.slice(0, listedErrors).map(({ path, message }) => ({ path: cut(path), message: cut(message) })));
}

/**
 * Shows operators which records were ingested and which were refused. The process writes the requests of a few seconds together, so that
 * logging costs a request no statement.
 */
export class IngestionLog {
  readonly #sql: Sql;
  readonly #writes: LaterWrites;
  #entries = new Map<string, Counted>();
  #refusals = new Map<string, number>();

  constructor(sql: Sql, writeAfterMs = limits.ingestionSeconds * 1_000) {
    this.#sql = sql;
    this.#writes = new LaterWrites(() => this.#writeAll(), writeAfterMs);
  }

  recorded(agencyId: string, { created, updated, unchanged }: IngestResult): void {
    const entry = { agencyId, outcome: 'recorded', slug: null, detail: null, errors: null } as const;
    this.#add({ ...entry, requests: 1, created, updated, unchanged });
  }

  /** Requests without a valid agency id must not use up the entries of a write. */
  refused(agencyId: string, refusal: Refusal): void {
    if (!isUuid(agencyId)) return;
    const { slug, detail = null } = refusal;
    const known = {
      agencyId,
      outcome: 'refused',
      slug,
      detail: detail && detail.slice(0, detailLength),
      errors: errorsOf(refusal),
    } as const;
    const isFurther = !this.#entries.has(nameOf(known)) && (this.#refusals.get(agencyId) ?? 0) >= maxRefusals;
    const entry = isFurther ? { ...known, detail: null, errors: null } : known;
    this.#add({ ...entry, requests: 1, created: 0, updated: 0, unchanged: 0 });
  }

  /** Writes the gathered entries. If that fails, they stay for the next write. */
  write(): Promise<void> {
    return this.#writes.now();
  }

  async #writeAll(): Promise<void> {
    const entries = [...this.#entries.values()];
    if (entries.length === 0) return;
    this.#entries = new Map();
    this.#refusals = new Map();
    const names = ['agencyId', 'outcome', 'slug', 'detail', 'errors', ...counts] as const;
    try {
      await this.#sql.query({ text: add, values: names.map((name) => entries.map((entry) => entry[name])) });
    } catch (error) {
      for (const entry of entries) this.#add(entry);
      throw error;
    }
  }

  #add(entry: Counted): void {
    this.#writes.soon();
    const name = nameOf(entry);
    const known = this.#entries.get(name);
    if (known) {
      for (const count of counts) known[count] += entry[count];
    } else if (this.#entries.size < maxEntries) {
      this.#entries.set(name, entry);
      if (entry.outcome === 'refused') this.#refusals.set(entry.agencyId, (this.#refusals.get(entry.agencyId) ?? 0) + 1);
    }
  }
}

const nameOf = ({ agencyId, outcome, slug, detail, errors }: Entry) => JSON.stringify([agencyId, outcome, slug, detail, errors]);
