import pg from 'pg';
import { GatheringClient } from './gathering-client.ts';
import { lease } from './leasing-pool.ts';
import { rowsOf } from './run-statement.ts';
import type { Statement, Transaction, TransactionOptions } from './sql.ts';
import { TransactionSql } from './transaction.ts';
import { useOf, watchedPool, type OpenConnections, type PoolUse } from './watched-client.ts';

/** What became of a transaction's commit. */
type Commit = 'not sent' | 'sent' | 'done' | 'refused';

/**
 * Transactions over connections on which statements need not wait for each other's answers: those that are asked for
 * at the same time are sent together, the beginning with the first and the commit with the last.
 */
export class TransactionPool {
  readonly use: PoolUse;
  readonly #pool: pg.Pool;

  constructor(url: string, size: number, open: OpenConnections, settings: pg.PoolConfig) {
    this.#pool = watchedPool(open, { Client: GatheringClient, ...settings, connectionString: url, max: size, pipeline: true });
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
    this.use = useOf(this.#pool);
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  /** Runs one statement, which begins and commits by itself: in one write, and one answer. */
  async alone<Row>(statement: Statement, onUnknown: () => void): Promise<Row[]> {
    const { client, release } = await lease(this.#pool);
    let broken: Error | undefined;
    try {
      return await rowsOf<Row>(client, statement);
    } catch (error) {
      // What the server refuses it has rolled back; of a session that ended nobody knows.
      if (!(error instanceof pg.DatabaseError) || error.severity !== 'ERROR') {
        broken = error as Error;
        onUnknown();
      }
      throw error;
    } finally {
      release(broken);
    }
  }

  /** Commits when `work` resolves and rolls back when it rejects. It lives on one connection and dies with it. */
  async transaction<Result>(
    work: (transaction: Transaction) => Promise<Result>,
    { lockTimeoutMs }: TransactionOptions = {},
  ): Promise<Result> {
    const { client, release } = await lease(this.#pool);
    const afterCommit: (() => void)[] = [];
    const onUnknown: (() => void)[] = [];
    const sql = new TransactionSql((statement) => rowsOf(client, statement));
    let commit = 'not sent' as Commit;
    let broken: Error | undefined;

    const sendCommit = async (): Promise<void> => {
      commit = 'sent';
      const { command } = await client.query('COMMIT');
      // The commit of a transaction in which a statement failed is answered without an error.
      commit = command === 'COMMIT' ? 'done' : 'refused';
    };
    const transaction: Transaction = {
      query: (statement) => sql.query(statement),
      async queryLast<Row>(statement: Statement): Promise<Row[]> {
        const rows = sql.query<Row>(statement);
        sql.end();
        const [answered, committed] = await Promise.allSettled([rows, sendCommit()]);
        if (committed.status === 'rejected') throw committed.reason;
        if (answered.status === 'rejected') throw answered.reason;
        if (commit !== 'done') throw new Error('the transaction is rolled back: a statement in it failed');
        return answered.value;
      },
      afterCommit: (action) => void afterCommit.push(action),
      onUnknown: (action) => void onUnknown.push(action),
    };
    const begun = client.query(lockTimeoutMs === undefined ? 'BEGIN' : `BEGIN; SET LOCAL lock_timeout = ${lockTimeoutMs}`);
    try {
      const [begin, worked] = await Promise.allSettled([begun, work(transaction)]);
      if (begin.status === 'rejected') throw begin.reason;
      if (worked.status === 'rejected') throw worked.reason;
      if (commit === 'not sent') {
        sql.end();
        sql.checkBeforeCommit();
        await sendCommit();
        if ((commit as Commit) !== 'done') throw new Error('the transaction is rolled back: a statement in it failed');
      }
      for (const action of afterCommit) action();
      return worked.value;
    } catch (error) {
      sql.end();
      if (commit === 'sent') {
        // Nobody knows whether it was done: the connection is of no more use either.
        broken = error as Error;
        for (const action of onUnknown) action();
      } else if (commit === 'not sent') {
        await client.query('ROLLBACK').catch((rollbackError: Error) => (broken = rollbackError));
      }
      throw error;
    } finally {
      release(broken);
    }
  }
}
