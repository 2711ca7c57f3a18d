import { Publishing } from '../../database/client/publishing.ts';
import type { SqlWithinReach, Statement, Transaction, TransactionWithinReach } from '../../database/client/sql.ts';
import type { ModelDatabase } from '../../models/database.ts';
import { addTables, ModelRows, type Found, type NewRow, type RowsDoor } from '../../models/model-rows.ts';
import type { Find, ModelStatements } from '../../models/model-statements.ts';
import type { Rows } from '../../models/tables.ts';
import type { Reach } from './reach.ts';
import { reachTables, type ReachTable } from './reach-rules.ts';
import type { ReachStatements } from './reach-sql.ts';

/** Positions of the write-ahead log when a request came in. */
export interface ReadPositions {
  /** The agency's last write, which its reads must show; null where it is not known. */
  readonly lastWrite: number | null;
  readonly now: number;
}

/** Columns of a new row, whose agency is that of the reach. */
type NewRowWithin<Name extends ReachTable> = Omit<NewRow<Name>, 'agency_id'>;

/** What every door within a reach has. */
abstract class WithinReach implements SqlWithinReach, RowsDoor {
  readonly isWithin = true;
  readonly reach: Reach;
  readonly models: ModelStatements;
  protected readonly statements: ReachStatements;

  constructor(models: ModelStatements, statements: ReachStatements, reach: Reach) {
    this.models = models;
    this.statements = statements;
    this.reach = reach;
  }

  abstract query<Row = never>(statement: Statement): Promise<Row[]>;

  checkWritten({ creator_id: creatorId }: { readonly creator_id?: unknown }): void {
    if (typeof creatorId === 'string' && !this.reach.covers(creatorId))
      throw new Error('the row to write belongs to a creator outside the reach of the key');
  }
}

/** The rows of a table, which lists and analytics may also read from a replica. */
export class ReplicatedRows<Name extends ReachTable> extends ModelRows<Name, NewRowWithin<Name>> {
  readonly #data: ReachModels;

  constructor(table: Name, data: ReachModels) {
    super(table, data);
    this.#data = data;
  }

  /** As `rows`, from where `queryReplica` reads. */
  rowsOnReplica<Names extends keyof Rows[Name] = keyof Rows[Name], Values = object>(
    find: Find<Rows[Name], Names, Values> = {},
    since: number | null = 0,
  ): Promise<Found<Name, Names, Values>[]> {
    return this.#data.queryReplica<Found<Name, Names, Values>>(this.selecting(find), since);
  }
}

type ReplicatedTables = { readonly [Name in ReachTable]: ReplicatedRows<Name> };
type Tables = { readonly [Name in ReachTable]: ModelRows<Name, NewRowWithin<Name>> };

const WithReplicatedTables = WithinReach as abstract new (
  ...options: ConstructorParameters<typeof WithinReach>
) => WithinReach & ReplicatedTables;
const WithTables = WithinReach as abstract new (...options: ConstructorParameters<typeof WithinReach>) => WithinReach & Tables;

/**
 * The rows that one key reaches, a member for each table: the only door to the database that a resource is given. What a model cannot
 * say, or says too dearly, is SQL within the same reach.
 */
export class ReachModels extends WithReplicatedTables {
  readonly #database: ModelDatabase;
  readonly #positions: ReadPositions | undefined;
  readonly #gone: AbortSignal | undefined;

  /**
   * Without `positions` everything is read from the primary: so where the contract does not say that the operation may lag. With
   * `gone` the operation only reads, and its statements end when that aborts.
   */
  constructor(database: ModelDatabase, statements: ReachStatements, reach: Reach, positions?: ReadPositions, gone?: AbortSignal) {
    super(database.models, statements, reach);
    this.#database = database;
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

  async query<Row = never>(statement: Statement): Promise<Row[]> {
    return this.#database.query<Row>(this.#within(statement));
  }

  /**
   * For lists and analytics, which may lag behind what others do: a read replica that shows what the agency itself wrote,
   * and what the primary had at `since`; null asks for what it has now.
   */
  async queryReplica<Row = never>(statement: Statement, since: number | null = 0): Promise<Row[]> {
    if (!this.#positions) throw new Error('the contract does not allow this operation to read from a replica');
    const { lastWrite } = this.#positions;
    const shown = lastWrite === null || since === null ? null : Math.max(lastWrite, since);
    return this.#database.replica.query<Row>(this.#within(statement), shown);
  }

  /** Commits when `work` resolves and rolls back when it rejects. */
  transaction<Result>(work: (data: ReachTransaction) => Promise<Result>): Promise<Result> {
    return this.#database.transaction((transaction) => work(new ReachTransaction(this.models, this.statements, this.reach, transaction)));
  }

  #within(statement: Statement): Statement {
    const within = this.statements.within(this.reach, statement);
    return this.#gone ? { ...within, gone: this.#gone } : within;
  }
}

/** The same rows in a transaction. */
export class ReachTransaction extends WithTables implements TransactionWithinReach {
  /** For events, which go to all endpoints of the agency. */
  readonly publishing: Publishing;
  readonly #transaction: Transaction;

  constructor(models: ModelStatements, statements: ReachStatements, reach: Reach, transaction: Transaction) {
    super(models, statements, reach);
    this.#transaction = transaction;
    this.publishing = new Publishing(transaction, reach.agencyId);
  }

  async query<Row = never>(statement: Statement): Promise<Row[]> {
    return this.#transaction.query<Row>(this.statements.within(this.reach, statement));
  }

  /** Runs after the commit, never after a rollback. */
  afterCommit(action: () => void): void {
    this.#transaction.afterCommit(action);
  }
}

addTables(ReachModels.prototype, reachTables, (table, data) => new ReplicatedRows(table as ReachTable, data));
addTables(ReachTransaction.prototype, reachTables, (table, data) => new ModelRows(table, data));
