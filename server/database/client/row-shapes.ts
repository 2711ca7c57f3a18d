/** The part of a result of `pg` that parses rows. */
export interface RowShape {
  readonly fields: unknown;
  readonly _parsers: unknown;
  readonly _prebuiltEmptyResultObject: unknown;
}

/**
 * Caches the row descriptions of a connection's prepared statements. `pg` requests the description with each execution, which costs the process
 * about 20 µs. It never changes: PostgreSQL refuses a prepared statement whose columns have changed.
 */
class RowShapes {
  readonly #byStatement = new Map<string, RowShape>();
  /** The connection without `describe`, so that a statement does not request its description. */
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

  /** Must be called before a statement is prepared again, because it may have other columns. */
  delete(statement: string): void {
    this.#byStatement.delete(statement);
  }
}

const ofConnection = Symbol('row shapes');

interface WithShapes {
  [ofConnection]?: RowShapes;
}

/** Caches row descriptions for a connection to one session. Behind a pooler, statements are prepared again in other sessions. */
export function cacheShapes(connection: object): void {
  (connection as WithShapes)[ofConnection] = new RowShapes(connection);
}

export const shapesOf = (connection: object): RowShapes | undefined => (connection as WithShapes)[ofConnection];
