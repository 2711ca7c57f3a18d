import pg from 'pg';

export type Fault = 'before' | 'after';

/** Statements and connections under way, in all pools: a simulation goes on when there are none. */
export class Traffic {
  open = 0;

  async watch<Result>(work: Promise<Result>): Promise<Result> {
    this.open += 1;
    try {
      return await work;
    } finally {
      this.open -= 1;
    }
  }
}

/** What goes wrong between a process and its database. */
export class Faults {
  isAway = false;
  /** Statements that still go well, and what then happens to the connection: before the database has it, or after. */
  #countdown: { left: number; fault: Fault } | undefined;

  arm(left: number, fault: Fault): void {
    this.#countdown = { left, fault };
  }

  disarm(): void {
    this.#countdown = undefined;
  }

  next(): Fault | undefined {
    if (!this.#countdown || this.#countdown.left-- > 0) return undefined;
    const { fault } = this.#countdown;
    this.#countdown = undefined;
    return fault;
  }
}

const lost = () => Object.assign(new Error('the connection is lost'), { code: 'ECONNRESET' });

/** A pool over a real database whose connections are lost between statements as its faults say. */
export function faultyPool(url: string, faults: Faults, traffic: Traffic): { pool: pg.Pool; loseAll: () => void } {
  const clients = new Set<pg.Client>();
  const destroy = (client: pg.Client) => {
    clients.delete(client);
    (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  };
  class FaultyClient extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      this.on('error', () => undefined);
      this.once('connect', () => void clients.add(this));
      this.once('end', () => void clients.delete(this));
      const ask = this.query.bind(this) as unknown as (...args: unknown[]) => Promise<unknown>;
      const faulty = async (...args: unknown[]): Promise<unknown> => {
        const fault = faults.isAway ? 'before' : faults.next();
        if (fault === 'before') {
          destroy(this);
          throw lost();
        }
        const answer = await ask(...args);
        if (fault === undefined) return answer;
        destroy(this);
        throw lost();
      };
      this.query = ((...args: unknown[]) => {
        // The pool's own look at a new connection hands over a callback.
        if (typeof args.at(-1) === 'function') return ask(...args);
        return traffic.watch(faulty(...args));
      }) as unknown as typeof this.query;
    }
  }
  const pool = new pg.Pool({ Client: FaultyClient, connectionString: url, max: 12, idleTimeoutMillis: 0 });
  pool.on('error', () => undefined);
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
  pool.connect = (async () => {
    if (faults.isAway) throw lost();
    return traffic.watch(connect());
  }) as typeof pool.connect;
  return { pool, loseAll: () => [...clients].forEach(destroy) };
}
