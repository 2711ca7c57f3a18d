import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type Filling, type Texts, withTexts } from './expand/texts.ts';
import { literal, type Output } from './output.ts';

/** The content of `spec/changelog.yaml`, both lists newest first. */
export interface ChangelogFile {
  readonly releases: readonly { readonly name: string; readonly date: string; readonly description: string }[];
  readonly changes: readonly {
    readonly title: string;
    /** The day on which it was recorded. */
    readonly date: string;
    readonly description: string;
    /** The breaks for clients: the lines of `npm run contract:diff`. */
    readonly breaks?: readonly string[];
  }[];
}

/** A former release and the schemas that the next one changed. */
export interface FormerRelease {
  readonly name: string;
  readonly date: string;
  readonly schemas: readonly string[];
}

/** The names of the former releases from the newest down to the named one; none for the newest release. */
export function formersDownTo({ releases }: ChangelogFile, name: string | undefined): string[] {
  const names = releases.map((release) => release.name);
  if (name !== undefined && !names.includes(name)) throw new Error(`${name} is not a release of spec/changelog.yaml`);
  return names.slice(1, names.indexOf(name ?? names[0]!) + 1);
}

/** The former releases, newest first. Throws unless exactly these have a folder in `spec/former/`. */
export async function readFormerReleases(folder: string, { releases }: ChangelogFile): Promise<FormerRelease[]> {
  const former = releases.slice(1);
  const folders = existsSync(folder) ? await readdir(folder) : [];
  const unknown = folders.find((name) => !former.some((release) => release.name === name));
  if (unknown !== undefined) throw new Error(`${folder}/${unknown} is not the folder of a former release of spec/changelog.yaml`);
  return Promise.all(
    former.map(async ({ name, date }) => {
      if (!folders.includes(name)) throw new Error(`${folder}/${name}/ is missing: the schemas of ${name} that the next release changed`);
      const files = (await readdir(join(folder, name), { recursive: true })).filter((file) => file.endsWith('.yaml')).sort();
      const texts = await Promise.all(files.map((file) => readFile(join(folder, name, file), 'utf8')));
      return { name, date, schemas: texts.flatMap((text) => Object.keys(parse(text) as object)) };
    }),
  );
}

export async function readChangelog(path: string): Promise<ChangelogFile> {
  const file = parse(await readFile(path, 'utf8')) as ChangelogFile;
  const dates = file.releases.map(({ date }) => date);
  if (dates.length === 0 || dates.some((date, index) => index > 0 && date >= (dates[index - 1] ?? ''))) {
    throw new Error(`${path} must name its releases, newest first`);
  }
  file.changes.forEach(({ title, date }, index) => {
    if (!/^\d{4}-\d\d-\d\d$/.test(date ?? '')) throw new Error(`${path} must give the change "${title}" its date, such as '2026-07-06'`);
    if (date > (file.changes[index - 1]?.date ?? date)) throw new Error(`${path} must name its changes newest first, not so "${title}"`);
    if (file.changes.findIndex((other) => other.title === title) !== index) throw new Error(`${path} names the change "${title}" twice`);
  });
  return file;
}

/** The changelog with the names in braces replaced. */
export const filledChangelog = (file: ChangelogFile, texts: Texts): ChangelogFile => withTexts(file, texts) as ChangelogFile;

/** The date of a release as a semantic version, whose numbers have no leading zeros. */
export const releaseVersion = (date: string): string => date.split('-').map(Number).join('.');

/** The texts of the newest release, or of the named one, and of the list of all. */
export function releaseTexts({ releases }: ChangelogFile, name?: string): ReadonlyMap<string, Required<Filling>> {
  const current = name === undefined ? releases[0] : releases.find((release) => release.name === name);
  const texts = {
    current_release_name: current!.name,
    current_release_date: current!.date,
    current_release_version: releaseVersion(current!.date),
    releases: releases.map(({ name, date }) => `\`${name}\` (${date})`).join(', '),
  };
  return new Map(Object.entries(texts).map(([name, text]) => [name, { value: text, shown: text }]));
}

/** Writes the releases and the recorded changes. */
export async function generateReleases(file: ChangelogFile, output: Output): Promise<void> {
  const releases = file.releases.map(({ name, date, description }) => ({ name, date, description: description.trim() }));
  const changes = file.changes.map(({ title, date, description }) => ({ title, date, description: description.trim() }));
  await output.module(
    'generated/releases.ts',
    `
/** A version of the API. */
export interface ReleaseDefinition {
  /** The name for the version header. */
  readonly name: string;
  /** The release date, which the version header accepts too. */
  readonly date: string;
  readonly description: string;
}

/** Every release, newest first. */
export const releases: readonly ReleaseDefinition[] = ${literal(releases)};

/** The newest release. */
export const currentRelease: ReleaseDefinition = ${literal(releases[0])};

export interface Change {
  readonly title: string;
  /** The day on which it was recorded. */
  readonly date: string;
  readonly description: string;
}

/** Additive changes, newest first. */
export const changes: readonly Change[] = ${literal(changes)};
`,
  );
}

/** The name of the SDK's module with a release's types. The newest release has the index 0. */
export const typesOf = (name: string, index: number): string => (index === 0 ? 'api' : `api.${name.toLowerCase()}`);

/** The name of the SDK's module with a release's methods. */
export const groupsOf = (name: string, index: number): string => typesOf(name, index).replace('api', 'groups');

/** Writes the release that the SDK requests, and the types of each release. */
export async function generateSdkRelease({ releases }: ChangelogFile, output: Output): Promise<void> {
  await output.raw(
    'sdk/src/generated/release.ts',
    `
${releases.map(({ name }, index) => `import type * as ${name} from './${typesOf(name, index)}.ts';`).join('\n')}
${releases.map(({ name }, index) => `import type { Groups as ${name}Groups } from './${groupsOf(name, index)}.ts';`).join('\n')}

/** The newest release when this package was built. */
export const currentVersion = ${literal(releases[0]?.date)};

/** The types of each release, by its name and by its date. */
export interface Releases {
${releases.flatMap((release) => [release.name, `'${release.date}'`].map((key) => `${key}: ${typesIn(release.name)};`)).join('\n')}
}
`,
  );
}

const typesIn = (name: string): string => `{ groups: ${name}Groups; schemas: ${name}.components['schemas'] }`;
