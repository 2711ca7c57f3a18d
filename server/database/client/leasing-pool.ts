import pg from 'pg';
import { noTracing, type Tracing } from '../../tracing/tracing.ts';

/** A connection of a pool while one owner uses it. */
export interface ConnectionLease<Client extends pg.ClientBase = pg.PoolClient> {
  readonly client: Client;
  /** Returns the connection to the pool, or closes it if `broken` is an error or true. Further calls do nothing. */
  readonly release: (broken?: Error | boolean) => void;
}

type Connected = Parameters<Parameters<pg.Pool['connect']>[0]>;

/** Replaces the connection's `release` by one that works once, for its present owner. */
function leaseOf(client: pg.PoolClient): ConnectionLease {
  const returnToPool = client.release.bind(client);
  let isReleased = false;
  const release = (broken?: Error | boolean): void => {
    if (isReleased) return;
    isReleased = true;
    returnToPool(broken);
  };
  client.release = release;
  return { client, release };
}

/**
 * A pool that ignores a second release of a connection. `pg` throws then, which would end the process: graphile-worker releases its connection
 * twice if it stops while its `LISTEN` fails.
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
    // The callback may run in the trace context of another caller, whose lease ends.
    const inCaller = this.#tracing.bind(callback);
    super.connect((error, client, release) => inCaller(error, client, client ? leaseOf(client).release : release));
  }
}

/** Takes a connection of the pool. Unlike `client.release`, the lease's release has no effect after the connection got another owner. */
export async function lease(pool: pg.Pool): Promise<ConnectionLease> {
  return leaseOf(await pool.connect());
}
