import { readFileSync } from 'node:fs';

/** The version of this package. The build of the single-file executable replaces this module, because it has no package.json. */
export const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };
