import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let tree: string;
beforeEach(() => {
  tree = mkdtempSync(join(tmpdir(), 'release-'));
  const files = [
    'CHANGELOG.md',
    'package.json',
    'package-lock.json',
    'tools',
    'sdk/package.json',
    'cli/package.json',
    'sdk/python/pyproject.toml',
    'sdk/python/src/agency_service/connection.py',
  ];
  for (const path of [...files, 'deploy/kubernetes/agency-service/Chart.yaml']) cpSync(path, join(tree, path), { recursive: true });
  mkdirSync(join(tree, 'changes'));
  symlinkSync(resolve('node_modules'), join(tree, 'node_modules'));
});
afterEach(() => rmSync(tree, { recursive: true }));

const entry = (name: string, text: string) => writeFileSync(join(tree, 'changes', `${name}.md`), text);
const release = (...args: string[]) => spawnSync(process.execPath, ['tools/release.ts', ...args], { cwd: tree, encoding: 'utf8' });
const read = (path: string) => readFileSync(join(tree, path), 'utf8');
const present = (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version;

describe('npm run release', () => {
  it.each([
    [['patch', 'patch'], /^\d+\.\d+\.[1-9]\d* follows/],
    [['minor', 'patch'], /^\d+\.[1-9]\d*\.0 follows/],
    [['minor', 'major', 'patch'], /^[2-9]\d*\.0\.0 follows/],
  ])('with entries of %j follows semver, and changes nothing with --check', (bumps, next) => {
    for (const [index, bump] of bumps.entries()) entry(`entry-${index}`, `---\nbump: ${bump}\n---\n\nA change.\n`);
    expect(release('--check').stdout).toMatch(next);
    expect(JSON.parse(read('package.json'))).toMatchObject({ version: present });
  });

  it('writes the changelog with notes for upgrades, and gives all packages and the chart the version', () => {
    entry('small', '---\nbump: patch\n---\n\nA small change.\n');
    entry('large', '---\nbump: minor\nupgrade: Do something first.\n---\n\nA large change\nof two lines.\n');
    const { status, stderr, stdout } = release();
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const version = stdout.split(' ')[0]!;
    const date = new Date().toISOString().slice(0, 10);
    const section = `## ${version} (${date})\n\n- A large change\n  of two lines.\n- A small change.\n\n### Upgrade\n\n- Do something first.\n\n## ${present}`;
    expect(read('CHANGELOG.md')).toContain(section);
    expect(readdirSync(join(tree, 'changes'))).toEqual([]);
    for (const path of ['package.json', 'sdk/package.json', 'cli/package.json']) expect(JSON.parse(read(path))).toMatchObject({ version });
    expect(JSON.parse(read('cli/package.json'))).toMatchObject({ dependencies: { '@agency-service/sdk': version } });
    const lock = JSON.parse(read('package-lock.json')) as { version: string; packages: Record<string, { version: string }> };
    expect([lock.version, ...['', 'sdk', 'cli'].map((path) => lock.packages[path]!.version)]).toEqual(Array(4).fill(version));
    expect(read('deploy/kubernetes/agency-service/Chart.yaml')).toContain(`version: ${version}\nappVersion: ${version}\n`);
    expect(read('sdk/python/pyproject.toml')).toContain(`\nversion = "${version}"\n`);
    expect(read('sdk/python/src/agency_service/connection.py')).toContain(`"agency-service-python/${version}"`);
    expect(release().stdout).toBe(`${version} has all changes: changes/ has no entries.\n`);
  });

  it.each(['A text alone.', '---\nbump: huge\n---\n\nA change.\n', '---\nbump: patch\n---\n'])('refuses an entry such as %j', (text) => {
    entry('wrong', text);
    const { status, stderr } = release();
    expect(status).toBe(1);
    expect(stderr).toMatch(/^changes\/wrong\.md is not an entry; accepted: [^\n]+\n$/);
  });
});

it('no page names the version, which a release would leave there', () => {
  const pages = [
    ...globSync('docs/**/*.md', { exclude: ['docs/built/**'] }),
    ...globSync('{deploy,sdk,cli}/README.md'),
    'deploy/image/Dockerfile',
    'README.md',
  ];
  expect(pages.length).toBeGreaterThan(20);
  const named = pages.filter((page) => /agency-service[\w-]*[-:]\d+\.\d+\.\d|VERSION=[1-9]/.test(readFileSync(page, 'utf8')));
  expect(named).toEqual([]);
});

describe('the entries in changes/', () => {
  it('are valid', () => {
    expect(execFileSync(process.execPath, ['tools/release.ts', '--check'], { encoding: 'utf8' })).toContain(present);
  });
});
