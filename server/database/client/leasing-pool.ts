import pg from 'pg';
import { noTracing, type Tracing } from '../../tracing/tracing.ts';

/** A connection of a pool while one owner uses it. */
export interface ConnectionLease<Client extends pg.ClientBase = pg.PoolClient> {
  readonly client: Client;
  /** Returns the connection, closed where an error or `true` is given. Further calls do nothing. */
  readonly release: (broken?: Error | boolean) => void;
}

type Connected = Parameters<Parameters<pg.Pool['connect']>[0]>;

/** Makes the release of the present owner of a connection one that works once. */
function leaseOf(client: pg.PoolClient): ConnectionLease {
  const give = client.release.bind(client);
  let isReleased = false;
  const release = (broken?: Error | boolean): void => {
    if (isReleased) return;
    isReleased = true;
    give(broken);
  };
  client.release = release;
  return { client, release };
}

/**
 * A pool that takes each connection back once from each owner. `pg` throws at a second release, in whatever runs then:
 * graphile-worker, when it stops while its `LISTEN` fails, releases its connection for either reason, and that would end the process.
 */
export class LeasingPool extends pg.Pool {
  readonly #tracing: Pick<Tracing, 'bind'>;

  constructor(config: pg.PoolConfig, tracing: Pick<Tracing, 'bind'> = noTracing) {
    super(config);
    this.#tracing = tracing;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: (...connected: Connected) => void): void;
  override connect(callback?: (...connected: Connected) => void): Promise<pg.PoolClient> | void {
    if (!callback) return super.connect().then((client) => leaseOf(client).client);
    // Another caller, whose lease ends, calls back.
    const inCaller = this.#tracing.bind(callback);
    super.connect((error, client, release) => inCaller(error, client, client ? leaseOf(client).release : release));
  }
}

/**
 * Takes a connection of the pool. The lease belongs to this owner alone: where the connection has another owner by now, its
 * release no longer reaches it, as `client.release` would.
 */
export async function lease(pool: pg.Pool): Promise<ConnectionLease> {
  return leaseOf(await pool.connect());
}
