import { literal, Op, type WhereOptions } from 'sequelize';
import type { Literal } from 'sequelize/types/utils';

/** Which rows: columns with their values, a list for any of them, operators of `Op`, and `sql`. */
export type Condition<Row> = WhereOptions<Row>;

/** SQL inside a condition, a new value or an order. It names tables of agencies as every statement of a handler does: `{fans}`. */
export type SqlText = Literal;

export { literal as sql, Op };
