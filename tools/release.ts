/**
 * Makes a release of the entries in `changes/`: the version follows from them by semver, they become a section of CHANGELOG.md, and the packages, the lockfile
 * and the chart get the version. `npm run release -- --check` only reports the next version.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inc } from 'semver';
import { parse } from 'yaml';
import { reportFailure } from './report-failure.ts';
import { StageFailure } from './stage.ts';

const bumps = ['patch', 'minor', 'major'] as const;
type Bump = (typeof bumps)[number];

/** A change that the next release has. */
interface Entry {
  readonly file: string;
  readonly bump: Bump;
  /** What operators do when they upgrade. */
  readonly upgrade: string | undefined;
  readonly text: string;
}

const folder = 'changes';
const accepted = `---\\nbump: ${bumps.join(' | ')}\\nupgrade: what operators do (optional)\\n---\\n and a text`;

function readEntry(file: string): Entry {
  const [, head, text = ''] = /^---\n([^]*?)\n---\n([^]*)$/.exec(readFileSync(join(folder, file), 'utf8')) ?? [];
  const { bump, upgrade } = (head === undefined ? {} : (parse(head) as Partial<Entry> | null)) ?? {};
  if (!bumps.includes(bump!) || text.trim() === '') throw new StageFailure(`${join(folder, file)} is not an entry; accepted: ${accepted}`);
  return { file, bump: bump!, upgrade: upgrade?.trim(), text: text.trim() };
}

const readEntries = () =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .sort()
    .map(readEntry);

const item = (text: string) => `- ${text.replaceAll('\n', '\n  ')}`;

/** The section of CHANGELOG.md, the largest changes first. */
function sectionOf(version: string, date: string, entries: readonly Entry[]): string {
  const changes = bumps.toReversed().flatMap((bump) => entries.filter((entry) => entry.bump === bump));
  const upgrades = changes.flatMap(({ upgrade }) => upgrade ?? []);
  const upgradeNotes = upgrades.length === 0 ? [] : ['### Upgrade', upgrades.map(item).join('\n')];
  return [`## ${version} (${date})`, changes.map(({ text }) => item(text)).join('\n'), ...upgradeNotes].join('\n\n');
}

interface Package {
  version: string;
  dependencies?: Record<string, string>;
}

function changeJson<Content>(path: string, change: (content: Content) => void): void {
  const content = JSON.parse(readFileSync(path, 'utf8')) as Content;
  change(content);
  writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`);
}

const changeText = (path: string, pattern: RegExp, text: string) => writeFileSync(path, readFileSync(path, 'utf8').replace(pattern, text));

/** The packages have one version, and need each other in exactly that one. */
function setVersion(version: string): void {
  const change = (content: Package) => {
    content.version = version;
    for (const name of Object.keys(content.dependencies ?? {}))
      if (name.startsWith('@agency-service/')) content.dependencies![name] = version;
  };
  for (const path of ['package.json', 'sdk/package.json', 'cli/package.json']) changeJson(path, change);
  changeJson<{ version: string; packages: Record<string, Package> }>('package-lock.json', (lock) => {
    lock.version = version;
    for (const path of ['', 'sdk', 'cli']) change(lock.packages[path]!);
  });
  changeText('deploy/kubernetes/agency-service/Chart.yaml', /^(version|appVersion): .*$/gm, `$1: ${version}`);
  changeText('sdk/python/pyproject.toml', /^version = ".*"$/m, `version = "${version}"`);
  changeText('sdk/python/src/agency_service/connection.py', /agency-service-python\/[^"]+/, `agency-service-python/${version}`);
}

function release(checksOnly: boolean): void {
  const entries = readEntries();
  const { version: present } = JSON.parse(readFileSync('package.json', 'utf8')) as Package;
  if (entries.length === 0) return void process.stdout.write(`${present} has all changes: ${folder}/ has no entries.\n`);
  const largest = bumps.findLast((bump) => entries.some((entry) => entry.bump === bump))!;
  const version = inc(present, largest)!;
  process.stdout.write(`${version} follows ${present}: ${entries.length} entries, the largest ${largest}.\n`);
  if (checksOnly) return;
  const changelog = readFileSync('CHANGELOG.md', 'utf8');
  const at = changelog.search(/^## /m);
  const section = sectionOf(version, new Date().toISOString().slice(0, 10), entries);
  writeFileSync('CHANGELOG.md', `${changelog.slice(0, at)}${section}\n\n${changelog.slice(at)}`);
  setVersion(version);
  for (const { file } of entries) rmSync(join(folder, file));
}

try {
  release(process.argv.includes('--check'));
} catch (error) {
  reportFailure(error);
}
