import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase } from '../process/database.ts';
import { endProcesses, RunningProcess } from '../process/service-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'archive-'));
const unpacked = join(folder, 'package');

beforeAll(() => {
  // What it holds is built by the setup of the tests.
  const packed = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], { encoding: 'utf8' });
  const [archive] = JSON.parse(packed) as { filename: string }[];
  execFileSync('tar', ['-xzf', join(folder, basename(archive!.filename)), '-C', folder]);
  const listed = execFileSync('npm', ['ls', '--all', '--omit=dev', '--parseable'], { encoding: 'utf8' }).split('\n');
  const modules = join(process.cwd(), 'node_modules/');
  for (const path of listed.filter((each) => each.startsWith(modules) && !each.slice(modules.length).includes('node_modules'))) {
    const link = join(unpacked, 'node_modules', path.slice(modules.length));
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(path, link);
  }
}, 240_000);
afterAll(async () => {
  await endProcesses();
  rmSync(folder, { recursive: true });
});

/** Starts the unpacked service and reads addresses of both listeners. */
async function read(publicPaths: readonly string[], operatorPaths: readonly string[]) {
  const database = await createDatabase();
  const service = new RunningProcess(process.execPath, [join(unpacked, 'server/main.ts')], {
    ...database.env,
    DATA_DIR: join(folder, 'data'),
  });
  await service.ready();
  const [, baseUrl] = /^ {2}API +(\S+)$/m.exec(service.stdout)!;
  const [, operatorUrl] = /^ {2}Operator +(\S+),/m.exec(service.stdout)!;
  const urls = [...publicPaths.map((path) => baseUrl! + path), ...operatorPaths.map((path) => operatorUrl! + path)];
  const answers = await Promise.all(urls.map(async (url) => (await fetch(url)).text()));
  await service.exitAfter('SIGTERM');
  return answers;
}

test(
  'the unpacked service starts with the packages of production and shows documentation, console and contract',
  { timeout: 240_000 },
  async () => {
    const [docs, contract, portal, console] = await read(['/docs', '/v1/openapi.json', '/portal'], ['/console']);
    expect(docs).toContain('Quick start');
    expect(JSON.parse(contract!)).toHaveProperty('openapi');
    for (const page of [portal, console]) expect(page).toMatch(/assets\/app-\w+\.js/);
  },
);

test('without the built files it starts, and says how to build them', { timeout: 240_000 }, async () => {
  for (const path of ['docs', 'console', 'generated/openapi.json', 'generated/openapi.operator.json']) {
    rmSync(join(unpacked, path), { recursive: true });
  }
  const [docs, portal, contract, operators, console] = await read(['/docs', '/portal', '/v1/openapi.json'], ['/operator/docs', '/console']);
  for (const page of [docs, portal, operators, console]) expect(page).toContain('<code>npm run build</code>');
  expect(JSON.parse(contract!)).toMatchObject({ status: 503, detail: expect.stringContaining('`npm run build`') as string });
});
