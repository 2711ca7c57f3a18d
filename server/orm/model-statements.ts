import { DataTypes, Op, type Model, type ModelStatic, type Sequelize } from 'sequelize';
import type { Statement } from '../database/client/sql.ts';
import type { Columns } from '../declare/columns.ts';
import { BoundValues, isSql } from './bound-values.ts';
import { sql, type Condition, type SqlText } from './conditions.ts';
import { NamedStatements } from '../lib/named-statements.ts';
import { tableNames, tables, type Rows, type TableName } from '../models/tables.ts';

/** SQL for columns of a found row, by their names. */
export type Expressions<Values> = { readonly [Name in keyof Values]: SqlText<Values[Name]> };

/** A search for rows of one table. */
export interface Find<Row, Names extends keyof Row = keyof Row, Values = object> {
  readonly where?: Condition<Row>;
  /** The columns; all unless given. */
  readonly attributes?: readonly Names[];
  /** Further columns of the found rows. */
  readonly expressions?: Expressions<Values>;
  readonly order?: readonly (keyof Row | readonly [column: keyof Row, direction: 'ASC' | 'DESC'])[];
  readonly limit?: number;
  /** Locks the rows until the end of the transaction. */
  readonly lock?: 'UPDATE' | 'NO KEY UPDATE' | 'SHARE' | 'KEY SHARE';
  /** As `plan` of a statement. */
  readonly plan?: 'custom';
}

/** The used part of Sequelize's query generator, which its types lack. */
interface Generator {
  selectQuery(table: string, options: object, model: ModelStatic<Model>): string;
  insertQuery(table: string, values: object, attributes: object, options: object): { readonly query: string };
  updateQuery(table: string, values: object, where: object, options: object, attributes: object): { readonly query: string };
  deleteQuery(table: string, where: object, options: object, model: ModelStatic<Model>): string;
  quoteIdentifier(name: string): string;
}

/** The models of one Sequelize, by the names of their tables. */
type Models = Readonly<Record<TableName, ModelStatic<Model>>>;

/** Sequelize changes the columns that it receives, so that it gets copies. */
const defineModel = (sequelize: Sequelize, tableName: string, columns: Columns): ModelStatic<Model> => {
  const own = Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, { ...column }]));
  const model = sequelize.define(tableName, own, { tableName, timestamps: false });
  // Sequelize adds an id to a table without a primary key.
  if (!('id' in columns)) model.removeAttribute('id');
  return model;
};

const isJson = ({ type }: { readonly type: unknown }) => type instanceof DataTypes.JSON || type instanceof DataTypes.JSONB;

/**
 * The statements of the models, as Sequelize's query generator writes them, with all values bound. Each form has one text, which is generated
 * once, and a name, by which it stays prepared. Scoped statements name their table as SQL of handlers does, `{orders}`, so that the same code
 * limits both to the tenant scope.
 */
export class ModelStatements {
  readonly models: Models;
  readonly #generator: Generator;
  readonly #texts = new NamedStatements<{ readonly text: string }>('model');

  constructor(sequelize: Sequelize) {
    const defined = tableNames.map((name) => [name, defineModel(sequelize, name, tables[name].columns)]);
    this.models = Object.fromEntries(defined) as Models;
    this.#generator = sequelize.getQueryInterface().queryGenerator as Generator;
  }

  select<Name extends TableName>(table: Name, find: Find<Rows[Name]>, isScoped: boolean): Statement {
    const { where, attributes, expressions = {}, order = [], limit, lock, plan } = find;
    const further = Object.entries(expressions as Readonly<Record<string, SqlText>>);
    const columns = `${attributes?.join() ?? '*'} ${further.map(([name, { val }]) => `${String(val)} ${name}`).join()}`;
    const bound = new BoundValues(`select ${table} ${isScoped} ${columns} ${order.join(' ')} ${limit} ${lock} `);
    const condition = where && bound.condition(where);
    const statement = this.#statement(bound, () => {
      const names: readonly unknown[] = attributes ?? Object.keys(this.models[table].getAttributes());
      const read = [...names, ...further.map(([name, text]) => [text, name])];
      const options = { attributes: read, where: condition, order: order.map((by) => by), limit, lock };
      return this.#generateSelect(table, options, isScoped);
    });
    return plan === 'custom' ? { text: statement.text, values: statement.values!, plan } : statement;
  }

  count<Name extends TableName>(table: Name, where: Condition<Rows[Name]>, isScoped: boolean): Statement {
    const bound = new BoundValues(`count ${table} ${isScoped} `);
    const condition = bound.condition(where);
    return this.#statement(bound, () => {
      const options = { attributes: [[sql('count(*)'), 'count']], where: condition };
      return this.#generateSelect(table, options, isScoped);
    });
  }

  /** A scoped row gets the agency of the tenant scope. */
  insert(table: TableName, values: object, isScoped: boolean): Statement {
    const bound = new BoundValues(`insert ${table} ${isScoped} `);
    const parameters = { ...(isScoped ? { agency_id: sql('{agency_id}') } : {}), ...this.#parameters(table, values, bound) };
    const attributes = this.models[table].getAttributes();
    return this.#statement(
      bound,
      () => this.#generator.insertQuery(table, parameters, attributes, { returning: true, bindParam: false }).query,
    );
  }

  update<Name extends TableName>(table: Name, values: object, where: Condition<Rows[Name]>, isScoped: boolean): Statement {
    const bound = new BoundValues(`update ${table} ${isScoped} `);
    const parameters = this.#parameters(table, values, bound);
    const condition = this.#conditionOfWrite(table, where, bound, isScoped);
    const options = { returning: true, bindParam: false };
    return this.#statement(
      bound,
      () => this.#generator.updateQuery(table, parameters, condition, options, this.models[table].getAttributes()).query,
    );
  }

  delete<Name extends TableName>(table: Name, where: Condition<Rows[Name]>, isScoped: boolean): Statement {
    const bound = new BoundValues(`delete ${table} ${isScoped} `);
    const condition = this.#conditionOfWrite(table, where, bound, isScoped);
    const model = this.models[table];
    return this.#statement(bound, () => {
      const columns = Object.keys(model.getAttributes()).map((name) => this.#generator.quoteIdentifier(name));
      return `${this.#generator.deleteQuery(table, condition, {}, model)} RETURNING ${columns.join(',')}`;
    });
  }

  #generateSelect(table: TableName, options: object, isScoped: boolean): string {
    const model = this.models[table];
    const text = this.#generator.selectQuery(table, { ...options, model }, model).replace(/;$/, '');
    return isScoped ? text.replace(`FROM "${table}" AS`, `FROM {${table}} AS`) : text;
  }

  /** The condition of the rows to write. An empty one is refused, because it means all rows. */
  #conditionOfWrite(table: TableName, where: object, bound: BoundValues, isScoped: boolean): object {
    if (Reflect.ownKeys(where).length === 0) throw new TypeError(`rows of ${table} are written without a condition`);
    const condition = bound.condition(where);
    return isScoped ? { [Op.and]: [sql(`{scope ${table} ${table}}`), condition] } : condition;
  }

  #parameters(table: TableName, values: object, bound: BoundValues): Readonly<Record<string, SqlText>> {
    const attributes = this.models[table].getAttributes();
    const given = Object.entries(values).filter(([, value]) => value !== undefined);
    return Object.fromEntries(
      given.map(([column, value]: [string, unknown]) => {
        bound.form += column;
        const isText = isJson(attributes[column]!) && value !== null && !isSql(value);
        return [column, bound.parameter(isText ? JSON.stringify(value) : value)];
      }),
    );
  }

  #statement({ form, values }: BoundValues, generate: () => string): Statement {
    const { text, name } = this.#texts.get(form, () => ({ text: generate() }));
    return { text, values, name };
  }
}
