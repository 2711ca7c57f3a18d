import pg from 'pg';
import type { Roles } from './roles.ts';
import type { Bounds } from './sql.ts';

const [ofAgency, ofCreators, ofLocks] = ['bounds', 'limited-bounds', 'lock-bounds'];

/** The prepared statements that set the bounds of the transaction they run in: an agency, some of its creators, or how long locks are waited for. They stay prepared. */
export const boundsNames: readonly string[] = [ofAgency, ofCreators, ofLocks];

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

/** A prepared statement that sets something for the transaction it runs in. */
interface Setting {
  readonly statement: string;
  readonly values: readonly string[];
}

/**
 * A statement behind its bounds, in one write: role, agency and creators are set for its own transaction, and gone when that is
 * over. In a transaction of several statements each sets all three, whatever the one before had. Its connection was prepared by
 * `preparingBounds`.
 */
export class BoundQuery extends Prepared {
  readonly #setting: Setting;
  #isSet = false;

  constructor(config: pg.QueryConfig, setting: Setting) {
    super({ ...config, queryMode: 'extended' });
    this.#setting = setting;
  }

  override prepare(connection: Wire): void {
    connection.bind({ ...this.#setting, valueMapper: (value) => value });
    connection.execute({});
    super.prepare(connection);
  }

  /** The first one is of the bounds, which answer with no row. */
  override handleCommandComplete(message: unknown, connection: Wire): void {
    if (this.#isSet) super.handleCommandComplete(message, connection);
    this.#isSet = true;
  }
}

/** Whose rows a statement may touch. What stays prepared is planned once: planning it again, policies and all, would cost as much as running it. */
export function scopeSetting({ agencyId, creatorIds }: Bounds, isPrepared: boolean): Setting {
  const planned = isPrepared ? 'force_generic_plan' : 'auto';
  if (creatorIds.length === 0) return { statement: ofAgency, values: [agencyId, planned] };
  return { statement: ofCreators, values: [agencyId, planned, textArray(creatorIds)] };
}

/** How long a statement may wait for a lock. */
export const lockSetting = (ms: number): Setting => ({ statement: ofLocks, values: [String(ms)] });

/** Answers with no row, whatever is set. */
const setLocally = (settings: Readonly<Record<string, string>>) =>
  `SELECT WHERE ${Object.entries(settings)
    .map(([setting, value]) => `set_config('${setting}', ${value}, true) IS NULL`)
    .join(' OR ')}`;

/** What a pool prepares its connections with, so that they take statements with bounds. */
export interface BoundsSetting {
  verify(client: pg.PoolClient, done: (error?: Error) => void): void;
}

/**
 * Connections are prepared before they are lent. With the bounds of some creators a statement takes the role whose policies compare
 * creators, with those of a whole agency the other one, where roles are given.
 */
export function preparingBounds(roles?: Pick<Roles, 'api' | 'limitedApi'>): BoundsSetting {
  const bounds = { 'reach.agency': '$1::text', plan_cache_mode: '$2::text' };
  const inRole = (role: string | undefined): Readonly<Record<string, string>> =>
    role === undefined ? {} : { role: pg.escapeLiteral(role) };
  const agency = { ...bounds, 'reach.creators': `''`, ...inRole(roles?.api) };
  const creators = { ...bounds, 'reach.creators': '$3::text', ...inRole(roles?.limitedApi) };
  return {
    verify(client, done) {
      client
        .query({ name: ofAgency, text: setLocally(agency), values: ['', 'auto'] })
        .then(() => client.query({ name: ofCreators, text: setLocally(creators), values: ['', 'auto', ''] }))
        .then(() => client.query({ name: ofLocks, text: setLocally({ lock_timeout: '$1::text' }), values: ['0'] }))
        .then(() => done(), done);
    },
  };
}
