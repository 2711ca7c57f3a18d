import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { NotPrepared, preparePython } from '../support/python-environment.ts';

const root = process.cwd();

const pythonHome = join(root, '.cache/python-samples');

/** The interpreter of samples in Python, with what the SDK and the recipes need. */
export const pythonOfSamples = join(pythonHome, 'bin/python');

/** Why samples in Python cannot run here; undefined where they can. */
export function withoutPython(): string | undefined {
  try {
    preparePython(pythonHome, 'sdk/python/requirements.txt');
  } catch (error) {
    if (error instanceof NotPrepared) return error.message;
    throw error;
  }
  return undefined;
}

/** Where samples run: below the project, so that they find its packages. */
export async function sampleFolder(name: string): Promise<string> {
  const folder = join(root, '.cache', 'samples', name);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  // What curl is refused is a failure of the sample.
  await writeFile(join(folder, '.curlrc'), 'silent\nshow-error\nfail-with-body\n');
  return folder;
}

export type Environment = Readonly<Record<string, string>>;

function environmentOf(folder: string, given: Environment): NodeJS.ProcessEnv {
  const { HOME, GOPATH, GOCACHE, GOFLAGS, JAVA_HOME } = process.env;
  const own = {
    PATH: `${join(root, 'node_modules', '.bin')}:${process.env['PATH']}`,
    CURL_HOME: folder,
    SVC_CONFIG_DIR: folder,
    NO_COLOR: '1',
    PYTHONPATH: join(root, 'sdk/python/src'),
  };
  return {
    HOME,
    ...(GOPATH && { GOPATH }),
    ...(GOCACHE && { GOCACHE }),
    ...(GOFLAGS && { GOFLAGS }),
    ...(JAVA_HOME && { JAVA_HOME }),
    ...own,
    ...given,
  };
}

/** Runs a command to its end and resolves with what it printed; rejects with that where it fails. */
export function run(folder: string, environment: Environment, command: string, ...args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: folder, env: environmentOf(folder, environment), stdio: ['ignore', 'pipe', 'pipe'] });
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve(printed) : reject(new Error(`${command} ended with ${code}: ${printed}`))));
  });
}

/** Runs a command that does not end by itself, until it has printed a text; rejects where it ends before. */
export function runUntilPrinted(folder: string, environment: Environment, text: string, command: string, ...args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: folder, env: environmentOf(folder, environment), detached: true });
    let printed = '';
    const hasPrinted = () => printed.includes(text);
    const take = (chunk: Buffer) => {
      printed += chunk.toString();
      if (hasPrinted()) stop();
    };
    const stop = () => {
      if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGKILL');
    };
    const limit = setTimeout(stop, 15_000);
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.on('error', reject);
    child.on('close', () => {
      clearTimeout(limit);
      if (hasPrinted()) resolve();
      else reject(new Error(`${command} did not print ${text}: ${printed}`));
    });
  });
}

/** Starts a shell's command that does not end by itself, and resolves with the first match in what it prints. */
export function startUntilPrinted(
  folder: string,
  environment: Environment,
  pattern: RegExp,
  command: string,
): Promise<{ readonly found: string; stop(): void }> {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['-c', command], { cwd: folder, env: environmentOf(folder, environment), detached: true });
    let printed = '';
    const take = (chunk: Buffer) => {
      printed += chunk.toString();
      const found = pattern.exec(printed)?.[0];
      if (found !== undefined) resolve({ found, stop: () => void (child.exitCode === null && process.kill(-child.pid!, 'SIGINT')) });
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.on('error', reject);
    child.on('close', () => reject(new Error(`${command} did not print ${pattern}: ${printed}`)));
  });
}

const runners = {
  ts: [
    process.execPath,
    '--input-type=module',
    '--eval',
    `import { writeSync } from 'node:fs';
     import { createInterface } from 'node:readline';
     for await (const file of createInterface({ input: process.stdin })) {
       const error = await import(file).then(() => '', ({ stack, message }) => stack || message);
       writeSync(3, JSON.stringify(error) + '\\n');
     }`,
  ],
  python: [
    pythonOfSamples,
    '-c',
    `import json, os, runpy, sys, traceback
for line in sys.stdin:
    error = ""
    try:
        runpy.run_path(line.strip(), run_name="__main__")
    except BaseException:
        error = traceback.format_exc()
    os.write(3, (json.dumps(error) + "\\n").encode())`,
  ],
} as const;

/** A process that runs programs of a language one after another, as if each were started by itself. */
export interface Runner {
  /** Rejects with what went wrong in the program. */
  run(file: string): Promise<void>;
  stop(): void;
}

export function startRunner(folder: string, language: keyof typeof runners): Runner {
  const [command, ...args] = runners[language];
  const child = spawn(command, args, { cwd: folder, env: environmentOf(folder, {}), stdio: ['pipe', 'ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stderr!.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const answers = createInterface({ input: child.stdio[3] as Readable })[Symbol.asyncIterator]();
  return {
    async run(file) {
      child.stdin!.write(`${file}\n`);
      const { value, done } = await answers.next();
      const error = done ? `${command} ended: ${said}` : (JSON.parse(value) as string);
      if (error !== '') throw new Error(error);
    },
    stop: () => void child.stdin!.end(),
  };
}

export interface Background {
  readonly printed: () => string;
  stop(): Promise<void>;
}

/** Starts a program that listens on a port, and resolves when it does. */
export async function start(
  folder: string,
  environment: Environment,
  port: number,
  command: string,
  ...args: string[]
): Promise<Background> {
  const child: ChildProcess = spawn(command, args, { cwd: folder, env: environmentOf(folder, environment), detached: true });
  let printed = '';
  let hasEnded = false;
  child.stdout!.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr!.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve(void (hasEnded = true))));
  const stop = async () => {
    // Its own group: a shell's programs end with it.
    if (!hasEnded) process.kill(-child.pid!, 'SIGKILL');
    await ended;
  };
  for (let tries = 0; !(await isOpen(port)); tries++) {
    if (hasEnded || tries > 300) {
      await stop();
      throw new Error(`nothing listens on ${port}: ${printed}`);
    }
    await sleep(100);
  }
  return { printed: () => printed, stop };
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}

const programs: Readonly<Record<string, readonly string[]>> = {
  go: ['go', 'version'],
  java: ['java', '--version'],
  php: ['php', '--version'],
  ruby: ['ruby', '--version'],
  dotnet: ['dotnet', '--version'],
};

/** Why a program cannot run here; undefined where it can. */
export function lacking(program: string, modules: readonly string[] = []): string | undefined {
  const [command, ...args] = programs[program] ?? ['true'];
  if (spawnSync(command!, args).status !== 0) return `there is no ${command} here`;
  const missing = modules.filter((module) => spawnSync(command!, ['-e', `require '${module}'`]).status !== 0);
  return missing.length > 0 ? `${program} has no ${missing.join(', ')} here` : undefined;
}
