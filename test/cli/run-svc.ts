import { execFile, spawn, spawnSync, type ChildProcess, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { promisify } from 'node:util';
import type { Surroundings } from '../../cli/src/context.ts';
import { run } from '../../cli/src/run.ts';
import { version } from '../../cli/src/version.ts';

export const binary = join(import.meta.dirname, '../../cli/bin/svc.js');
const compiler = join(import.meta.dirname, '../../node_modules/typescript/bin/tsc');

/** Whether this machine has pseudo-terminals for tests. */
export const hasTerminals = spawnSync('script', ['-qefc', 'true', '/dev/null']).status === 0;

/** Brings what is spawned up to date with its source. */
export async function buildCommandLine(): Promise<void> {
  await promisify(execFile)(process.execPath, [compiler, '-b', 'sdk', 'cli'], { cwd: join(import.meta.dirname, '../..') });
}

/** A finished run of `svc`. Its outputs are pipes, so there is no terminal. */
export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The standard output as the one JSON document that it must be. */
  readonly json: any;
}

export interface RunSettings {
  /** What the command reads from its standard input; empty unless given. */
  readonly input?: string;
  readonly environment?: Record<string, string>;
}

/** A running process. */
export interface RunningCommand {
  readonly process: ChildProcess;
  /** Resolves when the standard error output holds the text; at a terminal, when it shows it. */
  said(text: string): Promise<string>;
  /** The same of the standard output. */
  printed(text: string): Promise<string>;
  readonly done: Promise<Run>;
}

/** The folder in which commands run within this process, how many, and the folder before. */
let workplace: { readonly folder: string; readonly before: string; runs: number } | undefined;

function enter(folder: string): void {
  workplace ??= { folder, before: process.cwd(), runs: 0 };
  if (workplace.folder !== folder) throw new Error('commands of two folders cannot run at once within one process: start one of them');
  workplace.runs++;
  process.chdir(folder);
}

function leave(): void {
  if (!workplace || --workplace.runs > 0) return;
  process.chdir(workplace.before);
  workplace = undefined;
}

/** An output that is no terminal, and what was written to it. */
class Captured extends Writable {
  readonly #chunks: Buffer[] = [];

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }

  get text(): string {
    return Buffer.concat(this.#chunks).toString();
  }
}

function runOf(code: number | null, stdout: string, stderr: string): Run {
  return {
    code,
    stdout,
    stderr,
    get json() {
      return JSON.parse(stdout) as unknown;
    },
  };
}

/** A folder of its own for configuration and files, and nothing of this machine's environment. */
export class CommandLine {
  readonly folder: string;
  environment: Record<string, string>;

  readonly #program: string;

  private constructor(folder: string, program: string) {
    this.folder = folder;
    this.#program = program;
    this.environment = { PATH: process.env['PATH'] ?? '', HOME: folder, SVC_CONFIG_DIR: join(folder, 'config') };
  }

  /** Of the present tree, unless another program is given. */
  static async create(program = binary): Promise<CommandLine> {
    return new CommandLine(await mkdtemp(join(tmpdir(), 'svc-')), program);
  }

  /** Starts a process, for what only a process shows: signals, the end of a pipe, variables that Node itself reads, a build. */
  start(
    args: readonly string[],
    { input = '', environment = {}, isRead = true }: RunSettings & { readonly isRead?: boolean } = {},
  ): RunningCommand {
    const child = spawn(process.execPath, [this.#program, ...args], { cwd: this.folder, env: { ...this.environment, ...environment } });
    child.stdin.on('error', () => undefined).end(input);
    return this.#watch(child, 'stderr', isRead);
  }

  /** Gathers what a process prints; `said` waits for text in one of its outputs. */
  #watch(child: ChildProcessWithoutNullStreams, saying: 'stdout' | 'stderr', isRead = true): RunningCommand {
    let stdout = '';
    let stderr = '';
    const waiting = new Set<() => void>();
    if (isRead) {
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        stdout += text;
        for (const check of waiting) check();
      });
    }
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
      for (const check of waiting) check();
    });
    const done = new Promise<Run>((resolve) => {
      child.once('close', (code) => resolve(runOf(code, stdout, stderr)));
    });
    const shows = (read: () => string, text: string): Promise<string> =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          if (!read().includes(text)) return;
          waiting.delete(check);
          resolve(read());
        };
        waiting.add(check);
        void done.then(() => reject(new Error(`ended without showing "${text}": ${stderr}`)));
        check();
      });
    return {
      process: child,
      said: (text) => shows(() => (saying === 'stderr' ? stderr : stdout), text),
      printed: (text) => shows(() => stdout, text),
      done,
    };
  }

  /**
   * Runs at a terminal: a pseudo-terminal of util-linux's `script`, on which both outputs meet. The process that is
   * started is the terminal's; `process.kill` closes the terminal.
   */
  startAtTerminal(
    args: readonly string[],
    { columns = 80, environment = {} }: { columns?: number; environment?: Record<string, string> } = {},
  ): RunningCommand {
    const quoted = [process.execPath, this.#program, ...args].map((arg) => `'${arg.replaceAll("'", "'\\''")}'`).join(' ');
    const typed = `stty cols ${columns} rows 50; exec ${quoted}`;
    return this.#watch(
      spawn('script', ['-qefc', typed, '/dev/null'], {
        cwd: this.folder,
        env: { TERM: 'xterm-256color', SHELL: '/bin/sh', ...this.environment, ...environment },
      }),
      'stdout',
    );
  }

  /** Runs a command within this process, without a terminal. */
  run(...args: string[]): Promise<Run> {
    return this.runWith({}, ...args);
  }

  /** The same with a standard input and further variables. */
  async runWith({ input = '', environment = {} }: RunSettings, ...args: string[]): Promise<Run> {
    if (this.#program !== binary) return this.start(args, { input, environment }).done;
    const [stdout, stderr] = [new Captured(), new Captured()];
    enter(this.folder);
    try {
      const code = await run(args, {
        stdin: Readable.from(input === '' ? [] : [Buffer.from(input)]),
        stdout,
        stderr,
        environment: { ...this.environment, ...environment },
        version,
      } as unknown as Surroundings);
      return runOf(code, stdout.text, stderr.text);
    } finally {
      leave();
    }
  }

  async close(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}
