import pg from 'pg';
import { byIndex, lockSetting, scopeSetting, SettingsQuery } from './settings-query.ts';
import type { Settings, Statement } from './sql.ts';

export const statementTimeoutMs = 10_000;

/** Makes `date_trunc` use UTC, whatever the time zone of the database. */
export const inUtc: Settings = { TimeZone: 'UTC' };

/** A request reads a page: parallel workers would cost other requests more than they save this one. */
export const ofRequests: Settings = { ...inUtc, max_parallel_workers_per_gather: '0' };

/** Options of the pools of requests and of the worker. */
export const session = {
  statement_timeout: statementTimeoutMs,
  idle_in_transaction_session_timeout: 30_000,
  connectionTimeoutMillis: 5_000,
  idleTimeoutMillis: 60_000,
  keepAlive: true,
} as const;

const int8 = 20;
const timestamptz = 1184;

// Sums stay below 2^53, so that a number is exact.
pg.types.setTypeParser(int8, Number);

/** The usual form of an instant, which needs no general parser. A page contains many instants. */
const utcTime = /^\d{4}-\d{2}-\d{2} [\d:.]+\+00$/;
const parseTime = pg.types.getTypeParser(timestamptz) as (text: string) => Date;
pg.types.setTypeParser(timestamptz, (text) =>
  utcTime.test(text) ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : parseTime(text),
);

type Answered = (error: Error | undefined, result: pg.QueryResult) => void;

/** The form of `query` that accepts a `SettingsQuery`. */
interface Runner {
  query(query: SettingsQuery, values: undefined, answered: Answered): unknown;
}

function runStatement(
  client: pg.ClientBase | pg.Pool,
  { name, text, values, plan, rowScope, lockTimeoutMs }: Statement,
  answerWithinMs?: number,
): Promise<pg.QueryResult> {
  const config = {
    text,
    values: values as unknown[],
    ...(name ? { name } : {}),
    ...(answerWithinMs === undefined ? {} : { query_timeout: answerWithinMs }),
  };
  const setting = rowScope ? scopeSetting(rowScope, name !== undefined) : lockTimeoutMs !== undefined && lockSetting(lockTimeoutMs);
  const isByIndex = plan === 'by-index';
  if (!setting && !isByIndex) return client.query(config);
  const query = new SettingsQuery(config, setting || undefined);
  if (isByIndex) query.setBefore(byIndex);
  return new Promise((resolve, reject) => {
    (client as unknown as Runner).query(query, undefined, (error, result) => (error ? reject(error) : resolve(result)));
  });
}

/** `npm run statements` verifies the type of the rows. Fails if the connection does not respond within `answerWithinMs`. */
export async function rowsOf<Row>(client: pg.ClientBase | pg.Pool, statement: Statement, answerWithinMs?: number): Promise<Row[]> {
  const { rows } = await runStatement(client, statement, answerWithinMs);
  return rows as Row[];
}
