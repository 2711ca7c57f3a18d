import { globSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { addColumns } from './add-columns.ts';
import { startTestPostgres, templateName } from '../support/postgres.ts';
import { check } from './check.ts';
import { Describer } from './describe.ts';
import { notesFolder, readNotes } from './notes.ts';
import { compilerOptions, readCalls } from './row-types.ts';

/**
 * Compares what the tests ran with the types of its rows, after `npm test`. Arguments are the paths below which to look; the
 * whole server where there are none.
 */
const root = process.cwd();
const below = process.argv.slice(2).map((path) => join(path));

const { calls, tables, findings } = readCalls(root, globSync(join(root, 'server/**/*.ts')).sort(), compilerOptions(root));
/** These run over Citus alone: in `npm run test:citus`. */
const ofCitus = ['database/citus.ts', 'database/migrate/distribution.ts', 'access/scope/policies-on-workers.ts'].map((path) =>
  join('server', path),
);
const isMeant = (place: string) =>
  !ofCitus.some((path) => place.startsWith(path)) && (below.length === 0 || below.some((path) => place.startsWith(path)));
const meant = [...calls, ...tables].filter(({ place }) => isMeant(place));
const notes = readNotes(notesFolder(root).own);
if (notes.size === 0) {
  console.error('No test has run a statement of these sources: run npm test first, or the tests of these sources.');
  process.exit(1);
}

const postgres = await startTestPostgres();
try {
  const url = new URL(postgres.administratorUrl);
  const administrator = new pg.Client({ connectionString: url.href });
  await administrator.connect();
  for (const name of ['statements', 'extended']) await administrator.query(`CREATE DATABASE ${name} TEMPLATE ${templateName}`);
  await administrator.end();
  url.pathname = '/statements';
  const describer = await Describer.over(url.href);
  // The next release may add columns to every table while this one runs: a statement must not return them.
  url.pathname = '/extended';
  await addColumns(url.href);
  const extended = await Describer.over(url.href);
  for (const { site, text } of tables) notes.set(site, { statements: new Map([[text, 0]]), nullColumns: new Set() });
  const wrong = [
    ...findings.filter(isMeant),
    ...(await check(
      tables.filter(({ place }) => isMeant(place)),
      notes,
      describer,
    )),
    ...(await check(
      calls.filter(({ place }) => isMeant(place)),
      notes,
      extended,
    )),
  ];
  await Promise.all([describer.close(), extended.close()]);
  for (const finding of wrong) console.log(finding);
  const read = meant.filter(({ row }) => row !== null).length;
  console.log(`${meant.length} statements, of ${read} of which rows are read: ${wrong.length} findings`);
  process.exitCode = wrong.length === 0 ? 0 : 1;
} finally {
  await postgres.stop();
}
