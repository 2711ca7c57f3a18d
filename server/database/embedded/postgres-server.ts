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

/** How long a start is tried again that failed because of what goes away by itself. */
const startPatienceMs = 15_000;

const passing = /pre-existing shared memory block|Address already in use|could not bind|could not create any TCP\/IP sockets/;

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

/** True when the process is the server of this data directory, in which such a server works. */
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

/** The process that the data directory names. After a crash it may be gone, or another program with the same id. */
function namedPid(directory: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(join(directory, 'postmaster.pid'), 'utf8'), 10);
    return pid > 0 && isAlive(pid) ? pid : undefined;
  } catch {
    // The server removes the file when it ends, which may be now.
    return undefined;
  }
}

/** The process of the server that runs over the data directory; undefined where none does. */
export function servingPid(directory: string): number | undefined {
  const pid = namedPid(directory);
  return pid !== undefined && servesFrom(pid, directory) ? pid : undefined;
}

/** What the server wrote since `offset`. */
const logAfter = (log: string, offset: number) => (existsSync(log) ? readFileSync(log).subarray(offset).toString() : '');

/** A PostgreSQL server over one data directory. It runs detached: the terminal's Ctrl-C does not reach it. */
export class PostgresServer {
  readonly #place: PostgresPlace;
  /** The port on Windows, the same at each start. */
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

  /** Makes the data directory, as a whole or not at all. */
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
      // Takes the place of an empty directory at most.
      renameSync(draft, directory);
    } finally {
      rmSync(passwordFile, { force: true });
      rmSync(draft, { recursive: true, force: true });
    }
  }

  /**
   * Starts the server on a Unix socket that other users do not reach, and on no port: whatever took a port after a crash would be
   * talked to as the database. Windows has no such sockets for Node: there it is a free port of the loopback address. Answers
   * with host and port as URLs have them, which are the same at each start. If `signal` is aborted, a failed start is not repeated.
   */
  async start(settings: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<string> {
    const { binaries, directory, owner } = this.#place;
    const log = join(directory, 'server.log');
    const giveUpAt = Date.now() + startPatienceMs;
    for (;;) {
      this.#forgetReusedPid();
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
      // Sessions of a server that was killed take a moment to notice; a port may be taken in between.
      if (!passing.test(reason) || Date.now() > giveUpAt || signal?.aborted)
        throw new EmbeddedPostgresError(`PostgreSQL did not start in ${directory}: ${reason}`);
      await sleep(250);
    }
  }

  /** Ends the server if it runs; sessions that are still open are closed. */
  async stop(patienceSeconds: number): Promise<void> {
    for (const mode of ['fast', 'immediate']) {
      if (!this.isRunning) return;
      const { binaries, directory, owner } = this.#place;
      await runProgram(binaries.pg_ctl, ['stop', '-D', directory, '-m', mode, '-w', '-t', String(patienceSeconds)], owner);
    }
  }

  /** Removes what a server that has ended leaves of its socket. */
  forgetSocket(): void {
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

  /** PostgreSQL takes any process with the id in its file for a server of its own, and does not start. */
  #forgetReusedPid(): void {
    const { directory } = this.#place;
    if (namedPid(directory) !== undefined && !this.isRunning) rmSync(join(directory, 'postmaster.pid'), { force: true });
  }
}
