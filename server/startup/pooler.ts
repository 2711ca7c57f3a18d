import pg from 'pg';
import { databaseIdentity } from '../database/replica/replica.ts';
import { withClient } from '../database/client/own-client.ts';
import { throughPooler } from '../database/client/transaction-pooler.ts';

interface SessionFacts {
  readonly identity: string;
  /** Whether a setting of the start of the session applies, as in a session of PostgreSQL itself. */
  readonly isSession: boolean;
  /** Whether a prepared statement has the given name. A pooler that tracks statements per client renames it. */
  readonly isNamed: boolean;
}

/** A setting that nothing else reads. */
const mark = 'tenant_scope.session';

const statementName = 'named-by-client';

const factsText = `
  SELECT ${databaseIdentity} AS identity, coalesce(current_setting('${mark}', true), '') = 'begun' AS "isSession",
         EXISTS (SELECT FROM pg_prepared_statements WHERE name = '${statementName}') AS "isNamed"`;

async function readFactsWith(url: string, settings: pg.ClientConfig = {}): Promise<SessionFacts> {
  const read = (client: pg.Client) => client.query<SessionFacts>({ name: statementName, text: factsText, values: [] });
  const { rows } = await withClient(url, 'sessions', read, settings);
  return rows[0]!;
}

const protocolViolation = '08P01';

/** PgBouncer refuses a startup parameter that it does not know, unless it is configured to ignore it. */
async function readSession(url: string): Promise<SessionFacts> {
  try {
    return await readFactsWith(url, { options: `-c ${mark}=begun` });
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== protocolViolation) throw error;
    return readFactsWith(url);
  }
}

/** The reason why the service cannot use these addresses, with the remedy; undefined if it can. */
export async function refusalOfPooler(databaseUrl: string, directUrl: string | undefined): Promise<string | undefined> {
  const direct = await readSession(directUrl ?? databaseUrl);
  if (!direct.isSession) {
    return directUrl === undefined
      ? 'DATABASE_URL leads to a pooler that does not pass session settings on; set DATABASE_DIRECT_URL to the address of PostgreSQL itself'
      : 'DATABASE_DIRECT_URL leads to a pooler that does not pass session settings on; set it to the address of PostgreSQL itself';
  }
  if (directUrl === undefined) return undefined;
  const pooled = await readSession(throughPooler(databaseUrl));
  if (pooled.identity !== direct.identity) {
    return 'DATABASE_DIRECT_URL leads to another database than DATABASE_URL; set it to the same database without the pooler';
  }
  if (!pooled.isSession && pooled.isNamed) {
    return 'the pooler of DATABASE_URL does not track prepared statements; use PgBouncer 1.21 or later and set its max_prepared_statements above 0';
  }
  return undefined;
}
