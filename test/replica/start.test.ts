import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createDatabase, type ProcessDatabase } from '../process/database.ts';
import { endProcesses, startProcess, waitUntil } from '../process/service-process.ts';

let database: ProcessDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());
afterEach(endProcesses);

interface Line {
  readonly replica?: string;
  readonly reason?: string;
  readonly msg?: string;
}

const linesOf = (stderr: string): Line[] =>
  stderr
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line);

test('a service starts without its replicas: one line for each says which one is left out, and why', async () => {
  const primary = new URL(database.env.DATABASE_URL);
  const gone = 'postgres://reader:hidden@127.0.0.1:9/agency';
  const service = await startProcess({ ...database.env, DATABASE_REPLICA_URLS: `${gone},${primary.href}` });
  const told = () => linesOf(service.stderr).filter(({ replica }) => replica !== undefined);
  await waitUntil(() => told().length === 2, 'a line for each replica');
  const message = 'read replica taken out of use; the primary or other replicas serve its reads';
  expect(told()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        replica: '127.0.0.1:9/agency',
        reason: expect.stringMatching(/^it does not respond: .*ECONNREFUSED/),
        msg: message,
      }),
      expect.objectContaining({
        replica: `${decodeURIComponent(primary.host)}${primary.pathname}`,
        reason: 'it is not a standby; accepted: streaming standbys of the database in DATABASE_URL',
        msg: message,
      }),
    ]),
  );
  expect(service.stderr).not.toContain('hidden');
  expect(service.stderr).not.toContain(primary.password);
  expect((await fetch(`${service.baseUrl}/v1/_health`)).status).toBe(200);
  await service.exitAfter('SIGTERM');
});
