import pg from 'pg';
import { runUnlessGone } from './cancel-statement.ts';
import type { Statement } from './sql.ts';

export const statementTimeoutMs = 10_000;

/** Options of a session: hours are cut in UTC, whatever zone the database has. */
export const inUtc = '-c TimeZone=UTC';

/** … of requests: each reads a page, and starting more processes for it would cost the others more than it saves this one. */
export const ofRequests = `${inUtc} -c max_parallel_workers_per_gather=0`;

const int8 = 20;
const timestamptz = 1184;

// Sums stay below 2^53, so that a JavaScript number holds each of them.
pg.types.setTypeParser(int8, Number);

/** The usual form of a time, in UTC and in this era, is read without the general parser: pages are full of them. */
const utcTime = /^\d{4}-\d{2}-\d{2} [\d:.]+\+00$/;
const parseTime = pg.types.getTypeParser(timestamptz) as (text: string) => Date;
pg.types.setTypeParser(timestamptz, (text) =>
  utcTime.test(text) ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : parseTime(text),
);

/** The lists of `values` are read-only for callers; pg takes its own mutable form. */
function toQuery({ name, text, values }: Statement): pg.QueryConfig {
  return { text, values: values as unknown[], ...(name ? { name } : {}) };
}

/** That the rows are of the type is held by `npm run statements`. A connection that is silent for longer than `answerWithinMs` fails. */
export async function rowsOf<Row>(client: pg.ClientBase | pg.Pool, statement: Statement, answerWithinMs?: number): Promise<Row[]> {
  const config = { ...toQuery(statement), ...(answerWithinMs === undefined ? {} : { query_timeout: answerWithinMs }) };
  const { gone } = statement;
  const { rows } =
    gone && client instanceof pg.Pool ? await runUnlessGone(client, gone, (own) => own.query(config)) : await client.query(config);
  return rows as Row[];
}
