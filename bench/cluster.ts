import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../server/database/embedded/embedded-postgres.ts';
import { removePostgres } from '../server/database/embedded/remove-postgres.ts';
import { cpuSecondsOfFamily, parentOf } from './machine.ts';

/** Where the database's log of changes stands. */
export interface WalPosition {
  readonly lsn: string;
  /** How often it was flushed to the disk until then: sessions report that within a second while they work. */
  readonly flushes: number;
}

export interface WalWork {
  /** Transactions that wrote and were committed. Those that only read leave no trace in the log. */
  readonly commits: number;
  readonly bytes: number;
  /** Of these, images of whole pages: the first change of a page after a checkpoint writes one. */
  readonly imageBytes: number;
  readonly flushes: number;
}

/** A cluster keeps of its log at least as much as one measurement writes. */
const watchable = { wal_keep_size: '2GB' };

/** The service's own PostgreSQL, with its durable settings, in a directory that goes with it; its work is measured from outside, whatever the tables are called. */
export class Cluster {
  readonly #url: string;
  readonly #end: () => Promise<void>;
  readonly #client: pg.Client;
  #postmaster = 0;

  private constructor(url: string, end: () => Promise<void>) {
    this.#url = url;
    this.#end = end;
    this.#client = new pg.Client({ connectionString: url });
  }

  static async start(settings: Readonly<Record<string, string>> = {}): Promise<Cluster> {
    const home = await mkdtemp(join(tmpdir(), 'agency-service-bench-'));
    // Where root runs this, the server runs as another user.
    await chmod(home, 0o755);
    const postgres = await startEmbeddedPostgres(home, { ...watchable, ...settings });
    const cluster = new Cluster(postgres.administratorUrl, async () => {
      await postgres.stop();
      await removePostgres(home);
      await rm(home, { recursive: true, force: true });
    });
    await cluster.#client.connect();
    await cluster.query('CREATE EXTENSION IF NOT EXISTS pg_walinspect');
    const [row] = await cluster.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    cluster.#postmaster = parentOf(row!.pid);
    return cluster;
  }

  /** Makes a database and returns its URL. */
  async createDatabase(name: string): Promise<string> {
    await this.query(`CREATE DATABASE ${name}`);
    return Object.assign(new URL(this.#url), { pathname: `/${name}` }).href;
  }

  async query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
    return (await this.#client.query<Row>(text)).rows;
  }

  /** Of all processes of the cluster, in seconds. */
  cpuSeconds(): number {
    return cpuSecondsOfFamily(this.#postmaster);
  }

  async position(): Promise<WalPosition> {
    const [row] = await this.query<{ lsn: string; flushes: number }>(
      `SELECT pg_current_wal_insert_lsn() AS lsn, (SELECT sum(fsyncs) FROM pg_stat_io WHERE object = 'wal')::float8 AS flushes`,
    );
    return row!;
  }

  async workSince(from: WalPosition): Promise<WalWork> {
    const to = await this.position();
    const [row] = await this.query<Omit<WalWork, 'flushes'>>(`
      SELECT coalesce(sum(count) FILTER (WHERE "resource_manager/record_type" LIKE 'Transaction/COMMIT%'), 0)::float8 AS commits,
             pg_wal_lsn_diff('${to.lsn}', '${from.lsn}')::float8 AS bytes, coalesce(sum(fpi_size), 0)::float8 AS "imageBytes"
        FROM pg_get_wal_stats('${from.lsn}', '${to.lsn}', true)`);
    return { ...row!, flushes: to.flushes - from.flushes };
  }

  /** Sessions of clients in the midst of a transaction. */
  async openTransactions(): Promise<number> {
    const [row] = await this.query<{ count: number }>(
      `SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend' AND state <> 'idle' AND pid <> pg_backend_pid()`,
    );
    return row!.count;
  }

  async stop(): Promise<void> {
    await this.#client.end();
    await this.#end();
  }
}
