import { fork, type ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Running {
  readonly url: string;
  readonly pid: number;
  /** Resident memory now. */
  residentMb(): number;
  stop(): Promise<void>;
}

export interface RunningService extends Running {
  readonly operatorUrl: string;
}

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));

function residentMb({ pid }: ChildProcess): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

export async function startBare(databaseUrl: string): Promise<Running> {
  const child = fork(file('./reads-bare.ts'), {
    env: { ...process.env, DATABASE_URL: databaseUrl, NODE_ENV: 'production' },
  });
  const port = await new Promise<number>((resolve) => child.once('message', (message: { port: number }) => resolve(message.port)));
  return { pid: child.pid!, url: `http://127.0.0.1:${port}`, residentMb: () => residentMb(child), stop: () => ended(child) };
}

/** What `npm start` gives to Node besides the file. */
function startArguments(checkout: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as { scripts: { start: string } };
  return scripts.start
    .replace(/^exec node /, '')
    .split(' ')
    .slice(0, -1);
}

/** The service as `npm start` runs it, of this checkout or of another one, with its log lines thrown away. */
export async function startService(
  databaseUrl: string,
  encryptionKey: Buffer,
  operatorToken: string,
  checkout = file('..'),
): Promise<RunningService> {
  const [port, operatorPort] = [await freePort(), await freePort()];
  const child = fork(join(checkout, 'server/main.ts'), {
    execArgv: startArguments(checkout),
    cwd: checkout,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      ENCRYPTION_KEY: encryptionKey.toString('base64'),
      OPERATOR_TOKEN: operatorToken,
      PORT: String(port),
      OPERATOR_PORT: String(operatorPort),
    },
  });
  const url = `http://127.0.0.1:${port}`;
  for (let isUp = false; !isUp;) {
    if (child.exitCode !== null) throw new Error('the service did not start');
    isUp = await fetch(`${url}/v1/_health`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (!isUp) await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    pid: child.pid!,
    url,
    operatorUrl: `http://127.0.0.1:${operatorPort}`,
    residentMb: () => residentMb(child),
    stop: () => ended(child),
  };
}
