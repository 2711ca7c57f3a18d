/** The part of a result of `pg` that reads its rows. */
export interface RowShape {
  readonly fields: unknown;
  readonly _parsers: unknown;
  readonly _prebuiltEmptyResultObject: unknown;
}

/**
 * How the rows of a connection's prepared statements look. `pg` asks for that with each execution, which takes the process about
 * 20 µs, and the server some. PostgreSQL refuses to run a prepared statement whose columns have changed, so one answer is enough.
 */
class RowShapes {
  readonly #byStatement = new Map<string, RowShape>();
  /** The connection, over which a statement is written that does not ask. */
  readonly undescribed: object;

  constructor(connection: object) {
    this.undescribed = Object.create(connection, { describe: { value: () => undefined } }) as object;
  }

  get(statement: string): RowShape | undefined {
    return this.#byStatement.get(statement);
  }

  set(statement: string, { fields, _parsers, _prebuiltEmptyResultObject }: RowShape): void {
    this.#byStatement.set(statement, { fields, _parsers, _prebuiltEmptyResultObject });
  }

  /** A statement that is prepared again may have other columns. */
  delete(statement: string): void {
    this.#byStatement.delete(statement);
  }
}

const ofConnection = Symbol('row shapes');

interface Remembering {
  [ofConnection]?: RowShapes;
}

/** Remembers the shapes of a connection to one session: behind a pooler, statements are prepared again in other sessions. */
export function rememberShapes(connection: object): void {
  (connection as Remembering)[ofConnection] = new RowShapes(connection);
}

export const shapesOf = (connection: object): RowShapes | undefined => (connection as Remembering)[ofConnection];
