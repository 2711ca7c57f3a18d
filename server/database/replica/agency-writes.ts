import type { Sql } from '../client/sql.ts';
import { firstId } from '../id-times.ts';

/** The row that represents all agencies. */
const everyAgency = firstId;

/** A position of the write-ahead log as a number of bytes, which stays below 2^53. */
export const bytesOf = (position: string) => `(${position} - '0/0'::pg_lsn)::bigint`;

/** Adds the row of all agencies if it is missing. Writes made without it count as made now. */
export const keepWrites = `
  INSERT INTO agency_writes (agency_id, position) VALUES ('${everyAgency}', pg_current_wal_insert_lsn()) ON CONFLICT DO NOTHING`;

const note = `
  INSERT INTO agency_writes AS w (agency_id, position) VALUES ($1, pg_current_wal_insert_lsn())
  ON CONFLICT (agency_id) DO UPDATE SET position = greatest(w.position, excluded.position)`;

/** SQL: the position of the agency's last write, in any process; null while none is known. */
export const lastWrite = (agencyId: string) => `
  (SELECT ${bytesOf('greatest(own.position, every.position)')}
     FROM agency_writes every LEFT JOIN agency_writes own ON own.agency_id = ${agencyId}
    WHERE every.agency_id = '${everyAgency}')`;

/** Saves the position of the write-ahead log after a commit and before the response. */
export class AgencyWrites {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async note(agencyId: string): Promise<void> {
    await this.#sql.query({ name: 'note-write', text: note, values: [agencyId], rowScope: { agencyId, creatorIds: [] } });
  }

  noteForAll(): Promise<void> {
    return this.note(everyAgency);
  }
}
