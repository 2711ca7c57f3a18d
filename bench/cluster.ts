import pg from 'pg';
import { cpuSecondsOfFamily, parentOf } from './processes.ts';

/** Where the database's log of changes stands. */
export interface WalPosition {
  readonly lsn: string;
  /** How often it was flushed to the disk until then: sessions report that within a second while they work. */
  readonly flushes: number;
  /** Of the other servers, in their order. */
  readonly others: readonly WalPosition[];
}

export interface WalWork {
  /** Transactions that wrote and were committed. Those that only read leave no trace in the log. */
  readonly commits: number;
  readonly bytes: number;
  /** Of these, images of whole pages: the first change of a page after a checkpoint writes one. */
  readonly imageBytes: number;
  readonly flushes: number;
}

/** What a cluster that is watched keeps of its log at least: as much as one measurement writes. */
export const watchableSettings = { wal_keep_size: '2GB' };

/** The URL of another database of a cluster. */
export function databaseOf(url: string, name: string): string {
  const database = new URL(url);
  database.pathname = `/${name}`;
  return database.href;
}

/** Measures a cluster's work from outside: its processes and its log, whatever the tables are called. With other servers, the work of all. */
export class ClusterWatch {
  readonly #client: pg.Client;
  readonly #postmaster: number;
  readonly #others: readonly ClusterWatch[];

  private constructor(client: pg.Client, postmaster: number, others: readonly ClusterWatch[]) {
    this.#client = client;
    this.#postmaster = postmaster;
    this.#others = others;
  }

  static async open(url: string, otherUrls: readonly string[] = []): Promise<ClusterWatch> {
    const others = await Promise.all(otherUrls.map((each) => ClusterWatch.open(each)));
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query('CREATE EXTENSION IF NOT EXISTS pg_walinspect');
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    return new ClusterWatch(client, parentOf(rows[0]!.pid), others);
  }

  /** Of all processes of the cluster, in seconds. */
  cpuSeconds(): number {
    return this.#others.reduce((sum, other) => sum + other.cpuSeconds(), this.ownCpuSeconds());
  }

  /** Without the other servers. */
  ownCpuSeconds(): number {
    return cpuSecondsOfFamily(this.#postmaster);
  }

  async position(): Promise<WalPosition> {
    const { rows } = await this.#client.query<Omit<WalPosition, 'others'>>(
      `SELECT pg_current_wal_insert_lsn() AS lsn, (SELECT sum(fsyncs) FROM pg_stat_io WHERE object = 'wal')::float8 AS flushes`,
    );
    return { ...rows[0]!, others: await Promise.all(this.#others.map((other) => other.position())) };
  }

  async workBetween(from: WalPosition, to: WalPosition): Promise<WalWork> {
    const work = await this.#ownWorkBetween(from, to);
    const others = await Promise.all(this.#others.map((other, place) => other.workBetween(from.others[place]!, to.others[place]!)));
    return others.reduce(
      (sum, other) => ({
        commits: sum.commits + other.commits,
        bytes: sum.bytes + other.bytes,
        imageBytes: sum.imageBytes + other.imageBytes,
        flushes: sum.flushes + other.flushes,
      }),
      work,
    );
  }

  async #ownWorkBetween(from: WalPosition, to: WalPosition): Promise<WalWork> {
    const flushes = to.flushes - from.flushes;
    // pg_walinspect refuses an empty range: that of a worker whose agencies have no work.
    if (from.lsn === to.lsn) return { commits: 0, bytes: 0, imageBytes: 0, flushes };
    const { rows } = await this.#client.query<{ commits: string; bytes: string; image_bytes: string }>({
      text: `
        SELECT coalesce(sum(count) FILTER (WHERE "resource_manager/record_type" LIKE 'Transaction/COMMIT%'), 0) AS commits,
               pg_wal_lsn_diff($2, $1) AS bytes, coalesce(sum(fpi_size), 0) AS image_bytes
          FROM pg_get_wal_stats($1, $2, true)`,
      values: [from.lsn, to.lsn],
    });
    const { commits, bytes, image_bytes: imageBytes } = rows[0]!;
    return { commits: Number(commits), bytes: Number(bytes), imageBytes: Number(imageBytes), flushes };
  }

  createDatabase(name: string): Promise<unknown> {
    return this.#client.query(`CREATE DATABASE ${name}`);
  }

  /** Sessions of clients in the midst of a transaction. */
  async openTransactions(): Promise<number> {
    const { rows } = await this.#client.query<{ count: number }>(
      `SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend' AND state <> 'idle' AND pid <> pg_backend_pid()`,
    );
    return rows[0]!.count;
  }

  async close(): Promise<void> {
    await Promise.all([this.#client.end(), ...this.#others.map((other) => other.close())]);
  }
}
