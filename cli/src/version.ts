import { readFileSync } from 'node:fs';

/** The version of this package. The build of the single file replaces this module, because no package is next to that. */
export const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };
