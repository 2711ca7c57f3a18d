import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import type { Texts } from './expand/texts.ts';
import { literal, type Output } from './output.ts';

/** What `spec/changelog.yaml` holds, both newest first. */
export interface ChangelogFile {
  readonly releases: readonly { readonly name: string; readonly date: string; readonly description: string }[];
  readonly changes: readonly {
    readonly title: string;
    /** The day on which it was recorded. */
    readonly date: string;
    readonly description: string;
    /** What the change breaks for clients, as `npm run contract:diff` says it, line by line. */
    readonly breaks?: readonly string[];
  }[];
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

/** The current release and the list of all. */
export function releaseTexts({ releases }: ChangelogFile): Texts {
  const [current] = releases;
  const texts = {
    current_release_name: current!.name,
    current_release_date: current!.date,
    // The numbers of semantic versions have no zeros before them.
    current_release_version: current!.date.split('-').map(Number).join('.'),
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
  /** Mineral name, as it is sent in the version header. */
  readonly name: string;
  /** Release date, which the version header may hold as well. */
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

/** Writes which release the SDK asks for. */
export async function generateSdkRelease({ releases }: ChangelogFile, output: Output): Promise<void> {
  await output.raw(
    'sdk/src/generated/release.ts',
    `
/** The newest release when this package was made. */
export const currentVersion = ${literal(releases[0]?.date)};
`,
  );
}
