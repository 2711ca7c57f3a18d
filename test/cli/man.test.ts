import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CommandLine } from './run-svc.ts';

let svc: CommandLine;
let folder: string;
beforeAll(async () => {
  svc = await CommandLine.create();
  folder = await mkdtemp(join(tmpdir(), 'man-'));
  await svc.run('man', '--write', folder);
});
afterAll(async () => {
  await svc.close();
  await rm(folder, { recursive: true });
});

it('every command has a page, which names its options', async () => {
  const pages = await readdir(folder);
  expect(pages.length).toBeGreaterThan(100);
  const page = await readFile(join(folder, 'svc-fans-assign.1'), 'utf8');
  expect((await svc.run('man', 'fans', 'assign')).stdout).toBe(page);
  expect(page).toMatch(/\\-\\-user\\-id <value>/);
  expect(page).toMatch(/^\.SH ARGUMENTS\n\.TP\n\\fBaccount\\-id\\fR$/m);
});

it.skipIf(spawnSync('groff', ['--version']).status !== 0)('groff formats every page without a warning', async () => {
  const files = (await readdir(folder)).map((name) => join(folder, name));
  const { status, stdout, stderr } = spawnSync('groff', ['-man', '-ww', '-Tutf8', ...files], { encoding: 'utf8', maxBuffer: 1 << 26 });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  // A bold letter may be written twice, with a backspace between.
  expect(stdout.replace(/.\x08|\x1b\[\d*m/g, '')).toMatch(/--user-id <value>/);
});

it('the package lists every page, as npm links them', async () => {
  const { man } = JSON.parse(await readFile('cli/package.json', 'utf8')) as { man: string[] };
  const pages = (await readdir(folder)).map((file) => `man/${file}`);
  expect(man.toSorted(), 'npm run generate lists them').toEqual(pages.toSorted());
});

it('a command that does not exist is wrong usage', async () => {
  const { code, stderr } = await svc.run('man', 'fans', 'nothing');
  expect(code).toBe(2);
  expect(stderr).toMatch(/unknown command "svc fans nothing"/);
});
