/** A row as the contract shows it: its instants are text. */
export type Presented<Row> = {
  -readonly [Name in keyof Row]: Row[Name] extends infer Value ? (Value extends Date ? string : Value) : never;
};

/** Makes a function that presents columns of a row under their names. */
export const presenting =
  <Name extends string>(names: readonly Name[]) =>
  <Row extends Readonly<Record<Name, unknown>>>(row: Row): Presented<Pick<Row, Name>> => {
    const shown: Partial<Record<Name, unknown>> = {};
    for (const name of names) {
      const value = row[name];
      shown[name] = value instanceof Date ? value.toISOString() : value;
    }
    return shown as Presented<Pick<Row, Name>>;
  };

/** Presents all columns of a row. */
export const presented = <Row extends object>(row: Row): Presented<Row> => presenting(Object.keys(row))(row as never) as Presented<Row>;
