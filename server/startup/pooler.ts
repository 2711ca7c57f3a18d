import pg from 'pg';
import { databaseIdentity } from '../database/replica/replica.ts';
import { withClient } from '../database/client/own-client.ts';
import { throughPooler } from '../database/client/transaction-pooler.ts';

interface Seen {
  readonly identity: string;
  /** Whether the setting that was requested at the beginning of the session applies, as it does in PostgreSQL's own sessions. */
  readonly isSession: boolean;
  /** Whether a prepared statement has the name here that it was given. A pooler that tracks them per client gives it another. */
  readonly isNamed: boolean;
}

/** A setting that nothing reads; a session has it when it was requested at its beginning. */
const mark = 'reach.session';

const statementName = 'named-by-client';

const look = `
  SELECT ${databaseIdentity} AS identity, coalesce(current_setting('${mark}', true), '') = 'begun' AS "isSession",
         EXISTS (SELECT FROM pg_prepared_statements WHERE name = '${statementName}') AS "isNamed"`;

async function lookWith(url: string, settings: pg.ClientConfig = {}): Promise<Seen> {
  const seen = (client: pg.Client) => client.query<Seen>({ name: statementName, text: look, values: [] });
  const { rows } = await withClient(url, 'sessions', seen, settings);
  return rows[0]!;
}

const protocolViolation = '08P01';

/** PgBouncer refuses a startup parameter that it does not know, unless it is configured to ignore it. */
async function lookAt(url: string): Promise<Seen> {
  try {
    return await lookWith(url, { options: `-c ${mark}=begun` });
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== protocolViolation) throw error;
    return lookWith(url);
  }
}

/** Why the service would not work over these addresses, and what to change; undefined where it would. */
export async function refusalOfPooler(databaseUrl: string, directUrl: string | undefined): Promise<string | undefined> {
  const direct = await lookAt(directUrl ?? databaseUrl);
  if (!direct.isSession) {
    return directUrl === undefined
      ? 'DATABASE_URL leads to a pooler that does not pass session settings on; set DATABASE_DIRECT_URL to the address of PostgreSQL itself'
      : 'DATABASE_DIRECT_URL leads to a pooler that does not pass session settings on; set it to the address of PostgreSQL itself';
  }
  if (directUrl === undefined) return undefined;
  const pooled = await lookAt(throughPooler(databaseUrl));
  if (pooled.identity !== direct.identity) {
    return 'DATABASE_DIRECT_URL leads to another database than DATABASE_URL; set it to the same database without the pooler';
  }
  if (!pooled.isSession && pooled.isNamed) {
    return 'the pooler of DATABASE_URL does not track prepared statements; use PgBouncer 1.21 or later and set its max_prepared_statements above 0';
  }
  return undefined;
}
