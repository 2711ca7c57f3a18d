import type { Sql } from '../../database/client/sql.ts';

/** The policies of the service. */
export const policies = ['tenant_scope', 'limited_tenant_scope', 'service'];

/** SQL of the policies of a table. Its text has no %, which `on_shards` replaces. */
const policiesOf = (table: string) => `
  SELECT concat_ws(E'\\n', c.relrowsecurity, (
           SELECT string_agg(concat_ws(' ', p.polname, p.polcmd, p.polpermissive, pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid),
                                       (SELECT string_agg(r.rolname, ',' ORDER BY r.rolname) FROM pg_roles r WHERE r.oid = ANY (p.polroles))),
                             E'\\n' ORDER BY p.polname)
             FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname IN ('${policies.join("', '")}')))
    FROM pg_class c WHERE c.oid = '${table}'::regclass`;

/** Whether a shard has other policies than its table: an administrator of a worker of Citus can change one alone. Ignores workers that do not answer. */
export async function policiesOnWorkersDiffer(sql: Sql, tables: ReadonlySet<string>): Promise<boolean> {
  for (const table of tables) {
    const rows = await sql
      .query<{ own: string; of_part: string | null }>({
        text: `SELECT (${policiesOf(table)}) AS own, of_part FROM on_shards('${table}', $parts$${policiesOf('%1$s')}$parts$) AS part (of_part)`,
      })
      .catch(() => []);
    if (rows.some(({ own, of_part: ofPart }) => ofPart !== null && ofPart !== own)) return true;
    // The other tables have shards on the same workers.
    if (rows.some(({ of_part: ofPart }) => ofPart === null)) return false;
  }
  return false;
}
