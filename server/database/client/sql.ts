/** The rows that a statement may access, which the policies of the database enforce. */
export interface RowScope {
  readonly agencyId: string;
  /** Empty for all creators of the agency. */
  readonly creatorIds: readonly string[];
  /** Runs it in the role of operators, for all agencies if `agencyId` is empty. */
  readonly role?: 'operator';
}

/** A statement with its values. */
export interface Statement {
  readonly text: string;
  readonly values?: readonly unknown[];
  /** Keeps the statement prepared on its connection, with one plan for all values. Statements within a tenant scope get a name. */
  readonly name?: string;
  /**
   * `custom` plans the statement for its values each time, because they decide which index is best. `by-index` rules out plans that read or sort a
   * whole table. Otherwise a plan from when the table was empty may do so later.
   */
  readonly plan?: 'custom' | 'by-index';
  /** Set for the statement's own transaction, in the same round trip. Without it, a role of the API sees no row. */
  readonly rowScope?: RowScope;
  /** Limits the wait for a lock, if the statement is a transaction of its own. */
  readonly lockTimeoutMs?: number | undefined;
  /** Only for reads: when it aborts, the server ends the statement. */
  readonly gone?: AbortSignal;
}

/**
 * Runs one statement and returns its rows. Outside a transaction, each call is a transaction of its own. `Row` must name every column of the
 * statement, which `npm run statements` verifies.
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
  /** `since` is a position of the write-ahead log up to which all commits are seen; null requires the primary. */
  query<Row = never>(statement: Statement, since?: number | null): Promise<Row[]>;
}

/** Statements within a tenant scope. In their texts, `{orders}` represents the rows of `orders` in the scope, and `{agency_id}` its agency. */
export interface ScopedSql extends Sql {
  readonly tenantScope: RowScope;
}

/** A transaction within a tenant scope. */
export interface ScopedSqlTransaction extends ScopedSql {
  /** Runs after the commit, never after a rollback. */
  afterCommit(action: () => void): void;
}

/** An open transaction. Statements that are started without waiting are sent together, and run in their order. */
export interface Transaction extends Sql {
  /** Runs the last statement of the transaction and commits at once; no other may follow. */
  queryLast<Row = never>(statement: Statement): Promise<Row[]>;
  /** Runs after the commit, in the order of registration; never after a rollback. */
  afterCommit(action: () => void): void;
  /** Runs if the connection was lost at the commit, so that its outcome is unknown. */
  onUnknown(action: () => void): void;
}

export interface TransactionOptions {
  /** Limits the wait of each statement for a lock. */
  readonly lockTimeoutMs?: number | undefined;
}

/** The primary database. `transaction` commits when `work` resolves and rolls back when it rejects. */
export interface Database extends Sql {
  /** A replica if one serves, else the primary. */
  readonly replica: LaggingSql;
  /** Whether replicas are configured. */
  readonly hasReplicas: boolean;
  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
}

/** Settings of PostgreSQL with their values. */
export type Settings = Readonly<Record<string, string>>;
