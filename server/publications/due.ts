import type { Sql } from '../database/client/sql.ts';

/** SQL: since when a publication is due. */
export const dueSince = (alias: string) => `greatest(${alias}.scheduled_at, ${alias}.created_at)`;

/**
 * SQL: whether a publication is due and not leased, and its agency is not being erased. The subquery keeps the rows in the order of their index, which a
 * join would not.
 */
export const isClaimable = (alias: string) =>
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
