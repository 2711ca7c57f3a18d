import type pg from 'pg';
import { withTimeout } from '../../lib/with-timeout.ts';
import { inRole } from './roles.ts';
import { rowsOf } from './run-statement.ts';
import { SessionClient } from './session-client.ts';
import type { Statement } from './sql.ts';

/** A dedicated connection for short queries, so that none of them waits for a pool. It is opened again after a failure. */
export class QueryConnection {
  readonly #url: string;
  readonly #timeoutMs: number;
  readonly #role: string | undefined;
  readonly #onLost: () => void;
  #client: Promise<pg.Client> | undefined;

  /** `onLost` hears at once that the other side is gone, also between two questions. */
  constructor(url: string, timeoutMs: number, role: string | undefined, onLost: () => void = () => undefined) {
    this.#url = url;
    this.#timeoutMs = timeoutMs;
    this.#role = role;
    this.#onLost = onLost;
  }

  /** The one row that the statement answers with. Rejects when it is not there in time. */
  async ask<Row>(statement: Statement): Promise<Row> {
    const client = (this.#client ??= this.#open());
    try {
      const [row] = await withTimeout(
        client.then((open) => rowsOf<Row>(open, statement)),
        this.#timeoutMs,
      );
      return row!;
    } catch (error) {
      this.#forget(client);
      throw error;
    }
  }

  close(): void {
    if (this.#client) this.#forget(this.#client);
  }

  async #open(): Promise<pg.Client> {
    const client = new SessionClient({
      connectionString: this.#url,
      application_name: 'agency-service look',
      connectionTimeoutMillis: this.#timeoutMs,
      statement_timeout: this.#timeoutMs,
      settings: inRole(this.#role),
      keepAlive: true,
    });
    client.on('end', this.#onLost);
    await client.connect();
    return client;
  }

  #forget(client: Promise<pg.Client>): void {
    if (this.#client === client) this.#client = undefined;
    client.then((open) => open.end()).catch(() => undefined);
  }
}
