import type { Socket } from 'node:net';
import type { ConnectionOptions, TLSSocket } from 'node:tls';
import pg from 'pg';

/** The parts of `pg` that its types leave out. */
interface Wire {
  ssl: boolean | ConnectionOptions;
  readonly stream: Socket | TLSSocket;
  password(text: string): void;
  emit(event: 'error', error: Error): boolean;
}

/**
 * A connection that checks the server's certificate exactly as its URL says, whatever the environment says, and that sends a
 * password in clear text over TLS or a Unix socket alone: over plain TCP, whatever answers at the port would get it.
 */
export class TlsClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const wire = (this as unknown as { connection: Wire }).connection;
    if (wire.ssl === true) wire.ssl = {};
    // Node asks `NODE_TLS_REJECT_UNAUTHORIZED` only where nothing is said.
    if (wire.ssl) wire.ssl.rejectUnauthorized ??= true;
    const sendPassword = wire.password.bind(wire);
    const asks = wire as unknown as NodeJS.EventEmitter;
    let isClear = false;
    asks.prependListener('authenticationCleartextPassword', () => (isClear = true));
    wire.password = (text) => {
      const isSafe = !isClear || 'encrypted' in wire.stream || this.host.startsWith('/');
      if (isSafe) return sendPassword(text);
      wire.emit('error', new Error('the server requests a clear-text password over a connection without TLS'));
      wire.stream.destroy();
    };
  }
}
