import { connect } from 'node:net';
import pg from 'pg';
import type { ConnectionLease } from './leasing-pool.ts';

/** What `pg` knows of a session and leaves out of its types. */
interface Session {
  readonly processID: number;
  readonly secretKey: number;
  readonly host: string;
  readonly port: number;
}

const cancelRequestCode = 80_877_102;
const patienceMs = 1_000;

/** Asks the server to end what the session runs. Resolves when the server has done so, or with the reason why that is not known. */
function cancel(client: pg.ClientBase): Promise<Error | undefined> {
  const { processID, secretKey, host, port } = client as unknown as Session;
  const request = Buffer.alloc(16);
  request.writeInt32BE(request.length, 0);
  request.writeInt32BE(cancelRequestCode, 4);
  request.writeInt32BE(processID, 8);
  request.writeInt32BE(secretKey, 12);
  return new Promise((resolve) => {
    const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    let failure: Error | undefined;
    socket.setTimeout(patienceMs, () => socket.destroy(new Error(`the server did not answer a cancel request within ${patienceMs} ms`)));
    socket.on('connect', () => socket.end(request));
    socket.on('error', (error) => (failure = error)).on('close', () => resolve(failure));
    socket.resume();
  });
}

/**
 * Runs statements on a leased connection. When the caller no longer waits for the answer, `gone` makes the server end the running
 * statement. The connection returns to the pool when the server has done that, and is closed where that is not known: a late cancel
 * request would end another statement.
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
