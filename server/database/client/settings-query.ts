import pg from 'pg';
import type { Roles } from './roles.ts';
import { shapesOf, type RowShape } from './row-shapes.ts';
import type { RowScope, Settings } from './sql.ts';

const [ofAgency, ofCreators, ofOperator, ofLocks, ofPlan] = ['bounds', 'limited-bounds', 'operator-bounds', 'lock-bounds', 'by-index'];

/** The prepared statement that sets the settings of a pool, through a pooler that lends sessions for transactions. */
export const settingsOfPool = 'pool-settings';

/** Names of the prepared statements that apply settings to their transaction. They are never deallocated. */
export const settingStatements: readonly string[] = [ofAgency, ofCreators, ofOperator, ofLocks, ofPlan, settingsOfPool];

/** The parts of `pg` that its types lack. */
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

/** An array of text in the syntax of PostgreSQL. */
const textArray = (texts: readonly string[]) => `{${texts.map((text) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`;

/** A prepared statement that applies a setting to its transaction. */
interface Setting {
  readonly statement: string;
  readonly values: readonly string[];
}

/**
 * A statement and the settings that precede it, in one write. Settings last until the end of the transaction. In a transaction of several
 * statements, each with a row scope sets role, agency and creators again. `prepareSettings` must have prepared the connection.
 */
export class SettingsQuery extends Prepared {
  readonly text: string;
  readonly query_timeout: number | undefined;
  readonly #settings: Setting[] = [];
  #setCount = 0;
  #shapes: ReturnType<typeof shapesOf>;

  constructor({ text, values, name, query_timeout }: pg.QueryConfig & { readonly query_timeout?: number }, setting?: Setting) {
    // `pg` copies the properties of a configuration by their descriptors, which takes longer than the rest of the query.
    super(text, values);
    this.text = text;
    this.name = name;
    this.query_timeout = query_timeout;
    if (setting) this.setBefore(setting);
  }

  /** Adds a setting before the others. */
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

  /** The first completed commands are those of the settings, which return no rows. */
  override handleCommandComplete(message: unknown, connection: Wire): void {
    if (this.#setCount === this.#settings.length) super.handleCommandComplete(message, connection);
    else this.#setCount += 1;
  }
}

/** Sets the row scope. A prepared statement has a generic plan: planning it again with its policies costs as much as running it. */
export function scopeSetting({ agencyId, creatorIds, role }: RowScope, isPrepared: boolean): Setting {
  if (role === 'operator') return { statement: ofOperator, values: [agencyId] };
  const planCacheMode = isPrepared ? 'force_generic_plan' : 'auto';
  if (creatorIds.length === 0) return { statement: ofAgency, values: [agencyId, planCacheMode] };
  return { statement: ofCreators, values: [agencyId, planCacheMode, textArray(creatorIds)] };
}

/** Limits the wait for a lock. */
export const lockSetting = (ms: number): Setting => ({ statement: ofLocks, values: [String(ms)] });

/** Makes the planner use indexes. */
export const byIndex: Setting = { statement: ofPlan, values: [] };

/** SQL that sets each setting to an SQL expression, for the transaction. It returns no row. */
export const setLocally = (settings: Settings) =>
  `SELECT WHERE ${Object.entries(settings)
    .map(([setting, value]) => `set_config('${setting}', ${value}, true) IS NULL`)
    .join(' OR ')}`;

/** SQL that sets the row scope on the workers of Citus too. The agency decides the worker, so that each execution needs a custom plan. */
const setOnWorkers = (creators: string, role: Settings) =>
  `${setLocally({ plan_cache_mode: `'force_custom_plan'`, ...role })} OR NOT bind_tenant_scope($1::text, ${creators}) OR $2::text IS NULL`;

/** The roles of statements with a row scope, and on the primary that of operators. */
type ScopeRoles = Pick<Roles, 'api' | 'limitedApi'> & Partial<Pick<Roles, 'operator'>>;

/**
 * Prepares a connection for statements with settings, before the pool lends it. With roles, a statement for some creators runs in the role whose
 * policies compare creators, and one for a whole agency in the other. Replicas serve no operators, and so need no role for them.
 */
export async function prepareSettings(client: pg.ClientBase, roles?: ScopeRoles, hasWorkers = false): Promise<void> {
  const inRole = (role: string | undefined): Settings => (role === undefined ? {} : { role: pg.escapeLiteral(role) });
  const whole = { 'tenant_scope.agency': '$1::text', 'tenant_scope.creators': `''` };
  const textOf = (creators: string, role: Settings) =>
    hasWorkers
      ? setOnWorkers(creators, role)
      : setLocally({ ...whole, 'tenant_scope.creators': creators, plan_cache_mode: '$2::text', ...role });
  await client.query({ name: ofAgency, text: textOf(`''`, inRole(roles?.api)), values: ['', 'auto'] });
  await client.query({ name: ofCreators, text: textOf('$3::text', inRole(roles?.limitedApi)), values: ['', 'auto', ''] });
  if (!roles || roles.operator)
    await client.query({ name: ofOperator, text: setLocally({ ...whole, ...inRole(roles?.operator) }), values: [''] });
  await client.query({ name: ofLocks, text: setLocally({ lock_timeout: '$1::text' }), values: ['0'] });
  await client.query({ name: ofPlan, text: setLocally({ enable_seqscan: `'off'`, enable_bitmapscan: `'off'`, enable_sort: `'off'` }) });
}
