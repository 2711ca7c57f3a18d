import type { ConnectionOptions } from 'node:tls';
import pg from 'pg';

/** A connection that checks the server's certificate exactly as its URL says, whatever the environment says. */
export class CheckedClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const { connection } = this as unknown as { connection: { ssl: boolean | ConnectionOptions } };
    if (connection.ssl === true) connection.ssl = {};
    // Node asks `NODE_TLS_REJECT_UNAUTHORIZED` only where nothing is said.
    if (connection.ssl) connection.ssl.rejectUnauthorized ??= true;
  }
}
