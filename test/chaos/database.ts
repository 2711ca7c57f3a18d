import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import type { FaultKind, FaultLog } from './faults.ts';
import type { Random } from './random.ts';
import { countPrepared, type ChaosServer, type ChaosServers } from './servers.ts';

/** Ends sessions of the service that wait for the next statement of their transaction, and some of the others. */
const endSessions = `
  SELECT pg_terminate_backend(pid) AS is_ended, state = 'idle in transaction' AS is_between
    FROM pg_stat_activity
   WHERE datname = current_database() AND application_name <> 'chaos' AND backend_type = 'client backend'
     AND (state = 'idle in transaction' OR random() < $1)`;

const endSessionsEveryMs = 15;

/** How the database is away: it answers nothing, or refuses every connection. */
export type Absence = 'mute' | 'refusing';

/** The PostgreSQL of a run, which the service reaches by way of a proxy. */
export class ChaosDatabase {
  /** By way of the proxy. */
  readonly url: string;
  readonly #servers: ChaosServers;
  readonly #proxy: TcpProxy;
  readonly #pool: pg.Pool;
  readonly #faults: FaultLog;

  private constructor(servers: ChaosServers, proxy: TcpProxy, faults: FaultLog) {
    this.#servers = servers;
    this.#proxy = proxy;
    this.#faults = faults;
    this.url = proxy.url;
    this.#pool = new pg.Pool({ connectionString: servers.servers[0].administratorUrl, max: 2, application_name: 'chaos' });
    this.#pool.on('error', () => undefined);
  }

  static async start(faults: FaultLog, startServers: () => Promise<ChaosServers>): Promise<ChaosDatabase> {
    const servers = await startServers();
    return new ChaosDatabase(servers, await startTcpProxy(servers.url), faults);
  }

  /** The workers of Citus. */
  get workers(): readonly ChaosServer[] {
    return this.#servers.servers.slice(1);
  }

  /** Past the proxy. */
  async query<Row = any>(text: string, values?: unknown[]): Promise<Row[]> {
    return (await this.#pool.query(text, values)).rows;
  }

  /** The server ends as in a crash, and starts again after a while. */
  async stopAtOnce(forMs: number): Promise<void> {
    await this.#stop('database stopped at once', this.#servers.servers[0], forMs);
  }

  /** The same for a worker of Citus. */
  async stopWorkerAtOnce(worker: ChaosServer, forMs: number): Promise<void> {
    await this.#stop('worker of Citus stopped at once', worker, forMs);
  }

  async #stop(kind: FaultKind, server: ChaosServer, forMs: number): Promise<void> {
    await this.#faults.during({ kind, note: `for ${(forMs / 1_000).toFixed(1)} s` }, async () => {
      await server.stop();
      await sleep(forMs);
      await server.start();
    });
  }

  /** How many transactions are between the two phases of a commit. */
  countPrepared(): Promise<number> {
    return countPrepared(this.#servers);
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
    await this.#servers.close();
  }
}
