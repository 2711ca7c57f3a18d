import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ended } from './service.ts';

export interface RunningBare {
  readonly url: string;
  stop(): Promise<void>;
}

export async function startBare(databaseUrl: string): Promise<RunningBare> {
  const child = fork(fileURLToPath(new URL('./reads-bare.ts', import.meta.url)), {
    env: { ...process.env, DATABASE_URL: databaseUrl, NODE_ENV: 'production' },
  });
  const port = await new Promise<number>((resolve) => child.once('message', (message: { port: number }) => resolve(message.port)));
  return { url: `http://127.0.0.1:${port}`, stop: () => ended(child) };
}
