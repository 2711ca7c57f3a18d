import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync, chmodSync, chownSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { placeOf } from '../../server/database/embedded/postgres-place.ts';
import { freePort } from './free-port.ts';

export const poolerProgram = process.env.PGBOUNCER || 'pgbouncer';

/** The first that tracks prepared statements. */
const oldest = [1, 21] as const;

/** Why PgBouncer is not used here; undefined where it is. */
export function poolerIsMissing(): string | undefined {
  const { stdout, error } = spawnSync(poolerProgram, ['--version'], { encoding: 'utf8' });
  const version = /^PgBouncer (\d+)\.(\d+)/.exec(stdout ?? '');
  const accepted = `PgBouncer ${oldest.join('.')} or later, in PATH or as PGBOUNCER`;
  if (error || !version) return `there is no ${accepted}`;
  const [major, minor] = [Number(version[1]), Number(version[2])];
  return major > oldest[0] || (major === oldest[0] && minor >= oldest[1]) ? undefined : `${version[0]} is older than ${accepted}`;
}

export interface PoolerOptions {
  readonly settings?: Readonly<Record<string, string | number>>;
}

export interface Pooler {
  readonly port: number;
  /** The same database through the pooler. */
  urlOf(url: string): string;
  /** Leads new and idle connections to another server, as an operator does after a fail-over. */
  pointTo(url: string): Promise<void>;
  /** Runs a command of the administration console. */
  command<Row = Record<string, unknown>>(text: string): Promise<Row[]>;
  stop(): Promise<void>;
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** PgBouncer in transaction mode in front of the server of these URLs, for their users and all databases. */
export async function startPooler(urls: readonly string[], { settings = {} }: PoolerOptions = {}): Promise<Pooler> {
  const home = mkdtempSync(join(tmpdir(), 'agency-service-pooler-'));
  const { owner } = await placeOf(home);
  const port = await freePort();
  const [users, config] = [join(home, 'users.txt'), join(home, 'pgbouncer.ini')];
  const administrator = 'pooler';
  const lines = urls.map((each) => {
    const { username, password } = new URL(each);
    return `${quoted(decodeURIComponent(username))} ${quoted(decodeURIComponent(password))}`;
  });
  const write = (url: string) => {
    const { hostname, port: target } = new URL(url);
    const all = {
      listen_addr: '127.0.0.1',
      listen_port: port,
      unix_socket_dir: '',
      pool_mode: 'transaction',
      max_prepared_statements: 200,
      auth_type: 'scram-sha-256',
      auth_file: users,
      admin_users: administrator,
      max_client_conn: 2_000,
      default_pool_size: 10,
      server_idle_timeout: 5,
      server_login_retry: 1,
      ...settings,
    };
    writeFileSync(
      config,
      `[databases]\n* = host=${decodeURIComponent(hostname)} port=${target || 5432}\n[pgbouncer]\n${Object.entries(all)
        .map(([name, value]) => `${name} = ${value}\n`)
        .join('')}`,
    );
  };
  writeFileSync(users, [...new Set(lines), `"${administrator}" "${administrator}"`].join('\n'));
  write(urls[0]!);
  for (const path of [home, users, config]) {
    chmodSync(path, path === home ? 0o700 : 0o600);
    if (owner) chownSync(path, owner.uid, owner.gid);
  }
  const child = spawn(poolerProgram, ['--quiet', config], { ...owner, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
  let complaint = '';
  child.stderr.on('data', (data: Buffer) => (complaint = `${complaint}${data.toString()}`.slice(-2_000)));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const command = async <Row>(text: string) => {
    const client = new pg.Client({ host: '127.0.0.1', port, user: administrator, password: administrator, database: 'pgbouncer' });
    client.on('error', () => undefined);
    await client.connect();
    try {
      const { rows } = await client.query(text);
      return rows as Row[];
    } finally {
      await client.end();
    }
  };
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGQUIT');
    await ended;
    rmSync(home, { recursive: true, force: true });
  };
  for (const giveUpAt = Date.now() + 10_000; ; await sleep(20)) {
    try {
      await command('SHOW VERSION');
      break;
    } catch (error) {
      if (Date.now() < giveUpAt && child.exitCode === null) continue;
      await stop();
      throw new Error(`PgBouncer did not start: ${complaint}`, { cause: error });
    }
  }
  return {
    port,
    urlOf(url) {
      const through = new URL(url);
      through.hostname = '127.0.0.1';
      through.port = String(port);
      return through.href;
    },
    async pointTo(url) {
      write(url);
      await command('RELOAD');
    },
    command,
    stop,
  };
}
