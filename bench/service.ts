import { fork, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../test/support/free-port.ts';

export interface RunningService {
  readonly pid: number;
  /** The URL of the public listener; missing for a worker. */
  readonly url: string;
  readonly operatorUrl: string;
  readonly operatorToken: string;
  stop(): Promise<void>;
}

export interface ServiceOptions {
  readonly databaseUrl: string;
  readonly encryptionKey: Buffer;
  readonly operatorToken: string;
  /** Further settings. */
  readonly env?: Readonly<Record<string, string>>;
  readonly checkout?: string;
}

export const thisCheckout = fileURLToPath(new URL('..', import.meta.url));

const startTimeoutMs = 60_000;

/** Ends a process, even a paused one. */
export function terminate(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
    child.kill('SIGCONT');
  });
}

/** The options of Node in `npm start`. */
function startArguments(checkout: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as { scripts: { start: string } };
  return scripts.start
    .replace(/^exec node /, '')
    .split(' ')
    .slice(0, -1);
}

/** The Node that the npm scripts of a checkout use. */
function nodeOf(checkout: string): string {
  const own = join(checkout, 'node_modules/.bin/node');
  return existsSync(own) ? own : process.execPath;
}

/** Starts the service of a checkout as `npm start` does, without settings of this environment. Its log is discarded. */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const { databaseUrl, encryptionKey, operatorToken, env = {}, checkout = thisCheckout } = options;
  const [port, operatorPort] = [await freePort(), await freePort()];
  const { PATH = '', HOME = '' } = process.env;
  const child = fork(join(checkout, 'server/main.ts'), {
    execPath: nodeOf(checkout),
    execArgv: startArguments(checkout),
    cwd: checkout,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {
      PATH,
      HOME,
      DATABASE_URL: databaseUrl,
      ENCRYPTION_KEY: encryptionKey.toString('base64'),
      OPERATOR_TOKEN: operatorToken,
      PORT: String(port),
      OPERATOR_PORT: String(operatorPort),
      ...env,
    },
  });
  const operatorUrl = `http://127.0.0.1:${operatorPort}`;
  const headers = { authorization: `Bearer ${operatorToken}` };
  const isUp = () =>
    fetch(`${operatorUrl}/metrics`, { headers }).then(
      ({ ok }) => ok,
      () => false,
    );
  const startedAt = performance.now();
  while (!(await isUp())) {
    if (child.exitCode !== null) throw new Error(`the service of ${checkout} ended at its start with ${child.exitCode}`);
    if (performance.now() - startedAt > startTimeoutMs) {
      await terminate(child);
      throw new Error(`the service of ${checkout} was not ready after ${startTimeoutMs / 1_000} s`);
    }
    await sleep(50);
  }
  return { pid: child.pid!, url: `http://127.0.0.1:${port}`, operatorUrl, operatorToken, stop: () => terminate(child) };
}
