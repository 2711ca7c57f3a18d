export interface RowColumn {
  readonly name: string;
  /** SQL of its value. */
  readonly value: string;
  readonly isInstant: boolean;
}

/**
 * SQL of the JSON, byte for byte, that `present` returns for a row. It calls `present` with a row of placeholders, and replaces each
 * placeholder by the SQL of its column. So `present` may arrange columns and constants and format instants in UTC with milliseconds, but
 * must not compute anything else.
 */
export function jsonOfRow(columns: readonly RowColumn[], present: (row: object) => object): string {
  const marks = columns.map(({ name, isInstant }, index) => (isInstant ? new Date(Date.UTC(9_000, 0) + index) : `{{${name}}}`));
  const columnOfMark = new Map(
    columns.map(({ value, isInstant }, index) => [
      JSON.stringify(marks[index]),
      isInstant ? `to_char(${value} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')` : value,
    ]),
  );
  const sqlOf = (presented: unknown): string => {
    const json = JSON.stringify(presented);
    if (typeof presented !== 'object' || presented === null) return columnOfMark.get(json) ?? `'${json.replaceAll("'", "''")}'::json`;
    const members = Object.entries(presented).map(([name, member]) => `${sqlOf(member)} AS "${name}"`);
    return `(SELECT row_to_json(p) FROM (SELECT ${members.join(', ')}) AS p)`;
  };
  return sqlOf(present(Object.fromEntries(columns.map(({ name }, index) => [name, marks[index]]))));
}
