import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { callApi, callOperator } from './http.ts';
import {
  createDataDir,
  endProcesses,
  isAlive,
  postgresDirectory,
  postmasterPid,
  RunningProcess,
  ServiceProcess,
  startProcess,
  waitUntil,
} from './service-process.ts';

afterAll(endProcesses);

const agencyNames = async (service: ServiceProcess) =>
  (await callOperator(service, 'GET', '/operator/v1/agencies')).body.data.map(({ name }: { name: string }) => name);

const health = async (service: ServiceProcess) => (await callApi(service, undefined, 'GET', '/v1/_health')).status;

function expectNothingLeft(dataDir: string): void {
  expect(postmasterPid(dataDir)).toBeUndefined();
  expect(existsSync(join(dataDir, 'service.lock'))).toBe(false);
}

test('the embedded database outlives stops, kills and crashes', { timeout: 240_000 }, async () => {
  const DATA_DIR = createDataDir();
  let service = await startProcess({ DATA_DIR });
  expect((await callOperator(service, 'POST', '/operator/v1/agencies', { name: 'Northlight' })).status).toBe(201);
  const token = service.operatorToken;

  // A process that was killed leaves PostgreSQL behind, which the next one takes over.
  const left = postmasterPid(DATA_DIR)!;
  await service.exitAfter('SIGKILL');
  expect(isAlive(left)).toBe(true);
  service = await startProcess({ DATA_DIR });
  expect(isAlive(left)).toBe(false);
  expect(service.operatorToken).toBe(token);
  expect(await agencyNames(service)).toEqual(['Northlight']);

  // Without PostgreSQL, the service stops as usual.
  process.kill(postmasterPid(DATA_DIR)!, 'SIGKILL');
  const stopped = await service.exitAfter('SIGTERM');
  expect(stopped.code).toBe(0);
  expect(stopped.durationMs).toBeLessThan(10_000);

  // Both killed, and by now their ids belong to another program, which is left alone.
  service = await startProcess({ DATA_DIR });
  const postmaster = postmasterPid(DATA_DIR)!;
  const pidFile = join(postgresDirectory(DATA_DIR), 'postmaster.pid');
  const lockFile = join(DATA_DIR, 'service.lock');
  await service.exitAfter('SIGKILL');
  process.kill(postmaster, 'SIGKILL');
  const bystander = spawn('sleep', ['60']);
  writeFileSync(pidFile, readFileSync(pidFile, 'utf8').replace(/^\d+/, String(bystander.pid)));
  writeFileSync(lockFile, JSON.stringify({ ...JSON.parse(readFileSync(lockFile, 'utf8')), pid: bystander.pid }));
  service = await startProcess({ DATA_DIR });
  expect(await agencyNames(service)).toEqual(['Northlight']);
  expect(isAlive(bystander.pid!)).toBe(true);
  bystander.kill();
  await once(bystander, 'exit');

  expect(await service.exitAfter('SIGTERM')).toMatchObject({ code: 0 });
  expectNothingLeft(DATA_DIR);

  // npm passes the signal on.
  const npm = new RunningProcess('npm', ['start'], { DATA_DIR });
  await npm.ready();
  const last = postmasterPid(DATA_DIR)!;
  expect((await npm.exitAfter('SIGTERM')).code).toBe(0);
  expect(isAlive(last)).toBe(false);
});

test('a first start may be stopped or killed at any time', { timeout: 180_000 }, async () => {
  const [stoppedDir, killedDir] = [createDataDir(), createDataDir()];
  const interrupt = async (DATA_DIR: string, signal: NodeJS.Signals) => {
    const service = new ServiceProcess({ DATA_DIR });
    await waitUntil(() => existsSync(`${postgresDirectory(DATA_DIR)}.new/base`), 'the making of the database', 40_000);
    return service.exitAfter(signal);
  };
  const [stopped] = await Promise.all([interrupt(stoppedDir, 'SIGTERM'), interrupt(killedDir, 'SIGKILL')]);
  expect(stopped).toMatchObject({ code: 0, stdout: '' });
  expectNothingLeft(stoppedDir);

  // Of two that then start at once, one has the directory.
  const both = [new ServiceProcess({ DATA_DIR: killedDir }), new ServiceProcess({ DATA_DIR: killedDir })];
  await Promise.race(both.map(({ exited }) => exited));
  const [winner, loser] = both.sort((a, b) => Number(a.hasExited) - Number(b.hasExited)) as [ServiceProcess, ServiceProcess];
  expect(await loser.exited).toMatchObject({ code: 1, stderr: expect.stringMatching(/^DATA_DIR \S+ is in use by process \d+; [^\n]+\n$/) });
  await winner.ready();
  expect(await health(winner)).toBe(200);
  expect(await winner.exitAfter('SIGHUP')).toMatchObject({ code: 0 });
  expectNothingLeft(killedDir);
});
