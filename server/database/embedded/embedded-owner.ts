import { randomBytes } from 'node:crypto';
import { TlsClient } from '../client/tls-client.ts';

/** Owns the tables of the embedded database and is not a superuser. */
const owner = 'agency_service';

/** Where the tables and the jobs are. Earlier releases made them as the superuser. */
const schemas = `('public'::regnamespace, to_regnamespace('graphile_worker'))`;

const handOver = `
  DO $$ DECLARE command text; BEGIN
    FOR command IN
      SELECT format('ALTER SCHEMA %I OWNER TO ${owner}', nspname) FROM pg_namespace WHERE nspname = 'graphile_worker' AND nspowner <> '${owner}'::regrole
      UNION ALL
      SELECT format('ALTER %s %s OWNER TO ${owner}', CASE relkind WHEN 'v' THEN 'VIEW' WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END, c.oid::regclass)
        FROM pg_class c
       WHERE relnamespace IN ${schemas} AND relkind IN ('r', 'p', 'v', 'S') AND relowner <> '${owner}'::regrole
         -- A sequence of a column goes with its table.
         AND NOT (relkind = 'S' AND EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype IN ('a', 'i')))
      UNION ALL
      SELECT format('ALTER ROUTINE %s OWNER TO ${owner}', oid::regprocedure) FROM pg_proc WHERE pronamespace IN ${schemas} AND proowner <> '${owner}'::regrole
      UNION ALL
      SELECT format('ALTER TYPE %s OWNER TO ${owner}', t.oid::regtype)
        FROM pg_type t LEFT JOIN pg_class c ON c.oid = t.typrelid
       WHERE typnamespace IN ${schemas} AND typowner <> '${owner}'::regrole AND (typtype = 'e' OR c.relkind = 'c')
    LOOP
      EXECUTE command;
    END LOOP;
  END $$`;

/**
 * Makes the owner of the embedded database, or gives the one that is there a new password, and makes everything in the
 * database its own. Answers with the URL by which it connects.
 */
export async function embeddedOwner(administratorUrl: string): Promise<string> {
  const password = randomBytes(24).toString('base64url');
  const client = new TlsClient({ connectionString: administratorUrl, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(`
      DO $$ BEGIN
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${owner}') THEN CREATE ROLE ${owner} LOGIN CREATEROLE; END IF;
        EXECUTE format('ALTER DATABASE %I OWNER TO ${owner}', current_database());
      END $$;
      ALTER ROLE ${owner} PASSWORD '${password}'`);
    await client.query(handOver);
  } finally {
    await client.end();
  }
  const url = new URL(administratorUrl);
  url.username = owner;
  url.password = password;
  return url.href;
}
