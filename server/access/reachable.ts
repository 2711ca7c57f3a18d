import { literal, Op, type Order, type WhereOptions } from 'sequelize';
import type { ModelName, Rows } from '../models/models.ts';
import type { Database, Sql, Statement, Transaction } from '../database/sql.ts';
import type { Reach } from './reach.ts';
import { reachCondition, withinReach } from './reach-sql.ts';

/** Models of rows that belong to an agency. */
type ReachableModel = Exclude<ModelName, 'agencies' | 'api_keys'>;

/** The rows that one key reaches: the only door to the database that a resource is given. */
export class Reachable implements Sql {
  readonly reach: Reach;
  readonly #database: Database;

  constructor(database: Database, reach: Reach) {
    this.#database = database;
    this.reach = reach;
  }

  async query<Row>(statement: Statement): Promise<Row[]> {
    return this.#database.query<Row>(withinReach(this.reach, statement));
  }

  /** For lists and analytics, which may lag behind: a read replica where one is configured. */
  async queryReplica<Row>(statement: Statement): Promise<Row[]> {
    return this.#database.replica.query<Row>(withinReach(this.reach, statement));
  }

  /** Reachable rows of a model that meet `where`, in `order`. */
  async findAll<Name extends ReachableModel>(name: Name, options: { where?: WhereOptions<Rows[Name]>; order?: Order } = {}): Promise<Rows[Name][]> {
    const model = this.#database.models[name];
    const condition = literal(reachCondition(this.reach, name, (value) => model.sequelize!.escape(value)));
    const found = await model.findAll({ where: { [Op.and]: [options.where ?? {}, condition] }, order: options.order, raw: true });
    return found as unknown as Rows[Name][];
  }

  transaction<Result>(work: (transaction: ReachableTransaction) => Promise<Result>): Promise<Result> {
    return this.#database.transaction((transaction) => work(new ReachableTransaction(transaction, this.reach)));
  }
}

/** A transaction within reach. `unbounded` is for `events/`, which publishes to all endpoints of the agency. */
export class ReachableTransaction implements Sql {
  readonly unbounded: Transaction;
  readonly reach: Reach;

  constructor(transaction: Transaction, reach: Reach) {
    this.unbounded = transaction;
    this.reach = reach;
  }

  async query<Row>(statement: Statement): Promise<Row[]> {
    return this.unbounded.query<Row>(withinReach(this.reach, statement));
  }
}
