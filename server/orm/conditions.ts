import { literal, Op, type WhereOptions } from 'sequelize';
import type { Literal } from 'sequelize/types/utils';

/** A condition of rows: columns with values, lists of values, operators of `Op`, and `sql`. */
export type Condition<Row> = WhereOptions<Row>;

/** SQL of a value. It names tables like statements of handlers: `{fans}`. */
export interface SqlText<Value = unknown> extends Literal {
  /** Exists only in the type. */
  readonly value?: Value;
}

/** SQL of a value in a condition, or of a column of found rows. It must contain no value of a request. */
export const sql = <Value = unknown>(text: string): SqlText<Value> => literal(text);

export { Op };

/** The rows that follow a position in descending order of two columns. The first comparison is the start of the index scan. */
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
