/** Makes the documentation site: `node docs/site/build.ts [FOLDER]`. */
import { rm } from 'node:fs/promises';
import Eleventy from '@11ty/eleventy';

const output = process.argv[2] ?? 'docs/built';
await rm(output, { recursive: true, force: true });
await new Eleventy('docs', output, { quietMode: true, configPath: 'docs/site/eleventy.config.ts' }).write();
