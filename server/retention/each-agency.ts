import type { Sql } from '../database/client/sql.ts';
import { firstId } from '../database/id-times.ts';

const pageSize = 100;

/**
 * Runs work for each agency whose row `q` of `agency_quotas` meets an SQL condition, in the order of their ids. After a failure it
 * continues with the next agency, and throws the first error at the end. `signal` ends it between two agencies.
 */
export async function forEachAgency(
  sql: Sql,
  signal: AbortSignal,
  condition: string,
  work: (agencyId: string) => Promise<void>,
): Promise<void> {
  const text = `SELECT q.agency_id AS id FROM agency_quotas q WHERE q.agency_id > $1 AND (${condition}) ORDER BY q.agency_id LIMIT ${pageSize}`;
  const errors: unknown[] = [];
  for (let after: string | undefined = firstId; after !== undefined;) {
    const agencies: { id: string }[] = await sql.query<{ id: string }>({ text, values: [after] });
    for (const { id } of agencies) {
      signal.throwIfAborted();
      await work(id).catch((error: unknown) => errors.push(error));
    }
    after = agencies.length < pageSize ? undefined : agencies.at(-1)!.id;
  }
  if (errors.length > 0) throw errors[0];
}
