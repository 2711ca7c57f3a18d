import type { Sql, Statement } from './sql.ts';

/** Runs a statement over one connection, always the same one. Rejects once the connection is lost. */
export type RunStatement = <Row>(statement: Statement) => Promise<Row[]>;

/** Statements inside one transaction. None runs when it is over: its connection may serve somebody else by then. */
export class TransactionSql implements Sql {
  readonly #run: RunStatement;
  #isOver = false;
  #hasFailed = false;

  constructor(run: RunStatement) {
    this.#run = run;
  }

  async query<Row>(statement: Statement): Promise<Row[]> {
    if (this.#isOver) throw new Error('the transaction is over');
    try {
      return await this.#run<Row>(statement);
    } catch (error) {
      this.#hasFailed = true;
      throw error;
    }
  }

  /** PostgreSQL answers the commit of a transaction in which a statement failed without an error, and rolls it back. */
  checkBeforeCommit(): void {
    if (this.#hasFailed) throw new Error('the transaction is rolled back: a statement in it failed');
  }

  end(): void {
    this.#isOver = true;
  }
}

/**
 * Runs `work` in a transaction. It lives on one connection and dies with it: when that is lost, the next statement
 * fails, and the database keeps nothing of what came before it. `onBroken` hears of a connection that cannot even roll
 * back and is of no more use.
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
