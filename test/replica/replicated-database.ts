import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { prepareDatabase } from '../../server/startup/prepare-database.ts';
import { placeOf, type PostgresPlace } from '../../server/database/embedded/postgres-place.ts';
import { PostgresServer } from '../../server/database/embedded/postgres-server.ts';
import { removePostgres } from '../../server/database/embedded/remove-postgres.ts';
import { freePort } from '../support/free-port.ts';

/** What a crash of these servers would lose is worth nothing. */
const settings = ['fsync=off', 'full_page_writes=off', 'shared_buffers=32MB', 'wal_keep_size=256MB', 'unix_socket_directories='];

/** One PostgreSQL server with a port of its own, which it keeps when it is started again. */
export class Server {
  readonly url: string;
  readonly #place: PostgresPlace;
  readonly #directory: string;
  readonly #port: number;
  #process: ChildProcess | undefined;

  constructor(place: PostgresPlace, directory: string, port: number, password: string) {
    this.#place = place;
    this.#directory = directory;
    this.#port = port;
    this.url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  }

  /** Starts it and waits until it answers. Memory that a killed one shared is given back a moment later. */
  async start(): Promise<void> {
    const giveUpAt = Date.now() + 30_000;
    const given = ['listen_addresses=127.0.0.1', `port=${this.#port}`, ...settings].flatMap((setting) => ['-c', setting]);
    for (;;) {
      if (!this.#process || this.#process.exitCode !== null || this.#process.signalCode !== null)
        this.#process = spawn(this.#place.binaries.postgres, ['-D', this.#directory, ...given], {
          ...this.#place.owner,
          cwd: '/',
          stdio: 'ignore',
        });
      try {
        await this.query('SELECT 1');
        return;
      } catch (error) {
        if (Date.now() > giveUpAt) throw error;
        await sleep(50);
      }
    }
  }

  /** `SIGINT` ends it in order, `SIGQUIT` as a crash does. */
  async end(signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  }

  async query<Row extends pg.QueryResultRow = any>(text: string, values: unknown[] = []): Promise<Row[]> {
    const client = new pg.Client({ connectionString: this.url, connectionTimeoutMillis: 2_000 });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Row>(text, values)).rows;
    } finally {
      await client.end();
    }
  }
}

export interface ReplicationOptions {
  /** Leads the standby to the primary, given the primary's address. */
  readonly replicateFrom?: (url: string) => Promise<string>;
}

export interface ReplicatedDatabase {
  /** Migrated. */
  readonly primary: Server;
  /** A streaming standby of it. */
  readonly standby: Server;
  /** From now on the standby shows what it shows. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Waits until the standby shows all that the primary holds. */
  catchUp(): Promise<void>;
  close(): Promise<void>;
}

/** A primary and its streaming standby, made from a copy of its data directory. */
export async function startReplicatedDatabase({ replicateFrom }: ReplicationOptions = {}): Promise<ReplicatedDatabase> {
  const home = await mkdtemp(join(tmpdir(), 'agency-service-replica-'));
  await chmod(home, 0o755);
  const place = await placeOf(home);
  const password = randomBytes(12).toString('hex');
  await new PostgresServer(place).initialise(password);
  const copy = `${place.directory}-standby`;
  const [primaryPort, standbyPort] = [await freePort(), await freePort()];
  // Keeps the owner and the mode that PostgreSQL asks for.
  spawnSync('cp', ['-a', place.directory, copy]);
  writeFileSync(join(copy, 'standby.signal'), '');
  const primary = new Server(place, place.directory, primaryPort, password);
  const { port: replicationPort } = new URL((await replicateFrom?.(primary.url)) ?? primary.url);
  appendFileSync(
    join(copy, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${replicationPort} user=postgres password=${password}'\n`,
  );
  const standby = new Server(place, copy, standbyPort, password);
  const close = async () => {
    await standby.end('SIGQUIT');
    await primary.end('SIGQUIT');
    await removePostgres(home);
    rmSync(home, { recursive: true, force: true });
  };
  try {
    await primary.start();
    await standby.start();
    await prepareDatabase(primary.url);
  } catch (error) {
    await close();
    throw error;
  }
  const until = async (isSo: () => Promise<boolean>, what: string) => {
    const giveUpAt = Date.now() + 15_000;
    while (!(await isSo())) {
      if (Date.now() > giveUpAt) throw new Error(`the standby did not ${what}`);
      await sleep(20);
    }
  };
  const catchUp = async () => {
    const [{ position }] = (await primary.query('SELECT pg_current_wal_flush_lsn() AS position')) as [{ position: string }];
    const hasIt = async () => (await standby.query('SELECT pg_last_wal_replay_lsn() >= $1 AS has_it', [position]))[0]!.has_it as boolean;
    await until(hasIt, 'catch up');
  };
  const pause = async () => {
    await standby.query('SELECT pg_wal_replay_pause()');
    await until(async () => (await standby.query('SELECT pg_get_wal_replay_pause_state() AS state'))[0].state === 'paused', 'pause');
  };
  const resume = async () => void (await standby.query('SELECT pg_wal_replay_resume()'));
  return { primary, standby, pause, resume, catchUp, close };
}
