import { existsSync, readFileSync } from 'node:fs';

const fileOf = (name: string) => new URL(`../../${name}`, import.meta.url);

/** The section of a version, without its heading. */
export function notesOf(version: string, changelog: string): string | null {
  const [, ...sections] = changelog.split(/^## /m);
  const section = sections.find((each) => /^\S+/.exec(each)![0] === version);
  return section === undefined ? null : section.slice(section.indexOf('\n')).trim();
}

/** The notes are Markdown, or null if the changelog is missing. Call once at the start: an update replaces the files of a running process. */
export function readRelease() {
  const { version } = JSON.parse(readFileSync(fileOf('package.json'), 'utf8')) as { version: string };
  const changelog = fileOf('CHANGELOG.md');
  return { version, notes: existsSync(changelog) ? notesOf(version, readFileSync(changelog, 'utf8')) : null };
}
