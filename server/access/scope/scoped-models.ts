import { Publishing } from '../../database/client/publishing.ts';
import type { ScopedSql, Statement, Transaction, ScopedSqlTransaction } from '../../database/client/sql.ts';
import type { ModelDatabase } from '../../orm/database.ts';
import { addTables, ModelRows, type DataAccess, type FoundRow, type NewRow } from '../../orm/model-rows.ts';
import type { Find, ModelStatements } from '../../orm/model-statements.ts';
import type { Rows } from '../../models/tables.ts';
import type { TenantScope } from './tenant-scope.ts';
import { scopedTables, type ScopedTable } from './scoped-tables.ts';
import type { ScopedStatements } from './scoped-statements.ts';

/** Positions of the write-ahead log at the arrival of a request. */
export interface ReadPositions {
  /** The agency's last write, which its reads must include; null if it is not known. */
  readonly lastWrite: number | null;
  readonly now: number;
}

/** A new row without its agency, which is that of the scope. */
type NewScopedRow<Name extends ScopedTable> = Omit<NewRow<Name>, 'agency_id'>;

abstract class ScopedAccess implements ScopedSql, DataAccess {
  readonly isScoped = true;
  readonly tenantScope: TenantScope;
  readonly models: ModelStatements;
  protected readonly statements: ScopedStatements;

  constructor(models: ModelStatements, statements: ScopedStatements, tenantScope: TenantScope) {
    this.models = models;
    this.statements = statements;
    this.tenantScope = tenantScope;
  }

  abstract query<Row = never>(statement: Statement): Promise<Row[]>;

  checkWritten({ creator_id: creatorId }: { readonly creator_id?: unknown }): void {
    if (typeof creatorId === 'string' && !this.tenantScope.covers(creatorId))
      throw new Error('the row to write belongs to a creator outside the tenant scope of the key');
  }
}

/** The rows of a table, which may also be read from a replica. */
export class ReplicatedRows<Name extends ScopedTable> extends ModelRows<Name, NewScopedRow<Name>> {
  readonly #models: ScopedModels;

  constructor(table: Name, data: ScopedModels) {
    super(table, data);
    this.#models = data;
  }

  /** As `rows`, by `queryReplica`. */
  rowsOnReplica<Names extends keyof Rows[Name] = keyof Rows[Name], Values = object>(
    find: Find<Rows[Name], Names, Values> = {},
    since: number | null = 0,
  ): Promise<FoundRow<Name, Names, Values>[]> {
    return this.#models.queryReplica<FoundRow<Name, Names, Values>>(this.selecting(find), since);
  }
}

type ReplicatedTables = { readonly [Name in ScopedTable]: ReplicatedRows<Name> };
type Tables = { readonly [Name in ScopedTable]: ModelRows<Name, NewScopedRow<Name>> };

const WithReplicatedTables = ScopedAccess as abstract new (
  ...options: ConstructorParameters<typeof ScopedAccess>
) => ScopedAccess & ReplicatedTables;
const WithTables = ScopedAccess as abstract new (...options: ConstructorParameters<typeof ScopedAccess>) => ScopedAccess & Tables;

/** Data access of a request, limited to the key's tenant scope: one member per table. Use `query` for SQL that a model cannot express. */
export class ScopedModels extends WithReplicatedTables {
  readonly #database: ModelDatabase;
  readonly #positions: ReadPositions | undefined;
  readonly #gone: AbortSignal | undefined;

  /** Without `positions`, everything is read from the primary. `gone` aborts the statements of an operation that only reads. */
  constructor(
    database: ModelDatabase,
    statements: ScopedStatements,
    tenantScope: TenantScope,
    positions?: ReadPositions,
    gone?: AbortSignal,
  ) {
    super(database.models, statements, tenantScope);
    this.#database = database;
    this.#positions = positions;
    this.#gone = gone;
  }

  /** Whether `queryReplica` may read from a replica. */
  get mayReadReplica(): boolean {
    return this.#database.hasReplicas && typeof this.#positions?.lastWrite === 'number';
  }

  /** The position of the primary at the arrival of the request; undefined if everything is read from it. */
  get position(): number | undefined {
    return this.#database.hasReplicas ? this.#positions?.now : undefined;
  }

  async query<Row = never>(statement: Statement): Promise<Row[]> {
    return this.#database.query<Row>(this.#scoped(statement));
  }

  /** Reads from a replica that includes the agency's own writes and the primary's position `since`; null requires its current position. */
  async queryReplica<Row = never>(statement: Statement, since: number | null = 0): Promise<Row[]> {
    if (!this.#positions) throw new Error('the contract does not allow this operation to read from a replica');
    const { lastWrite } = this.#positions;
    const shown = lastWrite === null || since === null ? null : Math.max(lastWrite, since);
    return this.#database.replica.query<Row>(this.#scoped(statement), shown);
  }

  /** Commits when `work` resolves and rolls back when it rejects. */
  transaction<Result>(work: (data: ScopedTransaction) => Promise<Result>): Promise<Result> {
    return this.#database.transaction((transaction) =>
      work(new ScopedTransaction(this.models, this.statements, this.tenantScope, transaction)),
    );
  }

  #scoped(statement: Statement): Statement {
    const scoped = this.statements.addScope(this.tenantScope, statement);
    return this.#gone ? { ...scoped, gone: this.#gone } : scoped;
  }
}

/** The parameters of the constructor of `ScopedModels`. */
export type ScopedDataFactory = (tenantScope: TenantScope, positions?: ReadPositions, gone?: AbortSignal) => ScopedModels;

/** The same rows in a transaction. */
export class ScopedTransaction extends WithTables implements ScopedSqlTransaction {
  /** For events, which are sent to all endpoints of the agency. */
  readonly publishing: Publishing;
  readonly #transaction: Transaction;

  constructor(models: ModelStatements, statements: ScopedStatements, tenantScope: TenantScope, transaction: Transaction) {
    super(models, statements, tenantScope);
    this.#transaction = transaction;
    this.publishing = new Publishing(transaction, tenantScope.agencyId);
  }

  async query<Row = never>(statement: Statement): Promise<Row[]> {
    return this.#transaction.query<Row>(this.statements.addScope(this.tenantScope, statement));
  }

  /** Runs the last statement of the transaction and commits at once; no other may follow. */
  queryLast<Row = never>(statement: Statement): Promise<Row[]> {
    return this.#transaction.queryLast<Row>(this.statements.addScope(this.tenantScope, statement));
  }

  /** Runs after the commit, never after a rollback. */
  afterCommit(action: () => void): void {
    this.#transaction.afterCommit(action);
  }
}

addTables(ScopedModels.prototype, scopedTables, (table, data) => new ReplicatedRows(table as ScopedTable, data));
addTables(ScopedTransaction.prototype, scopedTables, (table, data) => new ModelRows(table, data));
