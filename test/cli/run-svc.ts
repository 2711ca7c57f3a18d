import { spawn, spawnSync, type ChildProcess, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { WriteStream } from 'node:tty';
import type { Surroundings } from '../../cli/src/context.ts';
import { interrupt } from '../../cli/src/interruption.ts';
import { run } from '../../cli/src/run.ts';
import { version } from '../../cli/src/version.ts';

/** The compiled program: the run has brought it up to date. */
export const binary = join(import.meta.dirname, '../../cli/bin/svc.js');

/** Whether this machine has pseudo-terminals for tests. */
export const hasTerminals = spawnSync('script', ['-qefc', 'true', '/dev/null']).status === 0;

/** A finished run of `svc`. */
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

export interface TerminalSettings {
  readonly columns?: number;
  readonly environment?: Record<string, string>;
}

/** A command that runs. */
export interface RunningCommand {
  /** Resolves when the standard error output holds the text; at a terminal, when it shows it. */
  said(text: string): Promise<string>;
  /** The same of the standard output. */
  printed(text: string): Promise<string>;
  /** Ctrl-C. */
  interrupt(): void;
  readonly done: Promise<Run>;
}

/** A command in a process of its own. */
export interface RunningProcess extends RunningCommand {
  readonly process: ChildProcess;
}

/** The folder in which commands run within this process, how many, and the folder before. */
let workplace: { readonly folder: string; readonly before: string; runs: number } | undefined;

function enter(folder: string): void {
  workplace ??= { folder, before: process.cwd(), runs: 0 };
  if (workplace.folder !== folder) throw new Error('commands of two folders cannot run at once within one process: spawn one of them');
  workplace.runs++;
  process.chdir(folder);
}

function leave(): void {
  if (!workplace || --workplace.runs > 0) return;
  process.chdir(workplace.before);
  workplace = undefined;
}

/** An output that is not a terminal, and what was written to it. */
class Captured extends Writable {
  readonly #chunks: Buffer[] = [];
  readonly #waiting = new Set<() => void>();

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#chunks.push(chunk);
    done();
    for (const check of this.#waiting) check();
  }

  get text(): string {
    return Buffer.concat(this.#chunks).toString();
  }

  /** Resolves with the whole text once the other one is in it, and rejects where the command ends before. */
  shows(text: string, done: Promise<Run>): Promise<string> {
    return new Promise((resolve, reject) => {
      const check = (): void => {
        if (!this.text.includes(text)) return;
        this.#waiting.delete(check);
        resolve(this.text);
      };
      this.#waiting.add(check);
      done.then(({ stderr }) => reject(new Error(`ended without showing "${text}": ${stderr}`)), reject);
      check();
    });
  }
}

/** A terminal, on which both outputs meet. */
class Terminal extends Captured {
  readonly isTTY = true;
  readonly rows = 50;
  readonly getColorDepth = WriteStream.prototype.getColorDepth;
  readonly hasColors = WriteStream.prototype.hasColors;

  readonly columns: number;

  constructor(columns: number) {
    super();
    this.columns = columns;
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

  /** Runs a command to its end, without a terminal. */
  run(...args: string[]): Promise<Run> {
    return this.start(args).done;
  }

  /** Starts a command without a terminal: one of the present tree within this process. */
  start(args: readonly string[], { input = '', environment = {} }: RunSettings = {}): RunningCommand {
    if (this.#program !== binary) return this.spawn(args, { input, environment });
    const stdin = new PassThrough();
    stdin.end(input);
    return this.#startHere(args, { stdin, stdout: new Captured(), stderr: new Captured() }, environment);
  }

  /** The same at a terminal, in the zone of `TZ`. `press` types. */
  startAtTerminal(
    args: readonly string[],
    { columns = 80, environment = {} }: TerminalSettings = {},
  ): RunningCommand & { press(keys: string): void } {
    const zone = process.env['TZ'];
    if (environment['TZ']) process.env['TZ'] = environment['TZ'];
    const screen = new Terminal(columns);
    const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined });
    const running = this.#startHere(args, { stdin, stdout: screen, stderr: screen }, { TERM: 'xterm-256color', ...environment });
    const done = running.done.finally(() => {
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
    });
    return { ...running, done, press: (keys) => stdin.write(keys) };
  }

  #startHere(
    args: readonly string[],
    streams: { readonly stdin: PassThrough; readonly stdout: Captured; readonly stderr: Captured },
    environment: Record<string, string>,
  ): RunningCommand {
    const { stdout, stderr } = streams;
    const surroundings = {
      ...streams,
      environment: { ...this.environment, ...environment },
      version,
      // Nothing outlives a command of this process.
    } as unknown as Surroundings;
    enter(this.folder);
    const done = run(args, surroundings)
      .finally(leave)
      .then((code) => runOf(code, stdout.text, stderr.text));
    return {
      said: (text) => stderr.shows(text, done),
      printed: (text) => stdout.shows(text, done),
      interrupt,
      done,
    };
  }

  /** Starts a process, for what only a process shows: signals, the end of a pipe, variables that Node itself reads, a build. */
  spawn(
    args: readonly string[],
    { input = '', environment = {}, isRead = true }: RunSettings & { readonly isRead?: boolean } = {},
  ): RunningProcess {
    const child = spawn(process.execPath, [this.#program, ...args], { cwd: this.folder, env: { ...this.environment, ...environment } });
    child.stdin.on('error', () => undefined).end(input);
    const stderr = new Captured();
    return this.#watch(child, stderr, stderr, isRead);
  }

  /**
   * Starts a process at a terminal: a pseudo-terminal of util-linux's `script`, on which both outputs meet. The process that is
   * returned is the terminal's; `process.kill` closes the terminal.
   */
  spawnAtTerminal(args: readonly string[], { columns = 80, environment = {} }: TerminalSettings = {}): RunningProcess {
    const quoted = [process.execPath, this.#program, ...args].map((arg) => `'${arg.replaceAll("'", "'\\''")}'`).join(' ');
    const child = spawn('script', ['-qefc', `stty cols ${columns} rows 50; exec ${quoted}`, '/dev/null'], {
      cwd: this.folder,
      env: { TERM: 'xterm-256color', SHELL: '/bin/sh', ...this.environment, ...environment },
    });
    return this.#watch(child, new Captured());
  }

  /** Gathers what a process prints. What it says is at a terminal in its standard output. */
  #watch(child: ChildProcessWithoutNullStreams, stderr: Captured, saying?: Captured, isRead = true): RunningProcess {
    const stdout = new Captured();
    if (isRead) child.stdout.pipe(stdout);
    child.stderr.pipe(stderr);
    const done = new Promise<Run>((resolve) => {
      child.once('close', (code) => resolve(runOf(code, stdout.text, stderr.text)));
    });
    return {
      process: child,
      said: (text) => (saying ?? stdout).shows(text, done),
      printed: (text) => stdout.shows(text, done),
      interrupt: () => void child.kill('SIGINT'),
      done,
    };
  }

  async close(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
