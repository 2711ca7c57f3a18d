import type { Sql, Statement, Transaction } from '../database/client/sql.ts';
import type { ModelDatabase } from './database.ts';
import { addTables, ModelRows, type DataAccess } from './model-rows.ts';
import type { ModelStatements } from './model-statements.ts';
import { tableNames, type TableName } from '../models/tables.ts';

type Tables = { readonly [Name in TableName]: ModelRows<Name> };

/** Statements across agencies, on the pool or in a transaction. */
class AcrossAgencies implements DataAccess {
  readonly isScoped = false;
  readonly models: ModelStatements;
  readonly #sql: Sql;

  constructor(models: ModelStatements, sql: Sql) {
    this.models = models;
    this.#sql = sql;
  }

  query<Row = never>(statement: Statement): Promise<Row[]> {
    return this.#sql.query<Row>(statement);
  }
}

addTables(AcrossAgencies.prototype, tableNames, (table, data) => new ModelRows(table, data));

const WithTables = AcrossAgencies as new (models: ModelStatements, sql: Sql) => AcrossAgencies & Tables;

/** Data access of handlers for operators: a member for each table, without a tenant scope. */
export class OperatorModels extends WithTables {
  readonly #database: ModelDatabase;

  constructor(database: ModelDatabase) {
    super(database.models, database);
    this.#database = database;
  }

  /** Commits when `work` resolves and rolls back when it rejects. */
  transaction<Result>(work: (data: OperatorTransaction) => Promise<Result>): Promise<Result> {
    return this.#database.transaction((transaction) => work(new OperatorTransaction(this.models, transaction)));
  }
}

/** The same rows in a transaction. */
export class OperatorTransaction extends WithTables {
  readonly #transaction: Transaction;

  constructor(models: ModelStatements, transaction: Transaction) {
    super(models, transaction);
    this.#transaction = transaction;
  }

  /** Runs the last statement of the transaction and commits at once; no other may follow. */
  queryLast<Row = never>(statement: Statement): Promise<Row[]> {
    return this.#transaction.queryLast<Row>(statement);
  }

  /** Runs after the commit, never after a rollback. */
  afterCommit(action: () => void): void {
    this.#transaction.afterCommit(action);
  }
}
