import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { createDatabase } from './database.ts';
import { callApi } from './http.ts';
import { createDataDir, endProcesses, RunningProcess, ServiceProcess } from './service-process.ts';

afterEach(endProcesses);

const ownBin = resolve('node_modules/.bin');

/** The machine's own Node, as a shell finds it without what `npm ci` brought along. */
const own = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((directory) => resolve(directory) !== ownBin && !directory.includes('node_modules'))
  .map((directory) => join(directory, 'node'))
  .find((path) => existsSync(path));
const ownVersion = own && execFileSync(own, ['-p', 'process.versions.node'], { encoding: 'utf8' }).trim();
const [major = 0, minor = 0] = (ownVersion ?? '').split('.').map(Number);
const isOld = major < 22 || (major === 22 && minor < 19);

/** The two commands that start a program of the service, without npm. */
const programs = ['server/main.ts', 'server/remove-data.ts', 'server/migrate.ts'];

const refusal = (version: string) =>
  `Node ${version} is too old; accepted: 22.19.0 or later, or the one that \`npm ci\` brings along for \`npm start\`\n`;

describe('an older Node is refused in one line', () => {
  const runAs = (version: string, program: string) => {
    const pretend = join(createDataDir(), 'pretend.mjs');
    writeFileSync(pretend, `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });`);
    return new RunningProcess(process.execPath, ['--import', pretend, program], {}).exited;
  };

  test('and one that is new enough is not', async () => {
    const check = 'server/startup/oldest-node.js';
    for (const version of ['20.20.2', '21.7.3', '22.18.0'])
      expect(await runAs(version, check)).toMatchObject({ code: 1, stdout: '', stderr: refusal(version) });
    for (const version of ['22.19.0', '22.20.1', '24.0.0', '100.0.0'])
      expect(await runAs(version, check)).toMatchObject({ code: 0, stdout: '', stderr: '' });
  });

  test.each(programs)('by %s, whatever it could read of the rest', async (program) => {
    expect(await runAs('22.18.0', program)).toMatchObject({ code: 1, stdout: '', stderr: refusal('22.18.0') });
  });

  test.skipIf(!own || !isOld)('the machine’s own', async () => {
    for (const program of programs) {
      const exit = await new RunningProcess(own!, ['--import', './server/startup/oldest-node.js', program], {}).exited;
      expect(exit).toMatchObject({ code: 1, stdout: '', stderr: refusal(ownVersion!) });
    }
  });
});

test.skipIf(!own || isOld)('the service runs on the machine’s own Node where that is new enough', async () => {
  const database = await createDatabase();
  const service = new ServiceProcess(database.env, [], own);
  await service.ready();
  expect((await callApi(service, undefined, 'GET', '/v1/_health')).status).toBe(200);
  expect(await service.exitAfter('SIGTERM')).toMatchObject({ code: 0 });
  await database.drop();
});
