import type { Sql } from '../database/client/sql.ts';

const agenciesAtOnce = 100;

/**
 * Does work for each agency whose row `q` of `agency_quotas` meets a condition of SQL, in the order of their ids. Where it fails for one it
 * continues with the next; the first error is thrown in the end. `signal` ends it between two agencies.
 */
export async function forEachAgency(
  sql: Sql,
  signal: AbortSignal,
  condition: string,
  work: (agencyId: string) => Promise<void>,
): Promise<void> {
  const text = `SELECT q.agency_id AS id FROM agency_quotas q WHERE q.agency_id > $1 AND (${condition}) ORDER BY q.agency_id LIMIT ${agenciesAtOnce}`;
  const errors: unknown[] = [];
  for (let after: string | undefined = '00000000-0000-0000-0000-000000000000'; after !== undefined;) {
    const agencies: { id: string }[] = await sql.query<{ id: string }>({ text, values: [after] });
    for (const { id } of agencies) {
      signal.throwIfAborted();
      await work(id).catch((error: unknown) => errors.push(error));
    }
    after = agencies.length < agenciesAtOnce ? undefined : agencies.at(-1)!.id;
  }
  if (errors.length > 0) throw errors[0];
}
