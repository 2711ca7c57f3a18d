import { Publishing } from '../database/publishing.ts';
import type { Database, SqlWithinReach, Statement, Transaction, TransactionWithinReach } from '../database/sql.ts';
import type { Reach } from './reach.ts';
import type { ReachStatements } from './reach-sql.ts';

/** Positions of the write-ahead log when a request came in. */
export interface ReadPositions {
  /** The agency's last write, which its reads must show; null where it is not known. */
  readonly lastWrite: number | null;
  readonly now: number;
}

/** The rows that one key reaches: the only door to the database that a resource is given. */
export class Reachable implements SqlWithinReach {
  readonly reach: Reach;
  readonly #database: Database;
  readonly #statements: ReachStatements;
  readonly #positions: ReadPositions | undefined;
  readonly #gone: AbortSignal | undefined;

  /**
   * Without `positions` everything is read from the primary: so where the contract does not say that the operation may lag. With
   * `gone` the operation only reads, and its statements end when that aborts.
   */
  constructor(database: Database, statements: ReachStatements, reach: Reach, positions?: ReadPositions, gone?: AbortSignal) {
    this.#database = database;
    this.#statements = statements;
    this.reach = reach;
    this.#positions = positions;
    this.#gone = gone;
  }

  /** Whether `queryReplica` may read from elsewhere than `query` does. */
  get mayReadReplica(): boolean {
    return this.#database.hasReplicas && typeof this.#positions?.lastWrite === 'number';
  }

  /** Where the primary was when the request came in; undefined where everything is read from it. */
  get position(): number | undefined {
    return this.#database.hasReplicas ? this.#positions?.now : undefined;
  }

  async query<Row>(statement: Statement): Promise<Row[]> {
    return this.#database.query<Row>(this.#within(statement));
  }

  /**
   * For lists and analytics, which may lag behind what others do: a read replica that shows what the agency itself wrote,
   * and what the primary had at `since`; null asks for what it has now.
   */
  async queryReplica<Row>(statement: Statement, since: number | null = 0): Promise<Row[]> {
    if (!this.#positions) throw new Error('the contract does not say of this operation that it may read from a replica');
    const { lastWrite } = this.#positions;
    const shown = lastWrite === null || since === null ? null : Math.max(lastWrite, since);
    return this.#database.replica.query<Row>(this.#within(statement), shown);
  }

  #within(statement: Statement): Statement {
    const within = this.#statements.within(this.reach, statement);
    return this.#gone ? { ...within, gone: this.#gone } : within;
  }

  transaction<Result>(work: (transaction: ReachableTransaction) => Promise<Result>): Promise<Result> {
    return this.#database.transaction((transaction) => work(new ReachableTransaction(transaction, this.#statements, this.reach)));
  }
}

/** A transaction within reach. */
export class ReachableTransaction implements TransactionWithinReach {
  readonly reach: Reach;
  /** For events, which go to all endpoints of the agency. */
  readonly publishing: Publishing;
  readonly #transaction: Transaction;
  readonly #statements: ReachStatements;

  constructor(transaction: Transaction, statements: ReachStatements, reach: Reach) {
    this.#transaction = transaction;
    this.#statements = statements;
    this.reach = reach;
    this.publishing = new Publishing(transaction, reach.agencyId);
  }

  async query<Row>(statement: Statement): Promise<Row[]> {
    return this.#transaction.query<Row>(this.#statements.within(this.reach, statement));
  }

  /** Runs after the commit, never after a rollback. */
  afterCommit(action: () => void): void {
    this.#transaction.afterCommit(action);
  }
}
