import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { elsewhereOf } from '../../server/database/embedded/postgres-place.ts';
import { removePostgres } from '../../server/database/embedded/remove-postgres.ts';

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

type Environment = Readonly<Record<string, string>>;

const root = resolve(import.meta.dirname, '../..');
const running = new Set<RunningProcess>();
const directories = new Set<string>();

/**
 * Own ports, no demo agency, deliveries to the loopback address; nothing of the test run's own environment. Node compiles each file once for all
 * processes.
 */
const environment = {
  PORT: '0',
  OPERATOR_PORT: '0',
  DEMO: '0',
  DEV_DESTINATIONS: '127.0.0.0/8',
  LOG_LEVEL: 'warn',
  LOG_FORMAT: 'json',
  NODE_COMPILE_CACHE: join(root, '.cache/compiled'),
};

/** Leads a process group of its own, as a command that was typed at a terminal does. */
export class RunningProcess {
  readonly pid: number;
  readonly exited: Promise<Exit>;
  stdout = '';
  stderr = '';
  hasExited = false;

  /** Runs in the folder of a tree: this one, unless given. */
  constructor(command: string, args: readonly string[], env: Environment, tree = root) {
    const { PATH = '', HOME = '' } = process.env;
    const child = spawn(command, args, { cwd: tree, env: { PATH, HOME, ...environment, ...env }, detached: true });
    this.pid = child.pid!;
    child.stdout.on('data', (chunk: Buffer) => (this.stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (this.stderr += chunk.toString()));
    running.add(this);
    this.exited = new Promise((resolveExit) => {
      child.on('exit', () => {
        this.hasExited = true;
        running.delete(this);
      });
      child.on('close', (code, signal) => resolveExit({ code, signal, stdout: this.stdout, stderr: this.stderr }));
    });
  }

  kill(signal: NodeJS.Signals): void {
    if (!this.hasExited) process.kill(this.pid, signal);
  }

  /** As a terminal does on Ctrl-C: to every process of the group. */
  killGroup(signal: NodeJS.Signals): void {
    if (!this.hasExited) process.kill(-this.pid, signal);
  }

  async exitAfter(signal: NodeJS.Signals): Promise<Exit & { durationMs: number }> {
    const startedAt = performance.now();
    this.kill(signal);
    const exit = await this.exited;
    return { ...exit, durationMs: performance.now() - startedAt };
  }

  /** Waits for the notice that the service is ready. */
  async ready(timeoutMs = 60_000): Promise<void> {
    const giveUpAt = Date.now() + timeoutMs;
    while (!/^ {2}Operator .*\n/m.test(this.stdout)) {
      if (this.hasExited || Date.now() > giveUpAt) throw new Error(`the service did not become ready:\n${this.stdout}${this.stderr}`);
      await sleep(20);
    }
  }
}

/** A running service: `node server/main.ts`. */
export class ServiceProcess extends RunningProcess {
  readonly #dataDir: string;
  readonly #operatorToken: string | undefined;

  /** `wrapper` is a command that runs the one behind it. */
  constructor(env: Environment, wrapper: readonly string[] = [], node = process.execPath, tree = root) {
    const dataDir = env.DATA_DIR ?? createDataDir();
    const [command, ...args] = [...wrapper, node, 'server/main.ts'];
    super(command, args, { ...env, DATA_DIR: dataDir }, tree);
    this.#dataDir = dataDir;
    this.#operatorToken = env.OPERATOR_TOKEN;
  }

  get baseUrl(): string {
    return /^ {2}API +(\S+)$/m.exec(this.stdout)![1]!;
  }

  get operatorUrl(): string {
    return /^ {2}Operator +(\S+),/m.exec(this.stdout)![1]!;
  }

  get operatorToken(): string {
    return this.#operatorToken ?? (JSON.parse(readFileSync(join(this.#dataDir, 'operator.json'), 'utf8')) as { token: string }).token;
  }
}

export async function startProcess(env: Environment): Promise<ServiceProcess> {
  const service = new ServiceProcess(env);
  await service.ready();
  return service;
}

/** A directory that the embedded server's own user may enter, also when root runs the tests. */
export function createDataDir(): string {
  const path = mkdtempSync(join(tmpdir(), 'agency-service-process-'));
  directories.add(path);
  chmodSync(path, 0o755);
  return path;
}

/** The data of the embedded server, which is not in the directory where root's server cannot enter the project's folder. */
export function postgresDirectory(dataDir: string): string {
  const elsewhere = elsewhereOf(dataDir);
  return join(existsSync(elsewhere) ? elsewhere : dataDir, 'postgres');
}

/** The process id of the embedded server; undefined when none is left. */
export function postmasterPid(dataDir: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(join(postgresDirectory(dataDir), 'postmaster.pid'), 'utf8'), 10);
    return isAlive(pid) ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** A process that has ended and waits for its parent to notice is not alive. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const isZombie = () =>
    readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .startsWith('Z');
  return !(existsSync(`/proc/${pid}`) && isZombie());
}

export async function waitUntil(isDone: () => boolean | Promise<boolean>, what: string, timeoutMs = 15_000): Promise<void> {
  const giveUpAt = Date.now() + timeoutMs;
  while (!(await isDone())) {
    if (Date.now() > giveUpAt) throw new Error(`${what} did not come about within ${timeoutMs} ms`);
    await sleep(20);
  }
}

/** Ends what a failed test has left running, and removes the directories. */
export async function endProcesses(): Promise<void> {
  const left = [...running];
  for (const service of left) service.kill('SIGKILL');
  await Promise.all(left.map(({ exited }) => exited));
  for (const path of directories) {
    const pid = postmasterPid(path);
    if (pid !== undefined) {
      process.kill(pid, 'SIGQUIT');
      await waitUntil(() => !isAlive(pid), 'the end of PostgreSQL');
    }
    // It may be held by this process, whose test has ended.
    rmSync(join(path, 'service.lock'), { force: true });
    await removePostgres(path);
    rmSync(path, { recursive: true, force: true });
  }
  directories.clear();
}
