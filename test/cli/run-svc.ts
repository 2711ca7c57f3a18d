import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const binary = join(import.meta.dirname, '../../cli/bin/svc.js');
const compiler = join(import.meta.dirname, '../../node_modules/typescript/bin/tsc');

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

/** A run that goes on. */
export interface RunningCommand {
  readonly process: ChildProcess;
  /** Resolves when the standard error output holds the text. */
  said(text: string): Promise<string>;
  readonly done: Promise<Run>;
}

/** A folder of its own for configuration and files, and nothing of this machine's environment. */
export class CommandLine {
  readonly folder: string;
  environment: Record<string, string>;

  private constructor(folder: string) {
    this.folder = folder;
    this.environment = { PATH: process.env['PATH'] ?? '', HOME: folder, SVC_CONFIG_DIR: join(folder, 'config') };
  }

  static async create(): Promise<CommandLine> {
    return new CommandLine(await mkdtemp(join(tmpdir(), 'svc-')));
  }

  start(
    args: readonly string[],
    { input = '', environment = {} }: { input?: string; environment?: Record<string, string> } = {},
  ): RunningCommand {
    const child = spawn(process.execPath, [binary, ...args], { cwd: this.folder, env: { ...this.environment, ...environment } });
    let stdout = '';
    let stderr = '';
    const waiting = new Set<() => void>();
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
      for (const check of waiting) check();
    });
    child.stdin.on('error', () => undefined).end(input);
    const done = new Promise<Run>((resolve) => {
      child.once('close', (code) =>
        resolve({
          code,
          stdout,
          stderr,
          get json() {
            return JSON.parse(stdout) as unknown;
          },
        }),
      );
    });
    const said = (text: string): Promise<string> =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          if (!stderr.includes(text)) return;
          waiting.delete(check);
          resolve(stderr);
        };
        waiting.add(check);
        void done.then(() => reject(new Error(`ended without saying "${text}": ${stderr}`)));
        check();
      });
    return { process: child, said, done };
  }

  run(...args: string[]): Promise<Run> {
    return this.start(args).done;
  }

  async close(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}
