import pg from 'pg';
import { setLocally, SettingsQuery, settingsOfPool } from './settings-query.ts';
import { cacheShapes } from './row-shapes.ts';
import type { Settings } from './sql.ts';
import { TlsClient } from './tls-client.ts';
import { isThroughPooler } from './transaction-pooler.ts';

export interface SessionConfig extends pg.ClientConfig {
  /** Settings of the pool's sessions, in addition to the timeouts. */
  readonly settings?: Settings;
}

type QueryCallback = (error: Error | null, result?: pg.QueryResult) => void;
type Query = (...args: unknown[]) => unknown;
type Connect = () => Promise<unknown>;

/** The startup option `options`. */
const optionsOf = (settings: Settings) =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value.replaceAll(/[\\ ]/g, '\\$&')}`)
    .join(' ');

const timeouts = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'] as const;

/** Separates the settings, including the timeouts, from the configuration of `pg`. */
function separateSettings({ settings, ...config }: SessionConfig): { settings: Settings; config: pg.ClientConfig } {
  const all = { ...settings };
  const rest: Record<string, unknown> = { ...config };
  for (const name of timeouts) {
    if (config[name]) all[name] = String(config[name]);
    delete rest[name];
  }
  return { settings: all, config: rest };
}

/** Runs a query with a callback, or returns a promise. */
function run(query: Query, bound: SettingsQuery, callback?: QueryCallback): unknown {
  if (callback) return query(bound, undefined, callback);
  return new Promise((resolve, reject) => {
    query(bound, undefined, (error: Error | null, result?: pg.QueryResult) => (error ? reject(error) : resolve(result)));
  });
}

const ofStatement = new Set(['text', 'values', 'name', 'query_timeout']);
const isConfig = (given: unknown): given is pg.QueryConfig =>
  typeof given === 'object' && given !== null && !('submit' in given) && Object.keys(given).every((name) => ofStatement.has(name));

/** Runs a statement without the copy that `pg` makes of its configuration, which takes longer than building the message. */
function runWithoutCopy(query: Query, args: unknown[]): unknown {
  const [given, values, callback] = args as [unknown, unknown, QueryCallback?];
  if (!isConfig(given) || values !== undefined) return query(...args);
  return run(query, new SettingsQuery(given), callback);
}

const begins = /^\s*(begin|start\s+transaction)\b/i;
const ends = /^\s*(commit|rollback|end|abort)\b/i;

/**
 * A connection that sends its settings once, when the session begins. A transaction pooler refuses or ignores them. Through such a pooler,
 * each transaction begins with the settings, in the same write as its first statement.
 */
export class SessionClient extends TlsClient {
  #isInTransaction = false;

  constructor(given: SessionConfig = {}) {
    const isPooled = isThroughPooler(given.connectionString);
    const { settings, config } = separateSettings(given);
    super(isPooled ? config : { ...given, ...(given.settings ? { options: optionsOf(given.settings) } : {}) });
    if (!isPooled) cacheShapes((this as unknown as { connection: object }).connection);
    const originalQuery = (this.query as Query).bind(this);
    const query = (...args: unknown[]) => runWithoutCopy(originalQuery, args);
    this.query = query as typeof this.query;
    if (!isPooled || Object.keys(settings).length === 0) return;
    const literals = Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, pg.escapeLiteral(value)]));
    const text = setLocally(literals);
    const withSettings = (...args: unknown[]) => this.#withSettings(query, text, args);
    this.query = withSettings as typeof this.query;
    const connect = (this.connect as unknown as Connect).bind(this);
    const connectWithSettings = (callback?: QueryCallback) => {
      const connected = connect().then(() => query({ name: settingsOfPool, text }));
      if (!callback) return connected;
      connected.then(
        () => callback(null),
        (error: Error) => callback(error),
      );
      return undefined;
    };
    this.connect = connectWithSettings as unknown as typeof this.connect;
  }

  #withSettings(query: Query, settings: string, args: unknown[]): unknown {
    const [given, ...rest] = args as [string | pg.QueryConfig | SettingsQuery, ...unknown[]];
    const text = typeof given === 'string' ? given : given.text;
    if (begins.test(text)) {
      this.#isInTransaction = true;
      const [begin, ...more] = text.split(';');
      return query([begin, settings, ...more].join('; '), ...rest);
    }
    if (this.#isInTransaction) {
      if (ends.test(text)) this.#isInTransaction = false;
      return query(...args);
    }
    const ofPool = { statement: settingsOfPool, values: [] };
    if (given instanceof SettingsQuery) {
      given.setBefore(ofPool);
      return query(...args);
    }
    const callback = rest.find((each) => typeof each === 'function') as QueryCallback | undefined;
    const values = rest.find((each) => Array.isArray(each)) as unknown[] | undefined;
    const config = { ...(typeof given === 'string' ? { text: given } : given), ...(values ? { values } : {}) };
    return run(query, new SettingsQuery(config, ofPool), callback);
  }
}
