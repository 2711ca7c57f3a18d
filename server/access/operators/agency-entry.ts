import { bytesOf, lastWrite } from '../../database/replica/agency-writes.ts';
import type { Sql } from '../../database/client/sql.ts';
import { isUuid } from '../../query/uuid.ts';

/** The agency of an impersonated request. */
export interface AgencyEntry {
  readonly agencyId: string;
  readonly agencyName: string;
  /** Position of the write-ahead log after the agency's last write; null if it is not known. */
  readonly lastWrite: number | null;
  /** Current position of the write-ahead log. */
  readonly position: number;
}

export async function findAgency(sql: Sql, agencyId: string): Promise<AgencyEntry | undefined> {
  if (!isUuid(agencyId)) return undefined;
  const [found] = await sql.query<AgencyEntry>({
    name: 'enter agency',
    text: `
      SELECT a.id AS "agencyId", a.name AS "agencyName", ${lastWrite('a.id')} AS "lastWrite", ${bytesOf('pg_current_wal_insert_lsn()')} AS position
        FROM agencies a WHERE a.id = $1 AND a.erased_at IS NULL`,
    values: [agencyId],
  });
  return found;
}
