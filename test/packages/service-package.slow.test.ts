import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { createEmptyDatabase } from '../process/database.ts';
import { endProcesses, RunningProcess } from '../process/service-process.ts';

const run = promisify(execFile);
const folders: string[] = [];

afterAll(async () => {
  await endProcesses();
  for (const folder of folders) await rm(folder, { recursive: true });
});

/** Whether npm failed because of the network, and not because of the package. */
const isUnreachable = (error: unknown) =>
  /ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ENETUNREACH|ERR_SOCKET_TIMEOUT/.test(String((error as { stderr?: unknown }).stderr));

test(
  'the packed service, unpacked in an empty folder and installed without development packages, answers requests',
  { timeout: 600_000 },
  async ({ skip }) => {
    const folder = await mkdtemp(join(tmpdir(), 'service-package-'));
    folders.push(folder);
    // What it holds is built by the setup of the tests.
    await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder]);
    const archive = (await readdir(folder)).find((name) => name.endsWith('.tgz'))!;
    const cwd = join(folder, 'service');
    await mkdir(cwd);
    await run('tar', ['-xzf', join(folder, archive), '-C', cwd, '--strip-components', '1']);
    const options = ['--omit=dev', '--prefer-offline', '--no-audit', '--no-fund', '--fetch-retries=1'];
    try {
      await run('npm', ['install', ...options], { cwd });
    } catch (error) {
      if (isUnreachable(error)) return skip('the package registry is not reachable');
      throw error;
    }
    const packages = await readdir(join(cwd, 'node_modules'));
    expect(packages).toContain('express');
    for (const name of ['vitest', 'eslint', '@11ty']) expect(packages).not.toContain(name);

    const database = await createEmptyDatabase();
    const service = new RunningProcess('npm', ['start'], { ...database.env, DATA_DIR: join(folder, 'data') }, cwd);
    await service.ready();
    const [, baseUrl] = /^ {2}API +(\S+)$/m.exec(service.stdout)!;
    const health = await fetch(`${baseUrl!}/v1/_health`);
    expect({ status: health.status, body: await health.json() }).toMatchObject({ status: 200 });
    const refused = await fetch(`${baseUrl!}/v1/me`, { headers: { 'service-version': 'Amethyste' } });
    expect(refused.status).toBe(401);
    service.killGroup('SIGTERM');
    expect((await service.exited).code).toBe(0);
    await database.drop();
  },
);
