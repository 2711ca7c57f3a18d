import { literal, Op, type WhereOptions } from 'sequelize';
import type { Literal } from 'sequelize/types/utils';

/** Which rows: columns with their values, a list for any of them, operators of `Op`, and `sql`. */
export type Condition<Row> = WhereOptions<Row>;

/** SQL of a value. It names tables of agencies as every statement of a handler does: `{fans}`. */
export interface SqlText<Value = unknown> extends Literal {
  /** The type alone. */
  readonly value?: Value;
}

/** SQL inside a condition, for a value or for a column of found rows. Values of requests never belong into it. */
export const sql = <Value = unknown>(text: string): SqlText<Value> => literal(text);

export { Op };

/** The rows that follow a position in descending order of two columns: the index is entered at the first. */
export function following<Row>(
  first: keyof Row & string,
  second: keyof Row & string,
  [at, id]: readonly [unknown, unknown],
): Condition<Row> {
  return {
    [first]: { [Op.lte]: at },
    [Op.or]: [{ [first]: { [Op.lt]: at } }, { [second]: { [Op.lt]: id } }],
  } as Condition<Row>;
}
