import { Op, Utils } from 'sequelize';
import { sql, type SqlText } from './conditions.ts';

export const isSql = (value: unknown): value is SqlText => value instanceof Utils.Literal;

const isOfOperators = (value: unknown): value is Readonly<Record<symbol, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/**
 * Replaces the values of a statement by `$1`, `$2` …, so that its text depends only on its form. Sequelize would write the values of
 * conditions into the text.
 */
export class BoundValues {
  readonly values: unknown[] = [];
  /** Identifies the text. */
  form: string;

  constructor(form: string) {
    this.form = form;
  }

  /** The parameter of a value. */
  parameter(value: unknown): SqlText {
    if (value === undefined) throw new TypeError(`a value of a statement is undefined: ${this.form}`);
    if (isSql(value)) {
      this.form += `=${String(value.val)};`;
      return value;
    }
    this.values.push(value);
    this.form += '=$;';
    return sql(`$${this.values.length}`);
  }

  /** The condition with parameters in place of its values. */
  condition(where: unknown): object {
    if (isSql(where)) return this.parameter(where);
    if (Array.isArray(where)) return { [Op.and]: this.#list(where) };
    const bound: Record<string | symbol, unknown> = {};
    for (const name of Reflect.ownKeys(where as object)) {
      const value = (where as Record<string | symbol, unknown>)[name];
      this.form += `${String(name)}(`;
      if (name === Op.and || name === Op.or) bound[name] = this.#list(Array.isArray(value) ? value : [value]);
      else if (name === Op.not) bound[name] = this.condition(value);
      else bound[name] = this.#comparison(value);
      this.form += ')';
    }
    return bound;
  }

  #list(conditions: readonly unknown[]): object[] {
    return conditions.map((condition) => {
      this.form += ',';
      return this.condition(condition);
    });
  }

  #comparison(value: unknown): object {
    if (Array.isArray(value)) return this.#comparison({ [Op.in]: value });
    if (!isOfOperators(value)) return this.#operand(Op.eq, value);
    return Object.assign(
      {},
      ...Reflect.ownKeys(value).map((operator) => this.#operand(operator as symbol, value[operator as symbol])),
    ) as object;
  }

  #operand(operator: symbol, value: unknown): object {
    this.form += String(operator);
    if (value === null) {
      this.form += '=null;';
      return { [operator]: null };
    }
    const parameter = this.parameter(value);
    if (operator === Op.in) return { [Op.eq]: sql(`ANY(${String(parameter.val)})`) };
    if (operator === Op.notIn) return { [Op.ne]: sql(`ALL(${String(parameter.val)})`) };
    return { [operator]: parameter };
  }
}
