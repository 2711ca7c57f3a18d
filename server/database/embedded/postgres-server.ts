import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError, type PostgresPlace } from './postgres-place.ts';
import { reasonIn, runProgram } from './run-program.ts';
import { makeSocketDirectory, removeSocketDirectory, socketPort } from './socket-directory.ts';

/** How long a start is repeated after a temporary error. */
const startTimeoutMs = 15_000;

const temporaryError = /pre-existing shared memory block|Address already in use|could not bind|could not create any TCP\/IP sockets/;

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

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether the process is the server of this data directory, which is its working directory. */
function servesFrom(pid: number, directory: string): boolean {
  if (process.platform !== 'linux') {
    return spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.includes(directory) ?? false;
  }
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(directory);
  } catch {
    return false;
  }
}

/** The running process whose id the data directory contains. After a crash it may be another program. */
function namedPid(directory: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(join(directory, 'postmaster.pid'), 'utf8'), 10);
    return pid > 0 && isAlive(pid) ? pid : undefined;
  } catch {
    // The server may have just removed the file, as it does when it ends.
    return undefined;
  }
}

/** The process id of the server of the data directory; undefined if it is not running. */
export function servingPid(directory: string): number | undefined {
  const pid = namedPid(directory);
  return pid !== undefined && servesFrom(pid, directory) ? pid : undefined;
}

/** The server's log since `offset`. */
const logAfter = (log: string, offset: number) => (existsSync(log) ? readFileSync(log).subarray(offset).toString() : '');

/** A PostgreSQL server over one data directory. It runs detached, so that Ctrl-C does not end it. */
export class PostgresServer {
  readonly #place: PostgresPlace;
  /** Only on Windows; the same at each start. */
  #port: string | undefined;

  constructor(place: PostgresPlace) {
    this.#place = place;
  }

  get isInitialised(): boolean {
    return existsSync(join(this.#place.directory, 'PG_VERSION'));
  }

  get isRunning(): boolean {
    return servingPid(this.#place.directory) !== undefined;
  }

  /** Creates the data directory completely or not at all. */
  async initialise(password: string): Promise<void> {
    const { binaries, directory, owner } = this.#place;
    const draft = `${directory}.new`;
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { recursive: true, mode: 0o700 });
    if (owner) chownSync(draft, owner.uid, owner.gid);
    const passwordFile = join(tmpdir(), `agency-service-${randomBytes(8).toString('hex')}`);
    writeFileSync(passwordFile, password, { mode: 0o600 });
    if (owner) chownSync(passwordFile, owner.uid, owner.gid);
    try {
      const options = ['--username=postgres', '--auth=scram-sha-256', '--encoding=UTF8', '--no-sync'];
      const locale = ['--locale-provider=builtin', '--locale=C.UTF-8'];
      const { code, output } = await runProgram(
        binaries.initdb,
        [`--pgdata=${draft}`, `--pwfile=${passwordFile}`, ...options, ...locale],
        owner,
      );
      if (code !== 0) throw new EmbeddedPostgresError(`PostgreSQL could not be set up in ${directory}: ${reasonIn(output)}`);
      // Replaces only an empty directory.
      renameSync(draft, directory);
    } finally {
      rmSync(passwordFile, { force: true });
      rmSync(draft, { recursive: true, force: true });
    }
  }

  /**
   * Starts the server on a Unix socket that other users cannot access. It uses no port, because after a crash another program could take it. On
   * Windows, where Node has no such sockets, it uses a free port of the loopback address. Returns host and port in the form of a URL, which are the
   * same at each start. If `signal` is aborted, a failed start is not repeated.
   */
  async start(settings: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<string> {
    const { binaries, directory, owner } = this.#place;
    const log = join(directory, 'server.log');
    const deadline = Date.now() + startTimeoutMs;
    for (;;) {
      this.#removeReusedPid();
      const { address, ...listening } = await this.#listening();
      const options = Object.entries({ ...listening, ...settings })
        .map(([name, value]) => `-c ${name}='${value}'`)
        .join(' ');
      const offset = existsSync(log) ? statSync(log).size : 0;
      const { code, output } = await runProgram(
        binaries.pg_ctl,
        ['start', '-D', directory, '-w', '-t', '60', '-l', log, '-o', options],
        owner,
      );
      if (code === 0) return address;
      const reason = reasonIn(logAfter(log, offset)) ?? reasonIn(output) ?? 'no reason was given';
      // Sessions of a killed server need a moment to end. A free port may be taken before the server listens.
      if (!temporaryError.test(reason) || Date.now() > deadline || signal?.aborted)
        throw new EmbeddedPostgresError(`PostgreSQL did not start in ${directory}: ${reason}`);
      await sleep(250);
    }
  }

  /** Ends the server, if it runs, and its open sessions. */
  async stop(timeoutSeconds: number): Promise<void> {
    for (const mode of ['fast', 'immediate']) {
      if (!this.isRunning) return;
      const { binaries, directory, owner } = this.#place;
      await runProgram(binaries.pg_ctl, ['stop', '-D', directory, '-m', mode, '-w', '-t', String(timeoutSeconds)], owner);
    }
  }

  /** Removes the socket directory of a server that has ended. */
  removeSocket(): void {
    if (!this.isRunning) removeSocketDirectory(this.#place.directory);
  }

  async #listening(): Promise<{ address: string } & Record<string, string>> {
    if (process.platform === 'win32') {
      const port = (this.#port ??= String(await freePort()));
      return { address: `127.0.0.1:${port}`, listen_addresses: '127.0.0.1', port };
    }
    const directory = makeSocketDirectory(this.#place);
    return {
      address: `${encodeURIComponent(directory)}:${socketPort}`,
      listen_addresses: '',
      port: String(socketPort),
      unix_socket_directories: directory,
      unix_socket_permissions: '0700',
    };
  }

  /** PostgreSQL does not start if any process has the id in its file. */
  #removeReusedPid(): void {
    const { directory } = this.#place;
    if (namedPid(directory) !== undefined && !this.isRunning) rmSync(join(directory, 'postmaster.pid'), { force: true });
  }
}
