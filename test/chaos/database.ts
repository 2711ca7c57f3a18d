import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../server/database/embedded/embedded-postgres.ts';
import { controllerOf, type PostgresControl } from '../process/postgres-control.ts';
import { createDataDir } from '../process/service-process.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import type { FaultLog } from './faults.ts';
import type { Random } from './random.ts';

/** Ends sessions of the service that wait for the next statement of their transaction, and some of the others. */
const endSessions = `
  SELECT pg_terminate_backend(pid) AS is_ended, state = 'idle in transaction' AS is_between
    FROM pg_stat_activity
   WHERE datname = current_database() AND application_name <> 'chaos' AND backend_type = 'client backend'
     AND (state = 'idle in transaction' OR random() < $1)`;

const endSessionsEveryMs = 15;

/** How the database is away: it answers nothing, or refuses every connection. */
export type Absence = 'mute' | 'refusing';

/** A PostgreSQL of the run's own, which the service reaches by way of a proxy. */
export class ChaosDatabase {
  /** By way of the proxy. */
  readonly url: string;
  readonly #postgres: EmbeddedPostgres;
  readonly #control: PostgresControl;
  readonly #proxy: TcpProxy;
  readonly #pool: pg.Pool;
  readonly #faults: FaultLog;

  private constructor(postgres: EmbeddedPostgres, control: PostgresControl, proxy: TcpProxy, faults: FaultLog) {
    this.#postgres = postgres;
    this.#control = control;
    this.#proxy = proxy;
    this.#faults = faults;
    this.url = proxy.url;
    this.#pool = new pg.Pool({ connectionString: postgres.administratorUrl, max: 2, application_name: 'chaos' });
    this.#pool.on('error', () => undefined);
  }

  /** With the settings that the service gives its own PostgreSQL: what is committed is on the disk. */
  static async start(faults: FaultLog): Promise<ChaosDatabase> {
    const postgres = await startEmbeddedPostgres(createDataDir());
    return new ChaosDatabase(postgres, await controllerOf(postgres.administratorUrl), await startTcpProxy(postgres.url), faults);
  }

  /** Past the proxy. */
  async query<Row = any>(text: string, values?: unknown[]): Promise<Row[]> {
    return (await this.#pool.query(text, values)).rows;
  }

  /** The server ends as in a crash, and starts again after a while. */
  async stopAtOnce(forMs: number): Promise<void> {
    await this.#faults.during({ kind: 'database stopped at once', note: `for ${(forMs / 1_000).toFixed(1)} s` }, async () => {
      await this.#control('stop', '-m', 'immediate');
      await sleep(forMs);
      await this.#control('start');
    });
  }

  /** The database is away for every process that connects through the proxy. */
  async goAway(how: Absence, forMs: number): Promise<void> {
    await this.#faults.during({ kind: `database ${how}`, note: `for ${forMs / 1_000} s` }, async () => {
      this.#proxy.set(how === 'mute' ? 'mute' : 'down');
      await sleep(forMs);
      this.#proxy.set('up');
    });
  }

  /** Ends sessions for a while. Answers with how many of them were between two statements of a transaction. */
  async endSessions(forMs: number, random: Random): Promise<number> {
    return this.#faults.during({ kind: 'sessions ended' }, async () => {
      let between = 0;
      for (const until = Date.now() + forMs; Date.now() < until; await sleep(random.between(0, 2 * endSessionsEveryMs))) {
        const ended = await this.query<{ is_between: boolean }>(endSessions, [0.02]);
        between += ended.filter(({ is_between }) => is_between).length;
      }
      return between;
    });
  }

  async close(): Promise<void> {
    await this.#pool.end();
    await this.#proxy.close();
    await this.#postgres.stop();
  }
}
