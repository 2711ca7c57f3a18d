import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../server/database/embedded/embedded-postgres.ts';
import { removePostgres } from '../server/database/embedded/remove-postgres.ts';
import { cpuSecondsOf } from '../test/support/cpu-time.ts';

/** A position in the write-ahead log. */
export interface WalPosition {
  readonly lsn: string;
  /** Flushes to the disk so far. Active sessions report theirs within a second. */
  readonly flushes: number;
}

export interface WalWork {
  /** Committed transactions with writes. */
  readonly commits: number;
  readonly bytes: number;
  /** The part of the write-ahead log that is full-page images: the first change of a page after a checkpoint writes one. */
  readonly imageBytes: number;
  readonly flushes: number;
}

/** The write-ahead log of one measurement is smaller. */
const defaults = { wal_keep_size: '2GB' };

/** The embedded PostgreSQL with durable settings, in a temporary directory. Measures its work independently of the tables. */
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
    // If this process is root, the server runs as another user.
    await chmod(home, 0o755);
    const postgres = await startEmbeddedPostgres(home, { ...defaults, ...settings });
    const cluster = new Cluster(postgres.administratorUrl, async () => {
      await postgres.stop();
      await removePostgres(home);
      await rm(home, { recursive: true, force: true });
    });
    await cluster.#client.connect();
    await cluster.query('CREATE EXTENSION IF NOT EXISTS pg_walinspect');
    const [row] = await cluster.query<{ file: string }>(`SELECT current_setting('data_directory') || '/postmaster.pid' AS file`);
    cluster.#postmaster = Number.parseInt(await readFile(row!.file, 'utf8'));
    return cluster;
  }

  /** Creates a database and returns its URL. */
  async createDatabase(name: string): Promise<string> {
    await this.query(`CREATE DATABASE ${name}`);
    return Object.assign(new URL(this.#url), { pathname: `/${name}` }).href;
  }

  async query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
    return (await this.#client.query<Row>(text)).rows;
  }

  /** CPU seconds of all processes of the cluster. */
  cpuSeconds(): number {
    return cpuSecondsOf(this.#postmaster)!;
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

  /** Client sessions in a transaction. */
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
