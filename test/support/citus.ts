import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './free-port.ts';

/** A folder with a whole system of its own, in which PostgreSQL has Citus. */
const root = process.env.CITUS_ROOT || '/opt/citus';
const programs = '/usr/lib/postgresql/18/bin';

/** Why Citus is not used here; undefined where it is. */
export function citusIsMissing(): string | undefined {
  const isBuilt =
    existsSync(join(root, programs, 'postgres')) && existsSync(join(root, '/usr/share/postgresql/18/extension/citus.control'));
  if (!isBuilt) return `CITUS_ROOT (${root}) does not contain PostgreSQL 18 with Citus`;
  return process.getuid?.() === 0 ? undefined : 'a root folder needs a user who may change to it (root)';
}

/** Runs a program inside the root folder, as the user `postgres`; what is mounted for it is gone when it ends. */
const inside = (program: string, args: readonly string[]): [string, string[]] => {
  const script = `mount --bind /dev "$0/dev" && mount --bind /proc "$0/proc" && exec chroot --userspec=postgres:postgres "$0" "$@"`;
  return ['unshare', ['--mount', 'sh', '-c', script, root, `${programs}/${program}`, ...args]];
};

const settings = {
  listen_addresses: `'127.0.0.1'`,
  unix_socket_directories: `''`,
  shared_preload_libraries: `'citus,pg_stat_statements'`,
  'pg_stat_statements.track': 'none',
  dynamic_shared_memory_type: 'mmap',
  wal_level: 'logical',
  max_connections: 300,
  max_prepared_transactions: 300,
  max_worker_processes: 64,
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  'citus.node_conninfo': `'sslmode=disable'`,
  'citus.local_hostname': `'127.0.0.1'`,
  'citus.enable_statistics_collection': 'off',
  'citus.shard_count': 4,
};

export interface CitusNode {
  readonly port: number;
  /** As its superuser. */
  readonly url: string;
  query<Row = Record<string, unknown>>(text: string, database?: string): Promise<Row[]>;
  start(): Promise<void>;
  /** Sends a signal and waits for the end. */
  end(signal: 'SIGINT' | 'SIGQUIT'): Promise<void>;
}

export interface CitusCluster {
  /** The coordinator first. */
  readonly nodes: readonly CitusNode[];
  /** Makes a database on each node, with `options` of CREATE DATABASE; without a template it is one cluster's, with Citus. */
  createDatabase(name: string, owner: string, options?: string): Promise<void>;
  dropDatabase(name: string): Promise<void>;
  /** Leaves a database without connections: others are copied from it. */
  close(name: string): Promise<void>;
  stop(): Promise<void>;
}

async function startNode(place: string, number: number, changes: Readonly<Record<string, string>>): Promise<CitusNode> {
  const data = `${place}/node${number}`;
  const port = await freePort();
  const [program, args] = inside('initdb', ['-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']);
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const lines = Object.entries({ ...settings, ...changes, port }).map(([name, value]) => `${name} = ${value}\n`);
  appendFileSync(join(root, data, 'postgresql.conf'), lines.join(''));
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  let server: ChildProcess | undefined;
  let ended: Promise<void> = Promise.resolve();

  const query = <Row>(text: string, database = 'postgres') => queryAt(url, text, database) as Promise<Row[]>;

  return {
    port,
    url,
    query,
    async start() {
      const child = spawn(...inside('postgres', ['-D', data]), {
        stdio: ['ignore', 'ignore', process.env.CITUS_LOG ? 'inherit' : 'ignore'],
      });
      server = child;
      ended = new Promise((resolve) => child.once('close', () => resolve()));
      for (const giveUpAt = Date.now() + 30_000; ; await sleep(50)) {
        try {
          await query('SELECT 1');
          return;
        } catch (error) {
          if (Date.now() > giveUpAt || child.exitCode !== null) throw new Error(`node ${number} of Citus did not start`, { cause: error });
        }
      }
    },
    async end(signal) {
      if (server && server.exitCode === null && server.signalCode === null) server.kill(signal);
      await ended;
    },
  };
}

async function queryAt(url: string, text: string, database: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: Object.assign(new URL(url), { pathname: `/${database}` }).href });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query(text);
    return rows;
  } finally {
    await client.end();
  }
}

/** Makes a database on each node. One without a template becomes a cluster of its own. */
export async function createOnNodes(urls: readonly string[], name: string, owner: string, options = ''): Promise<void> {
  const [coordinator, ...workers] = urls as [string, ...string[]];
  await Promise.all(urls.map((url) => queryAt(url, `CREATE DATABASE ${name} OWNER ${owner} ${options}`, 'postgres')));
  if (/TEMPLATE/.test(options)) return;
  await Promise.all(urls.map((url) => queryAt(url, 'CREATE EXTENSION citus', name)));
  const placeOf = (url: string) => `'127.0.0.1', ${new URL(url).port}`;
  await queryAt(coordinator, `SELECT citus_set_coordinator_host(${placeOf(coordinator)})`, name);
  for (const worker of workers) await queryAt(coordinator, `SELECT citus_add_node(${placeOf(worker)})`, name);
}

export async function dropOnNodes(urls: readonly string[], name: string): Promise<void> {
  await Promise.all(urls.map((url) => queryAt(url, `DROP DATABASE ${name} WITH (FORCE)`, 'postgres')));
}

/**
 * A coordinator and workers, on loopback. A test loses nothing of value in a crash, so they do not wait for the disk. `changes` are settings of
 * PostgreSQL in place of the tests' own.
 */
export async function startCitus(workers: number, changes: Readonly<Record<string, string>> = {}): Promise<CitusCluster> {
  const folder = mkdtempSync(join(root, 'tmp', 'agency-service-citus-'));
  const place = folder.slice(root.length);
  execFileSync('chroot', [root, 'chown', 'postgres:postgres', place]);
  const nodes: CitusNode[] = [];
  for (let number = 0; number <= workers; number += 1) nodes.push(await startNode(place, number, changes));
  await Promise.all(nodes.map((node) => node.start()));
  return {
    nodes,
    createDatabase: (name, owner, options) =>
      createOnNodes(
        nodes.map(({ url }) => url),
        name,
        owner,
        options,
      ),
    dropDatabase: (name) =>
      dropOnNodes(
        nodes.map(({ url }) => url),
        name,
      ),
    async close(name) {
      await Promise.all(
        nodes.map(async (node) => {
          await node.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
          await node.query(`SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '${name}'`);
        }),
      );
    },
    async stop() {
      await Promise.all(nodes.map((node) => node.end('SIGINT')));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
