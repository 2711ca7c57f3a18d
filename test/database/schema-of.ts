import pg from 'pg';

/** Relations, without partitions: those of a table have its columns, and indexes of any name. */
const schema = `
  WITH relation AS (
    SELECT c.*, c.oid::regclass AS name FROM pg_class c
     WHERE c.relnamespace IN ('public'::regnamespace, 'graphile_worker'::regnamespace) AND NOT c.relispartition
  )
  SELECT 'relation' AS kind, format('%s %s %s %s %s %s %s %s %s %s', name, relkind, relpersistence, relreplident, reloptions,
           (SELECT reloptions FROM pg_class t WHERE t.oid = reltoastrelid), relrowsecurity, pg_get_partkeydef(oid), pg_get_userbyid(relowner),
           (SELECT array_agg(each::text ORDER BY each::text) FROM unnest(relacl) AS each)) AS line
    FROM relation WHERE relkind <> 'I' AND relkind <> 'i'
  UNION ALL SELECT 'column', format('%s %s %s %s %s %s %s %s', r.name, attname, format_type(atttypid, atttypmod), attcollation::regcollation, attnotnull,
           pg_get_expr(adbin, adrelid), attidentity, attgenerated)
    FROM pg_attribute a JOIN relation r ON r.oid = a.attrelid LEFT JOIN pg_attrdef d ON d.adrelid = r.oid AND d.adnum = a.attnum
   WHERE r.relkind IN ('r', 'p', 'v') AND attnum > 0 AND NOT attisdropped
  UNION ALL SELECT 'view', pg_get_viewdef(oid) FROM relation WHERE relkind = 'v'
  UNION ALL SELECT 'constraint', format('%s %s %s %s', r.name, conname, convalidated, pg_get_constraintdef(c.oid)) FROM pg_constraint c JOIN relation r ON r.oid = c.conrelid
  UNION ALL SELECT 'index', format('%s %s', indisvalid, pg_get_indexdef(indexrelid)) FROM pg_index i JOIN relation r ON r.oid = i.indexrelid
  UNION ALL SELECT 'partition', format('%s %s %s', h.inhrelid::regclass, h.inhparent::regclass, count(i.indexrelid) FILTER (WHERE i.indisvalid))
    FROM pg_inherits h JOIN relation r ON r.oid = h.inhparent AND r.relkind = 'p' LEFT JOIN pg_index i ON i.indrelid = h.inhrelid GROUP BY h.inhrelid, h.inhparent
  UNION ALL SELECT 'function', format('%s %s', pg_get_functiondef(oid), (SELECT array_agg(each::text ORDER BY each::text) FROM unnest(proacl) AS each))
    FROM pg_proc WHERE pronamespace IN ('public'::regnamespace, 'graphile_worker'::regnamespace) AND prokind = 'f'
  UNION ALL SELECT 'policy', format('%s %s %s %s %s %s', tablename, policyname, cmd, roles, qual, with_check) FROM pg_policies
  UNION ALL SELECT 'trigger', pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
  UNION ALL SELECT 'statistics', pg_get_statisticsobjdef(oid) FROM pg_statistic_ext
  UNION ALL SELECT 'migration', name FROM schema_migrations
  UNION ALL SELECT 'job migration', id::text FROM graphile_worker.migrations
  ORDER BY 1, 2`;

/** What the catalogs have of the schema, a line for each thing, in whatever order it was made. */
export async function schemaOf(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ kind: string; line: string }>(schema);
    return rows.map(({ kind, line }) => `${kind} ${line}`);
  } finally {
    await client.end();
  }
}
