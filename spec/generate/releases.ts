import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { literal, type Output } from './output.ts';

interface ChangelogFile {
  releases: { name: string; date: string; description: string }[];
  changes: { title: string; description: string }[];
}

/** Writes the releases and the recorded changes, both newest first. */
export async function generateReleases(path: string, output: Output): Promise<void> {
  const file = parse(await readFile(path, 'utf8')) as ChangelogFile;
  const releases = file.releases.map(({ name, date, description }) => ({ name, date, description: description.trim() }));
  const changes = file.changes.map(({ title, description }) => ({ title, description: description.trim() }));
  const dates = releases.map(({ date }) => date);
  if (dates.length === 0 || dates.some((date, index) => index > 0 && date >= (dates[index - 1] ?? ''))) {
    throw new Error(`${path} must name its releases, newest first`);
  }
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
`,
  );
  await output.module(
    'sdk/src/generated/release.ts',
    `
/** The newest release when this package was made. */
export const currentVersion = ${literal(releases[0]?.date)};
`,
  );
  await output.module(
    'generated/changelog.ts',
    `
export interface Change {
  readonly title: string;
  readonly description: string;
}

/** Additive changes, newest first. */
export const changes: readonly Change[] = ${literal(changes)};
`,
  );
}
