import pg from 'pg';
import type { Roles } from './roles.ts';
import type { Bounds } from './sql.ts';

/** The prepared statement that sets the bounds of the transaction it runs in. */
const name = 'bounds';

/** The parts of `pg` that its types leave out. */
interface Wire {
  bind(message: { statement: string; values: readonly unknown[]; valueMapper(value: unknown): unknown }): void;
  execute(message: { portal?: string }): void;
}
interface PreparedQuery extends pg.Query {
  prepare(connection: Wire): void;
  handleCommandComplete(message: unknown, connection: Wire): void;
}
const Prepared = pg.Query as unknown as new (config: object) => PreparedQuery;

/** A list of text as PostgreSQL reads it. */
const textArray = (texts: readonly string[]) => `{${texts.map((text) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`;

/**
 * A statement behind its bounds, in one write and one transaction: they are set for it alone and gone when it is over. Its
 * connection was prepared by `preparingBounds`.
 */
export class BoundQuery extends Prepared {
  readonly #bounds: Bounds;
  #areSet = false;

  constructor(config: pg.QueryConfig, bounds: Bounds) {
    super({ ...config, queryMode: 'extended' });
    this.#bounds = bounds;
  }

  override prepare(connection: Wire): void {
    const { agencyId, creatorIds } = this.#bounds;
    connection.bind({ statement: name, values: [agencyId, textArray(creatorIds)], valueMapper: (value) => value });
    connection.execute({});
    super.prepare(connection);
  }

  /** The first one is of the bounds, which answer with no row. */
  override handleCommandComplete(message: unknown, connection: Wire): void {
    if (this.#areSet) super.handleCommandComplete(message, connection);
    this.#areSet = true;
  }
}

const local = (setting: string, value: string) => `set_config('${setting}', ${value}, true) IS NULL`;

/** Of two settings both are made: neither is ever null. A key for some creators has a role whose policies know of creators. */
function setBounds(roles: Pick<Roles, 'api' | 'limitedApi'> | undefined): string {
  const settings = [local('reach.agency', '$1::text'), local('reach.creators', '$2::text')];
  if (roles) {
    const role = `CASE WHEN $2 = '{}' THEN ${pg.escapeLiteral(roles.api)} ELSE ${pg.escapeLiteral(roles.limitedApi)} END`;
    settings.push(local('role', role));
  }
  return `SELECT WHERE ${settings.join(' OR ')}`;
}

/** What a pool prepares its connections with, so that they take statements with bounds. */
export interface BoundsSetting {
  verify(client: pg.PoolClient, done: (error?: Error) => void): void;
}

/** Connections are prepared before anybody has them. Within bounds, the roles of the API are taken where they are given. */
export function preparingBounds(roles?: Pick<Roles, 'api' | 'limitedApi'>): BoundsSetting {
  const text = setBounds(roles);
  return {
    verify: (client, done) => void client.query({ name, text, values: ['', '{}'] }).then(() => done(), done),
  };
}
