import pg from 'pg';
import { lease, type ConnectionLease } from '../../database/client/leasing-pool.ts';
import { rowsOf } from '../../database/client/run-statement.ts';
import type { Sql, Statement } from '../../database/client/sql.ts';
import { inTransaction } from '../../database/client/transaction.ts';

/**
 * The statements look up a few rows of large tables by index. Statistics lag behind a queue that fills and empties, so the settings rule
 * out plans that read or sort whole tables. With such plans, 20 rounds over 50,000 pending deliveries take 28 s instead of 2 s. No commit
 * waits for the disk: if a crash loses one, deliveries are sent again.
 */
const settings = 'SET enable_seqscan = off; SET enable_sort = off; SET synchronous_commit = off';

/** The server ends statements before this time, so a connection that is silent for longer is dead. */
const answerWithinMs = 15_000;

/** A PostgreSQL array of values without quotes: ids, numbers, instants, names. */
export function plainArray(values: readonly (string | number | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`;
}

/** A connection reserved for the statements of delivery, opened again when it was lost. A transaction stays on one connection. */
export class DeliveryConnection implements Sql {
  readonly #pool: pg.Pool;
  #client: Promise<ConnectionLease> | undefined;
  #lossCount = 0;
  /** Settles with the statement that was sent last. Statements of several parts run one after another. */
  #last: Promise<unknown> | undefined;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** How often the connection was lost. The server may have crashed then, and lost its last commits. */
  get lossCount(): number {
    return this.#lossCount;
  }

  async query<Row>(statement: Statement): Promise<Row[]> {
    const opened = this.#current();
    return this.#run<Row>(opened, (await opened).client, statement);
  }

  /** The caller must not run other statements at the same time. */
  async transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
    const opened = this.#current();
    const { client } = await opened;
    return inTransaction(
      (statement) => this.#run(opened, client, statement),
      work,
      () => void this.#drop(opened),
    );
  }

  async close(): Promise<void> {
    if (this.#client) await this.#drop(this.#client);
  }

  #current(): Promise<ConnectionLease> {
    return (this.#client ??= this.#open());
  }

  async #run<Row>(opened: Promise<ConnectionLease>, client: pg.PoolClient, statement: Statement): Promise<Row[]> {
    const run = () => rowsOf<Row>(client, statement, answerWithinMs);
    const before = this.#last;
    const answered = before ? before.then(run) : run();
    const last = answered.then(
      () => undefined,
      () => undefined,
    );
    this.#last = last;
    void last.then(() => this.#last === last && (this.#last = undefined));
    try {
      return await answered;
    } catch (error) {
      // Without a response of the server, the state of the connection is unknown.
      if (!(error instanceof pg.DatabaseError)) await this.#drop(opened);
      throw error;
    }
  }

  /** Closes a connection, so that its statements fail. The next statement opens another one. */
  async #drop(opened: Promise<ConnectionLease>): Promise<void> {
    if (this.#client !== opened) return;
    this.#client = undefined;
    this.#lossCount++;
    const connection = await opened.catch(() => undefined);
    connection?.release(true);
  }

  #open(): Promise<ConnectionLease> {
    const opened = this.#connect();
    const forget = () => {
      if (this.#client === opened) this.#client = undefined;
    };
    opened.then(({ client }) => {
      const lose = () => void this.#drop(opened);
      client.once('error', lose);
      client.once('end', lose);
    }, forget);
    return opened;
  }

  async #connect(): Promise<ConnectionLease> {
    const connection = await lease(this.#pool);
    try {
      await connection.client.query(settings);
      return connection;
    } catch (error) {
      connection.release(true);
      throw error;
    }
  }
}
