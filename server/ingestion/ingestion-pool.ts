import pg from 'pg';
import { PipeliningClient } from '../database/client/pipelining-client.ts';
import { lease } from '../database/client/leasing-pool.ts';
import { inRole } from '../database/client/roles.ts';
import { ofRequests, rowsOf, session } from '../database/client/run-statement.ts';
import { prepareSettings } from '../database/client/settings-query.ts';
import type { Statement, Transaction, TransactionOptions } from '../database/client/sql.ts';
import { transactionOn } from '../database/client/transaction.ts';
import { useOf, timeoutPool, type OpenConnections, type PoolUse } from '../database/client/timeout-client.ts';

/** The connections of ingestion, as its statements use them. */
export type IngestionDatabase = Pick<IngestionPool, 'runStandalone' | 'transaction'>;

/** The connections of ingestion, on which statements are sent together. */
export class IngestionPool {
  readonly use: PoolUse;
  readonly #pool: pg.Pool;

  constructor(url: string, size: number, open: OpenConnections = new Set(), role?: string) {
    this.#pool = timeoutPool(open, {
      ...session,
      Client: PipeliningClient,
      connectionString: url,
      application_name: 'agency-service records',
      settings: { ...ofRequests, ...inRole(role) },
      max: size,
      pipeline: true,
      verify: (client, done) => void prepareSettings(client).then(() => done(), done),
    });
    this.#pool.on('error', () => undefined);
    this.use = useOf(this.#pool);
  }

  transaction<Result>(work: (transaction: Transaction) => Promise<Result>, options?: TransactionOptions): Promise<Result> {
    return transactionOn(lease(this.#pool), work, options);
  }

  /** Runs a statement as a transaction of its own. `onUnknown` runs if the session was lost, so that the outcome is unknown. */
  async runStandalone<Row>(statement: Statement, onUnknown: () => void): Promise<Row[]> {
    const { client, release } = await lease(this.#pool);
    let broken: Error | undefined;
    try {
      return await rowsOf<Row>(client, statement);
    } catch (error) {
      // The server rolls back a statement that it refuses.
      if (!(error instanceof pg.DatabaseError) || error.severity !== 'ERROR') {
        broken = error as Error;
        onUnknown();
      }
      throw error;
    } finally {
      release(broken);
    }
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}
