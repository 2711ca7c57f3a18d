import type { ClaimedPublication } from '../../generated/models.ts';
import type { Sql } from '../database/client/sql.ts';
import { presentPublication, publicationColumns, type PublicationRow } from '../entities/publication.ts';

/** SQL: since when a publication is due. */
const dueSince = (alias: string) => `greatest(${alias}.scheduled_at, ${alias}.created_at)`;

/**
 * SQL: whether a publication is due and not leased, and its agency is not being erased. The subquery keeps the rows in the order of their index, which a
 * join would not.
 */
const isClaimable = (alias: string) =>
  `${alias}.status = 'scheduled' AND ${dueSince(alias)} <= now() AND ${alias}.leased_until <= now()
   AND (SELECT a.erased_at FROM agencies a WHERE a.id = ${alias}.agency_id) IS NULL`;

/** How long the oldest due publication without a lease has waited; 0 without one. */
export async function oldestUnclaimedSeconds(sql: Sql): Promise<number> {
  const [oldest] = await sql.query<{ seconds: number }>({
    name: 'oldest-unclaimed-publication',
    text: `
      SELECT extract(epoch FROM now() - ${dueSince('p')})::float8 AS seconds
        FROM publications p
       WHERE ${isClaimable('p')}
       ORDER BY ${dueSince('p')}
       LIMIT 1`,
  });
  return oldest?.seconds ?? 0;
}

export interface Claim {
  readonly limit: number;
  readonly leaseSeconds: number;
  /** Only this agency's publications. */
  readonly agencyId?: string;
}

/** Leases due publications, the oldest first. Parallel claims skip each other's rows. */
export async function claimDuePublications(sql: Sql, { limit, leaseSeconds, agencyId }: Claim): Promise<ClaimedPublication[]> {
  const rows = await sql.query<PublicationRow & { agency_id: string; lease_id: string | null }>({
    text: `
      WITH due AS MATERIALIZED (
        SELECT p.agency_id, p.id
          FROM publications p
         WHERE ${isClaimable('p')} ${agencyId === undefined ? '' : 'AND p.agency_id = $3'}
         ORDER BY ${dueSince('p')}, p.id
         LIMIT $1
           FOR UPDATE SKIP LOCKED
      ), leased AS (
        UPDATE publications p
           SET lease_id = gen_random_uuid(), leased_until = now() + make_interval(secs => $2)
          FROM due
         WHERE p.agency_id = due.agency_id AND p.id = due.id
        RETURNING p.*
      )
      SELECT ${publicationColumns}, agency_id, lease_id FROM leased l ORDER BY ${dueSince('l')}, l.id`,
    values: [limit, leaseSeconds, ...(agencyId === undefined ? [] : [agencyId])],
  });
  return rows.map((row) => ({ lease_id: row.lease_id!, agency_id: row.agency_id, publication: presentPublication(row) }));
}
