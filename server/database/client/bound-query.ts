import pg from 'pg';
import type { Roles } from './roles.ts';
import { shapesOf, type RowShape } from './row-shapes.ts';
import type { Bounds, Settings } from './sql.ts';

const [ofAgency, ofCreators, ofOperator, ofLocks, ofPlan] = ['bounds', 'limited-bounds', 'operator-bounds', 'lock-bounds', 'by-index'];

/** The prepared statement that sets what a session of the pool would have, through a pooler that lends sessions for transactions. */
export const settingsOfPool = 'pool-settings';

/**
 * The prepared statements that set the bounds of the transaction they run in: an agency, some of its creators, how long locks are waited for, or
 * which plans are ruled out. They stay prepared.
 */
export const boundsNames: readonly string[] = [ofAgency, ofCreators, ofOperator, ofLocks, ofPlan, settingsOfPool];

/** The parts of `pg` that its types leave out. */
interface Wire {
  bind(message: { statement: string; values: readonly unknown[]; valueMapper(value: unknown): unknown }): void;
  execute(message: { portal?: string }): void;
}
interface PreparedQuery extends pg.Query {
  name: string | undefined;
  queryMode: 'extended' | undefined;
  readonly _result: RowShape;
  _accumulateRows: boolean;
  prepare(connection: Wire): void;
  handleRowDescription(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Wire): void;
}
const Prepared = pg.Query as unknown as new (text: string, values?: unknown[]) => PreparedQuery;

/** A list of text as PostgreSQL reads it. */
const textArray = (texts: readonly string[]) => `{${texts.map((text) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`;

/** A prepared statement that sets something for the transaction it runs in. */
interface Setting {
  readonly statement: string;
  readonly values: readonly string[];
}

/**
 * A statement behind its bounds, if it has any, in one write: role, agency and creators are set for its own transaction, and gone when
 * that is over. In a transaction of several statements each sets all three, whatever the one before had. Its connection was prepared by
 * `preparingBounds`.
 */
export class BoundQuery extends Prepared {
  readonly text: string;
  readonly query_timeout: number | undefined;
  readonly #settings: Setting[] = [];
  #setCount = 0;
  #shapes: ReturnType<typeof shapesOf>;

  constructor({ text, values, name, query_timeout }: pg.QueryConfig & { readonly query_timeout?: number }, setting?: Setting) {
    // A text, because `pg` copies each property of a configuration by its descriptor, which takes longer than the rest of the query.
    super(text, values);
    this.text = text;
    this.name = name;
    this.query_timeout = query_timeout;
    if (setting) this.setBefore(setting);
  }

  /** Sets this too, in front of the bounds. */
  setBefore(setting: Setting): void {
    this.queryMode = 'extended';
    this.#settings.unshift(setting);
  }

  override prepare(connection: Wire): void {
    for (const setting of this.#settings) {
      connection.bind({ ...setting, valueMapper: (value) => value });
      connection.execute({});
    }
    const shapes = this.name === undefined ? undefined : shapesOf(connection);
    const shape = shapes?.get(this.name!);
    if (!shapes || !shape) {
      this.#shapes = shapes;
      super.prepare(connection);
      return;
    }
    Object.assign(this._result, shape);
    this._accumulateRows = true;
    super.prepare(shapes.undescribed as Wire);
  }

  override handleRowDescription(message: unknown): void {
    super.handleRowDescription(message);
    this.#shapes?.set(this.name!, this._result);
  }

  /** The first ones are of the settings, which answer with no row. */
  override handleCommandComplete(message: unknown, connection: Wire): void {
    if (this.#setCount === this.#settings.length) super.handleCommandComplete(message, connection);
    else this.#setCount += 1;
  }
}

/** Whose rows a statement may touch. What stays prepared is planned once: planning it again, policies and all, would cost as much as running it. */
export function scopeSetting({ agencyId, creatorIds, role }: Bounds, isPrepared: boolean): Setting {
  if (role === 'operator') return { statement: ofOperator, values: [agencyId] };
  const planned = isPrepared ? 'force_generic_plan' : 'auto';
  if (creatorIds.length === 0) return { statement: ofAgency, values: [agencyId, planned] };
  return { statement: ofCreators, values: [agencyId, planned, textArray(creatorIds)] };
}

/** How long a statement may wait for a lock. */
export const lockSetting = (ms: number): Setting => ({ statement: ofLocks, values: [String(ms)] });

/** Has a statement read by indexes. */
export const byIndex: Setting = { statement: ofPlan, values: [] };

/** Sets each to an SQL expression, for the transaction. Answers with no row, whatever is set. */
export const setLocally = (settings: Settings) =>
  `SELECT WHERE ${Object.entries(settings)
    .map(([setting, value]) => `set_config('${setting}', ${value}, true) IS NULL`)
    .join(' OR ')}`;

/**
 * SQL that sets the bounds on the workers of Citus too, by a function of its migrations. Citus makes a plan for the values of each statement,
 * of which the agency decides the worker.
 */
const boundOnWorkers = (creators: string, role: Settings) =>
  `${setLocally({ plan_cache_mode: `'force_custom_plan'`, ...role })} OR NOT bind_reach($1::text, ${creators}) OR $2::text IS NULL`;

/** What a pool prepares its connections with, so that they take statements with bounds. */
export interface BoundsSetting {
  verify(client: pg.PoolClient, done: (error?: Error) => void): void;
}

/**
 * Connections are prepared before they are lent. With the bounds of some creators a statement takes the role whose policies compare
 * creators, with those of a whole agency the other one, where roles are given. Replicas serve no operators: there the role is not needed.
 */
export function preparingBounds(
  roles?: Pick<Roles, 'api' | 'limitedApi'> & Partial<Pick<Roles, 'operator'>>,
  hasWorkers = false,
): BoundsSetting {
  const bounds = { 'reach.agency': '$1::text', plan_cache_mode: '$2::text' };
  const inRole = (role: string | undefined): Settings => (role === undefined ? {} : { role: pg.escapeLiteral(role) });
  const agency = { ...bounds, 'reach.creators': `''`, ...inRole(roles?.api) };
  const operator = { 'reach.agency': '$1::text', 'reach.creators': `''`, ...inRole(roles?.operator) };
  const creators = { ...bounds, 'reach.creators': '$3::text', ...inRole(roles?.limitedApi) };
  return {
    verify(client, done) {
      client
        .query({ name: ofAgency, text: hasWorkers ? boundOnWorkers(`''`, inRole(roles?.api)) : setLocally(agency), values: ['', 'auto'] })
        .then(() => {
          const text = hasWorkers ? boundOnWorkers('$3::text', inRole(roles?.limitedApi)) : setLocally(creators);
          return client.query({ name: ofCreators, text, values: ['', 'auto', ''] });
        })
        .then(() => (roles && !roles.operator ? undefined : client.query({ name: ofOperator, text: setLocally(operator), values: [''] })))
        .then(() => client.query({ name: ofLocks, text: setLocally({ lock_timeout: '$1::text' }), values: ['0'] }))
        .then(() =>
          client.query({ name: ofPlan, text: setLocally({ enable_seqscan: `'off'`, enable_bitmapscan: `'off'`, enable_sort: `'off'` }) }),
        )
        .then(() => done(), done);
    },
  };
}
