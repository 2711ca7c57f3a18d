import type { Socket } from 'node:net';
import pg from 'pg';
import type { ConnectionLease } from './leasing-pool.ts';

/** Properties of a client and of a connection that the types of `pg` lack. */
interface Session {
  readonly processID: number;
  readonly secretKey: number;
  readonly host: string;
  readonly port: number;
}
interface CancelConnection extends pg.Connection {
  readonly stream: Socket;
  connect(port: number | string, host?: string): void;
  cancel(processId: number, secretKey: number): void;
}

const timeoutMs = 1_000;

/** Asks the server to end the running statement of a session. Resolves when the server has done so, else with the error. */
function cancel(client: pg.ClientBase): Promise<Error | undefined> {
  const { processID, secretKey, host, port } = client as unknown as Session;
  const connection = new pg.Connection() as CancelConnection;
  const { stream } = connection;
  return new Promise((resolve) => {
    let failure: Error | undefined;
    stream.setTimeout(timeoutMs, () => stream.destroy(new Error(`the server did not answer a cancel request within ${timeoutMs} ms`)));
    connection.once('connect', () => connection.cancel(processID, secretKey));
    connection.on('error', (error: Error) => (failure = error)).once('end', () => resolve(failure));
    if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
    else connection.connect(port, host);
  });
}

/**
 * Runs statements on a leased connection. `gone` makes the server end the running statement when the caller no longer waits. The connection
 * returns to the pool after the server has done so. Otherwise it is closed, because a late cancel request would end another statement.
 */
export async function runOnLease<Result>(
  leasing: Promise<ConnectionLease<pg.ClientBase>>,
  gone: AbortSignal | undefined,
  run: (client: pg.ClientBase) => Promise<Result>,
): Promise<Result> {
  const { client, release } = await leasing;
  let cancelling: Promise<Error | undefined> | undefined;
  let broken: Error | undefined;
  const onGone = (): void => void (cancelling = cancel(client));
  gone?.addEventListener('abort', onGone);
  try {
    gone?.throwIfAborted();
    return await run(client);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) && error !== gone?.reason) broken = error as Error;
    throw error;
  } finally {
    gone?.removeEventListener('abort', onGone);
    const failure = await cancelling;
    release(broken ?? failure);
  }
}
