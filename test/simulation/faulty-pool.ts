import pg from 'pg';
import type { Asker, Traffic } from './traffic.ts';

/**
 * What goes wrong with a statement: the connection is lost before the database has it, when it has carried it out, or when it
 * has answered; or the database refuses it.
 */
export type Fault = 'before' | 'after' | 'between' | 'refused';

/** The database's refusal, because of missing memory: it ends a transaction, but not a connection. */
const refusal = `DO $$ BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = '53200'; END $$`;

export interface ArmedFault {
  readonly fault: Fault;
  /** The statements that it waits for; undefined for all. */
  readonly of: string | undefined;
  /** How many of these still go well. */
  readonly left: number;
  /** The process dies of it. */
  readonly isDeath: boolean;
}

/** A statement on its way to the database. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}

/** As it must not be: what the ways to the database do in place of what they are asked. */
export interface Disguise {
  /** What is sent in place of a statement. */
  readonly rewrite?: (statement: Statement) => Statement;
  /** A lost connection is silently replaced from the next statement on. */
  readonly goesOnElsewhere?: boolean;
  /** The statement of this name is answered before it is carried out, outside of a transaction. */
  readonly answersBefore?: string;
}

/** What a statement goes by: its name, or its first word. */
export const nameOf = ({ name, text }: Statement) => name ?? /^\s*(\w+)/.exec(text)![1]!;

/** What goes wrong between a process and its database. */
export class Faults {
  isAway = false;
  #armed: ArmedFault | undefined;

  arm(armed: ArmedFault): void {
    this.#armed = armed;
  }

  disarm(): void {
    this.#armed = undefined;
  }

  next(statement: Statement): ArmedFault | undefined {
    const armed = this.#armed;
    if (!armed || (armed.of !== undefined && armed.of !== nameOf(statement))) return undefined;
    this.#armed = armed.left > 0 ? { ...armed, left: armed.left - 1 } : undefined;
    return armed.left > 0 ? undefined : armed;
  }
}

export interface FaultyPoolOptions {
  readonly url: string;
  /** By which the database knows the process. */
  readonly name: string;
  readonly asker: Asker;
  readonly faults: Faults;
  readonly traffic: Traffic;
  readonly disguise: Disguise;
  /** Called with what the database has carried out. */
  readonly onDone: (statement: Statement) => void;
  readonly onDeath: () => void;
}

const lost = () => Object.assign(new Error('the connection is lost'), { code: 'ECONNRESET' });

/** A pool over a real database whose connections are lost as its faults say. */
export class FaultyPool {
  readonly pool: pg.Pool;
  readonly #clients = new Set<FaultyClient>();

  constructor(options: FaultyPoolOptions) {
    const { url, name, asker, faults, traffic, disguise } = options;
    const clients = this.#clients;
    class Client extends FaultyClient {
      constructor(config?: string | pg.ClientConfig) {
        super(config, options);
        this.once('connect', () => void clients.add(this));
        this.once('end', () => void clients.delete(this));
      }
    }
    this.pool = new pg.Pool({ Client, connectionString: url, application_name: name, max: 12, idleTimeoutMillis: 0 });
    this.pool.on('error', () => undefined);
    const connect = this.pool.connect.bind(this.pool) as () => Promise<pg.PoolClient>;
    this.pool.connect = (() =>
      traffic.ask(asker, undefined, async () => {
        if (faults.isAway) throw lost();
        const client = await connect();
        return disguise.goesOnElsewhere ? goingOnElsewhere(client as unknown as FaultyClient, connect) : client;
      })) as typeof this.pool.connect;
  }

  /** Every connection is lost. */
  loseAll(): void {
    for (const client of this.#clients) client.lose();
  }

  /** Resolves when all notifications of the database have arrived. */
  async hear(): Promise<void> {
    for (const client of this.#clients) if (client.isListening) await client.ping();
  }
}

class FaultyClient extends pg.Client {
  isLost = false;
  isListening = false;
  readonly #ask: (...args: unknown[]) => Promise<pg.QueryResult>;
  readonly #options: FaultyPoolOptions;
  #isInTransaction = false;

  constructor(config: string | pg.ClientConfig | undefined, options: FaultyPoolOptions) {
    super(config);
    this.#options = options;
    this.on('error', () => undefined);
    this.once('end', () => (this.isLost = true));
    this.#ask = this.query.bind(this) as (...args: unknown[]) => Promise<pg.QueryResult>;
    this.query = ((asked: string | Statement, values?: unknown[]) => {
      const statement = typeof asked === 'string' ? { text: asked, ...(values ? { values } : {}) } : asked;
      return this.#run(statement);
    }) as unknown as typeof this.query;
  }

  lose(): void {
    (this as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  }

  ping(): Promise<unknown> {
    return this.#ask('SELECT 1').catch(() => undefined);
  }

  #run(statement: Statement): Promise<pg.QueryResult> {
    const { asker, traffic, disguise } = this.#options;
    const { processID } = this as unknown as { processID: number };
    const name = nameOf(statement);
    if (name === 'BEGIN') this.#isInTransaction = true;
    if (name === 'COMMIT' || name === 'ROLLBACK') this.#isInTransaction = false;
    if (name === 'LISTEN') this.isListening = true;
    const answer = traffic.ask(asker, processID, () => this.#meetFaults(statement));
    if (disguise.answersBefore !== name || this.#isInTransaction) return answer;
    answer.catch(() => undefined);
    return Promise.resolve({ rows: [] } as unknown as pg.QueryResult);
  }

  async #meetFaults(statement: Statement): Promise<pg.QueryResult> {
    const { faults, disguise, onDone } = this.#options;
    const armed: Pick<ArmedFault, 'fault' | 'isDeath'> | undefined = faults.isAway
      ? { fault: 'before', isDeath: false }
      : faults.next(statement);
    if (armed?.fault === 'before') return this.#fail(armed.isDeath);
    if (armed?.fault === 'refused') return this.#ask(refusal);
    const answer = await this.#ask(disguise.rewrite?.(statement) ?? statement);
    onDone(statement);
    if (!armed) return answer;
    if (armed.fault === 'after' || armed.isDeath) return this.#fail(armed.isDeath);
    const ended = new Promise((resolve) => this.once('end', resolve));
    this.lose();
    await ended;
    return answer;
  }

  #fail(isDeath: boolean): never {
    if (isDeath) this.#options.onDeath();
    this.lose();
    throw lost();
  }
}

/** As it must not be: a client that hides that its connection was lost, and continues over another one. */
function goingOnElsewhere(first: FaultyClient, connect: () => Promise<pg.PoolClient>): pg.PoolClient {
  let client = first;
  const hiding = {
    async query(statement: string | Statement) {
      if (client.isLost) client = (await connect()) as unknown as FaultyClient;
      return client.query(statement as pg.QueryConfig);
    },
    on: () => hiding,
    once: () => hiding,
    release: (error?: Error | boolean) => (client as unknown as pg.PoolClient).release(error),
  };
  return hiding as unknown as pg.PoolClient;
}
