import pg from 'pg';
import { lease, type ConnectionLease } from '../../database/client/leasing-pool.ts';
import { rowsOf } from '../../database/client/run-statement.ts';
import type { Sql, Statement } from '../../database/client/sql.ts';
import { inTransaction } from '../../database/client/transaction.ts';

/**
 * Every statement here looks up a few rows of large tables by index, in the index's order. Statistics lag behind a queue
 * that fills and empties, so the session rules out the plans that read all that is pending, however little they say that is: 20
 * rounds over 50,000 pending deliveries that they do not know of take 2 s, and with those plans 28. It rules out sorts too, so that what
 * is due for one endpoint is read in the order of the index that begins with the endpoint. Otherwise a plan could read all that is due by
 * another index and sort it. A commit that a crash of the database loses only sends again what had been sent, so none of them waits for the disk.
 */
const settings = 'SET enable_seqscan = off; SET enable_sort = off; SET synchronous_commit = off';

/** Longer than the server lets a statement run: a connection that is silent for so long is dead. */
const answerWithinMs = 15_000;

/** A PostgreSQL array of what needs no quotes: ids, numbers, instants, words of our own. */
export function plainArray(values: readonly (string | number | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`;
}

/**
 * One connection of the pool, reserved for the statements of delivery and opened again when it was lost. A transaction
 * stays on the connection that it began on.
 */
export class DeliveryConnection implements Sql {
  readonly #pool: pg.Pool;
  #client: Promise<ConnectionLease> | undefined;
  #lossCount = 0;
  /** Settles with the statement that was sent last: those of different parts follow each other. */
  #last: Promise<unknown> | undefined;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** How often the connection was lost: with the server, where that ended, and what it had not yet written to the disk. */
  get lossCount(): number {
    return this.#lossCount;
  }

  async query<Row>(statement: Statement): Promise<Row[]> {
    const opened = this.#current();
    return this.#run<Row>(opened, (await opened).client, statement);
  }

  /** The caller runs one transaction at a time and nothing else at the same time. */
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
      // Without an answer of the server the state of the connection is unknown.
      if (!(error instanceof pg.DatabaseError)) await this.#drop(opened);
      throw error;
    }
  }

  /** Closes a connection, so that its statements fail and the next one that is needed is another. */
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
