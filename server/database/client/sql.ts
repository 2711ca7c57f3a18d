/** Whose rows a statement may touch: the policies of the database hold it to them. */
export interface RowScope {
  readonly agencyId: string;
  /** Empty for every creator of the agency. */
  readonly creatorIds: readonly string[];
  /** In the role of operators, of all agencies where `agencyId` is empty. */
  readonly role?: 'operator';
}

/** A statement with its values. */
export interface Statement {
  readonly text: string;
  readonly values?: readonly unknown[];
  /** Keeps the statement prepared on its connection, with one plan for all values. Statements within a tenant scope are named by it. */
  readonly name?: string;
  /**
   * `custom` plans the statement for its values at each request: where they decide which index is best. `by-index` rules out plans that
   * read a whole table or sort it, for a statement of short runs of indexes. Otherwise a plan that was made while the table was empty may do so
   * when it is full.
   */
  readonly plan?: 'custom' | 'by-index';
  /** Set for the statement's own transaction, in the same round trip. A role of the API sees no row without them. */
  readonly rowScope?: RowScope;
  /** How long it may wait for a lock, where it is a transaction of its own. */
  readonly lockTimeoutMs?: number | undefined;
  /** Aborts when the caller no longer waits for the rows: the server ends the statement then. Only for reads. */
  readonly gone?: AbortSignal;
}

/**
 * Runs one statement and answers with its rows. Each call outside a transaction is a transaction of its own. `Row` names every
 * column of the statement, which `npm run statements` compares; rows without a type cannot be read.
 */
export interface Sql {
  query<Row = never>(statement: Statement): Promise<Row[]>;
}

/** Statements, and transactions of several: each commits when `work` resolves and rolls back when it rejects. */
export interface TransactingSql extends Sql {
  transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
}

/** Reads that may lag behind the primary. */
export interface LaggingSql extends Sql {
  /** With `since`, what was committed up to this position of the write-ahead log is seen; null: whatever the primary has. */
  query<Row = never>(statement: Statement, since?: number | null): Promise<Row[]>;
}

/** Statements within a reach: `{orders}` in a text stands for the rows of `orders` that are in it, `{agency_id}` for its agency. */
export interface ScopedSql extends Sql {
  readonly tenantScope: RowScope;
}

/** A transaction within a reach. */
export interface ScopedSqlTransaction extends ScopedSql {
  /** Runs after the commit, never after a rollback. */
  afterCommit(action: () => void): void;
}

/** An open transaction. Statements that are not waited for one by one are sent together and run in their order. */
export interface Transaction extends Sql {
  /** Runs the last statement of the transaction and commits at once; no other may follow. */
  queryLast<Row = never>(statement: Statement): Promise<Row[]>;
  /** Runs after the commit, in the order of registration; never after a rollback. */
  afterCommit(action: () => void): void;
  /** Runs when the connection was lost at the commit, so that its outcome is unknown. */
  onUnknown(action: () => void): void;
}

export interface TransactionOptions {
  /** How long a statement may wait for a lock. */
  readonly lockTimeoutMs?: number | undefined;
}

/** The primary database. `transaction` commits when `work` resolves and rolls back when it rejects. */
export interface Database extends Sql {
  /** A replica where one serves, else the primary itself. */
  readonly replica: LaggingSql;
  /** Whether replicas are configured. */
  readonly hasReplicas: boolean;
  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
}

/** Settings of PostgreSQL with their values. */
export type Settings = Readonly<Record<string, string>>;
