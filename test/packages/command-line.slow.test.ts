import { execFile } from 'node:child_process';
import { mkdtemp, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestAgency, type TestService } from '../support/service.ts';

const run = promisify(execFile);
let folder: string;
let service: TestService;
let agency: TestAgency;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'command-line-'));
  service = await startService({ delivers: false });
  agency = await service.createAgency();
}, 60_000);
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

/** A connection to the registry that hangs is given up well before the test is. */
const retries = ['--fetch-timeout=15000', '--fetch-retries=5', '--fetch-retry-mintimeout=500'];

/** Where a machine trusts an authority of its own, npm needs it to reach the registry: without it, each request is repeated for minutes. */
const { PATH, HOME, NODE_EXTRA_CA_CERTS } = process.env;
const machine = { PATH, HOME, ...(NODE_EXTRA_CA_CERTS && { NODE_EXTRA_CA_CERTS }) };

/** A new folder, and an environment that has nothing but the machine's and the service in it. */
async function emptyFolder(name: string) {
  const cwd = join(folder, name);
  await mkdir(cwd);
  const access = { SVC_BASE_URL: service.baseUrl, SVC_API_KEY: agency.key };
  return { cwd, env: { ...machine, SVC_CONFIG_DIR: join(cwd, 'config'), ...access } };
}

interface Published {
  readonly version: string;
  readonly files: readonly { readonly path: string }[];
}

test('the packed command line runs with npx in an empty folder, with its manual', { timeout: 600_000 }, async () => {
  await run('npm', ['pack', '-w', 'sdk', '-w', 'cli', '--pack-destination', folder]);
  const archives = (await readdir(folder)).filter((name) => name.endsWith('.tgz')).map((name) => join(folder, name));
  expect(archives).toHaveLength(2);
  const empty = await emptyFolder('npx');
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...retries, ...archives], empty);
  const npx = async (...args: string[]) => (await run('npx', ['--no', '@agency-service/cli', ...args], empty)).stdout;
  expect(await npx('--version')).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(await npx('me', '--jq', '.agency.id')).toBe(`${agency.id}\n`);
  const pages = await readdir(join(empty.cwd, 'node_modules/@agency-service/cli/man'));
  expect(pages).toContain('svc.1');
  expect(pages).toContain('svc-publications-create.1');
});

test.each(['10', '11'])('npm %s links the manual of a global installation', { timeout: 600_000 }, async (version) => {
  const archives = (await readdir(folder)).filter((name) => name.endsWith('.tgz')).map((name) => join(folder, name));
  const { cwd, env } = await emptyFolder(`npm-${version}`);
  const npm = ['exec', '--yes', '--prefer-offline', ...retries, `npm@${version}`, '--'];
  const install = ['install', '--global', '--prefix', cwd, '--prefer-offline', '--no-audit', '--no-fund', ...retries, ...archives];
  await run('npm', [...npm, ...install], { cwd, env });
  const pages = await readdir(join(cwd, 'share/man/man1'));
  const packed = await readdir(join(cwd, 'lib/node_modules/@agency-service/cli/man'));
  expect(pages.toSorted()).toEqual(packed.toSorted());
  expect(await readFile(join(cwd, 'share/man/man1/svc-orders-list.1'), 'utf8')).toMatch(/^\.TH "SVC/);
});

test('npm publish --dry-run of both packages names what the registry would get', { timeout: 120_000 }, async () => {
  const versions = new Set<string>();
  for (const name of ['sdk', 'cli']) {
    const { stdout } = await run('npm', ['publish', '--dry-run', '--json', '-w', name], { maxBuffer: 2 ** 24 });
    // The scripts of the package print before it.
    const report = JSON.parse(stdout.slice(stdout.indexOf(`{\n  "@agency-service/${name}"`))) as Record<string, Published>;
    const { version, files } = report[`@agency-service/${name}`]!;
    versions.add(version);
    expect(files.map(({ path }) => path)).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']));
  }
  expect(versions.size).toBe(1);
});

test('the single file runs without Node, npm and packages', { timeout: 240_000 }, async () => {
  const empty = await emptyFolder('single');
  const file = join(empty.cwd, 'svc');
  await run(process.execPath, ['tools/single-file.ts', file]);
  const alone = { cwd: empty.cwd, env: { ...empty.env, PATH: '/nowhere', HOME: empty.cwd } };
  const svc = async (...args: string[]) => (await run(file, args, alone)).stdout;
  expect(await svc('--version')).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(await svc('me', '--jq', '.agency.id')).toBe(`${agency.id}\n`);
  expect(await svc('orders', 'list', '-o', 'json')).toContain('"data": []');
  expect(await svc('man', 'orders', 'list')).toMatch(/^\.TH "SVC/);
  expect(await svc('completion', 'bash')).toMatch(/complete -F _svc_complete svc/);
});
