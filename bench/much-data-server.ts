import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../server/database/embedded/embedded-postgres.ts';
import { removePostgres } from '../server/database/embedded/remove-postgres.ts';
import { databaseOf } from './cluster.ts';

const shared = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.max': '10000',
  // What planning reads counts too.
  'pg_stat_statements.track_planning': 'on',
};

/** While data is loaded: a run that fails starts again, so nothing needs to survive it. */
const loading = {
  ...shared,
  shared_buffers: '1GB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '8GB',
  checkpoint_timeout: '1h',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  work_mem: '128MB',
  maintenance_work_mem: '512MB',
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
};

/** The service's own settings; statements are counted. */
const measuring = shared;

/** A PostgreSQL that is filled under one set of settings and measured under another. */
export class MuchDataServer {
  readonly #home: string;
  readonly #isTemporary: boolean;
  #postgres: EmbeddedPostgres | undefined;

  private constructor(home: string, isTemporary: boolean) {
    this.#home = home;
    this.#isTemporary = isTemporary;
  }

  /** In a directory of its own, or in `directory`, which stays and may have the data of an earlier run. */
  static async open(directory: string | undefined): Promise<MuchDataServer> {
    const home = directory === undefined ? await mkdtemp(join(tmpdir(), 'agency-service-bench-')) : resolve(directory);
    if (!existsSync(home)) await mkdir(home, { recursive: true });
    // Where root runs this, the server runs as another user.
    await chmod(home, 0o755);
    return new MuchDataServer(home, directory === undefined);
  }

  startLoading(): Promise<void> {
    return this.#start(loading);
  }

  startMeasuring(): Promise<void> {
    return this.#start(measuring);
  }

  urlOf(database: string): string {
    return databaseOf(this.#postgres!.administratorUrl, database);
  }

  async hasDatabase(name: string): Promise<boolean> {
    return (await this.run('postgres', `SELECT 1 FROM pg_database WHERE datname = '${name}'`)).length > 0;
  }

  /** Statements on a connection of their own; returns the rows of the last one. */
  async run<Row extends pg.QueryResultRow>(database: string, text: string): Promise<Row[]> {
    const client = new pg.Client({ connectionString: this.urlOf(database) });
    await client.connect();
    try {
      const results = (await client.query<Row>(text)) as pg.QueryResult<Row> | pg.QueryResult<Row>[];
      return (Array.isArray(results) ? results.at(-1)! : results).rows;
    } finally {
      await client.end();
    }
  }

  async stop(): Promise<void> {
    await this.#end();
    if (!this.#isTemporary) return;
    await removePostgres(this.#home);
    await rm(this.#home, { recursive: true, force: true });
  }

  async #start(settings: Readonly<Record<string, string>>): Promise<void> {
    await this.#end();
    this.#postgres = await startEmbeddedPostgres(this.#home, settings);
  }

  /** A server that has written everything ends within the time that it gets. */
  async #end(): Promise<void> {
    if (!this.#postgres) return;
    await this.run('postgres', 'CHECKPOINT').catch(() => undefined);
    await this.#postgres.stop();
    this.#postgres = undefined;
  }
}
