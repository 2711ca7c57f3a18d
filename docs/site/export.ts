/**
 * Writes the documentation as files for a host of static pages: `npm run docs:export -- FOLDER`. The addresses in it are those
 * of the service's environment (`PUBLIC_URL` and so on). The host has to serve `docs/x.html` at `/docs/x`.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readConfig } from '../../server/config/config.ts';
import { installationFiller } from '../../server/config/installation.ts';
import { readSite, Site } from '../../server/pages/site.ts';

const folder = process.argv[2];
if (!folder) {
  process.stderr.write('Usage: npm run docs:export -- FOLDER\n');
  process.exit(2);
}

const config = readConfig(process.env, false);
const fillIn = installationFiller(config);
const site = new Site(readSite(), { home: 'docs', first: 'index', showsOperators: false, serviceUrl: config.publicUrl, fillIn });

async function write(path: string, text: string): Promise<void> {
  const file = join(folder!, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

await write('docs.html', site.firstPage);
for (const [path, name] of site.paths) await write(name.endsWith('.html') ? `${path}.html` : path, site.file(name, path).body);
