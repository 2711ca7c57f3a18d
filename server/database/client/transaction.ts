import type pg from 'pg';
import type { ConnectionLease } from './leasing-pool.ts';
import { rowsOf } from './run-statement.ts';
import type { Sql, Statement, Transaction, TransactionOptions } from './sql.ts';

/** Runs all statements over one connection. Rejects after the connection was lost. */
type RunStatement = <Row>(statement: Statement) => Promise<Row[]>;

/** Statements inside one transaction. Runs none after its end, because another caller may use the connection then. */
class TransactionSql implements Sql {
  readonly #run: RunStatement;
  #isOver = false;
  #hasFailed = false;

  constructor(run: RunStatement) {
    this.#run = run;
  }

  async query<Row>(statement: Statement): Promise<Row[]> {
    if (this.#isOver) throw new Error('the transaction has ended');
    try {
      return await this.#run<Row>(statement);
    } catch (error) {
      this.#hasFailed = true;
      throw error;
    }
  }

  /** If a statement failed, PostgreSQL answers a commit without an error, and rolls back. */
  checkBeforeCommit(): void {
    if (this.#hasFailed) throw rolledBack();
  }

  end(): void {
    this.#isOver = true;
  }
}

/**
 * Runs `work` in a transaction on one connection. If the connection is lost, the next statement fails, and the database rolls back.
 * `onBroken` runs if the rollback failed, so that the connection cannot be used again.
 */
export async function inTransaction<Result>(
  run: RunStatement,
  work: (sql: Sql) => Promise<Result>,
  onBroken: (error: Error) => void,
): Promise<Result> {
  const transaction = new TransactionSql(run);
  try {
    await run({ text: 'BEGIN' });
    const result = await work(transaction);
    transaction.end();
    transaction.checkBeforeCommit();
    await run({ text: 'COMMIT' });
    return result;
  } catch (error) {
    transaction.end();
    await run({ text: 'ROLLBACK' }).catch(onBroken);
    throw error;
  }
}

/** The state of a transaction's commit. */
type Commit = 'not sent' | 'sent' | 'done' | 'refused';

const rolledBack = () => new Error('the transaction is aborted: one of its statements failed');

/**
 * Runs `work` in a transaction on a pipelining connection: BEGIN is sent with the first statement, and COMMIT with the last one if `work` uses
 * `queryLast`.
 */
export async function transactionOn<Result>(
  leasing: Promise<ConnectionLease<pg.ClientBase>>,
  work: (transaction: Transaction) => Promise<Result>,
  { lockTimeoutMs }: TransactionOptions = {},
): Promise<Result> {
  const { client, release } = await leasing;
  const afterCommit: (() => void)[] = [];
  const onUnknown: (() => void)[] = [];
  const sql = new TransactionSql((statement) => rowsOf(client, statement));
  let commit = 'not sent' as Commit;
  let broken: Error | undefined;

  const sendCommit = async (): Promise<void> => {
    commit = 'sent';
    const { command } = await client.query('COMMIT');
    // If a statement failed, the answer is ROLLBACK, without an error.
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
      if (commit !== 'done') throw rolledBack();
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
      if ((commit as Commit) !== 'done') throw rolledBack();
    }
    for (const action of afterCommit) action();
    return worked.value;
  } catch (error) {
    sql.end();
    if (commit === 'sent') {
      // The outcome is unknown, and the connection cannot be used again.
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
