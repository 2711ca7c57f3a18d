/** Builds the application of `/console` and `/portal`: `node console/build.ts [FOLDER]`. */
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';
import { Contract } from '../docs/site/contract.ts';
import { memberRows } from '../docs/site/members.ts';
import { menu } from '../docs/site/menu.ts';
import { limits } from '../generated/limits.ts';
import { releases } from '../generated/releases.ts';
import { attemptErrors } from '../sdk/src/generated/attempt-errors.ts';

const output = process.argv[2] ?? 'console/built';
const markFile = 'console/src/mark.svg';

/** Files of `docs/recipes` with the samples that verify deliveries, in the order of the menu. The shell verifies no deliveries by itself. */
const shownRecipes = menu.flatMap(({ paths }) => paths).filter((path) => path.startsWith('recipes/') && path !== 'recipes/shell');

/** The title of a recipe and its first program. */
async function recipeOf(path: string) {
  const text = await readFile(`docs/${path}.md`, 'utf8');
  const [, title] = /^title: (.+)$/m.exec(text) ?? [];
  const [, code] = /^```\w+ file=[^\n]*\n(.*?)^```$/ms.exec(text) ?? [];
  if (title === undefined || code === undefined) throw new Error(`docs/${path}.md has no title or no sample`);
  return { title, code };
}

/** The events of the contract: when each is sent, the members of its payload, and a sample. */
async function eventCatalogue() {
  const contract = await Contract.read('generated/openapi.json');
  return Object.entries(contract.document.webhooks!).map(([type, { post }]) => {
    const media = post.requestBody.content['application/json']!;
    const members = memberRows(contract, media.schema, false).map((row) => row.map((text) => text.replaceAll('`', '')));
    return { type, description: post.description, members, sample: JSON.stringify(contract.exampleOf(media)) };
  });
}

/** The shapes of the mark, for SVG elements in pages. */
async function markShapes() {
  const [, viewBox, shapes] = /^<svg [^>]*viewBox="([^"]*)">(.*)<\/svg>\s*$/s.exec(await readFile(markFile, 'utf8')) ?? [];
  if (viewBox === undefined || shapes === undefined) throw new Error(`${markFile} is not one svg element with a viewBox`);
  return { viewBox, shapes };
}

/** The modules that the application imports as `built:…`, each with the name and the value of its export. */
const modules: Readonly<Record<string, readonly [name: string, read: () => unknown]>> = {
  recipes: ['recipes', () => Promise.all(shownRecipes.map(recipeOf))],
  'event-catalogue': ['eventCatalogue', eventCatalogue],
  mark: ['mark', markShapes],
  limits: [
    'limits',
    () => ({
      exportDays: limits.exportDays,
      refreshMinutes: limits.refreshMinutes,
      episodeAccepted: limits.episodeAccepted,
      episodeMinutes: limits.episodeMinutes,
      latencyBoundsMs: limits.latencyBoundsMs,
    }),
  ],
  'attempt-titles': ['attemptTitles', () => Object.fromEntries(Object.entries(attemptErrors).map(([code, { title }]) => [code, title]))],
  'attempt-advice': [
    'attemptAdvice',
    () => Object.fromEntries(Object.entries(attemptErrors).map(([code, { advice }]) => [code, advice.replaceAll('`', '')])),
  ],
  releases: ['releases', () => releases],
};

/** Members of the SDK's tables of operations that only the command line uses. */
const unusedMembers = new Set(['summary', 'description', 'values', 'maxBodyBytes', 'bodyBounds']);

/** Provides the modules `built:…`, and shortens the SDK's tables of operations to the members that requests need. */
const builtModules: Plugin = {
  name: 'built modules',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^built:/ }, ({ path }) => ({ path, namespace: 'built' }));
    onLoad({ filter: /sdk\/src\/generated\/(operator-)?operations\.ts$/ }, async ({ path }) => {
      const tables = Object.entries((await import(path)) as Record<string, object>);
      const json = (table: object) => JSON.stringify(table, (name, value: unknown) => (unusedMembers.has(name) ? undefined : value));
      return { contents: tables.map(([name, table]) => `export const ${name} = ${json(table)};`).join('\n') };
    });
    onLoad({ filter: /./, namespace: 'built' }, async ({ path }) => {
      const [name, read] = modules[path.slice('built:'.length)]!;
      return { contents: `export const ${name} = ${JSON.stringify(await read())};` };
    });
  },
};

/**
 * Lets each dynamically imported part import the whole application: the bundler then puts their shared code into one file. Otherwise it creates
 * a file for each set of parts, and the first load requests all of them.
 */
const sharedChunk: Plugin = {
  name: 'shared chunk',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\./ }, ({ path, kind, resolveDir }) =>
      kind === 'dynamic-import' ? { path: resolve(resolveDir, path), pluginData: { isDynamic: true } } : undefined,
    );
    onLoad({ filter: /\.tsx$/ }, async ({ path, pluginData }: { path: string; pluginData: unknown }) =>
      pluginData === undefined
        ? undefined
        : {
            contents: `import ${JSON.stringify(resolve('console/src/app.tsx'))};\n${await readFile(path, 'utf8')}`,
            loader: 'tsx',
            resolveDir: dirname(path),
          },
    );
  },
};

/** The licences of the bundled packages, which require that they are distributed with the code. */
async function licencesOf({ inputs }: Metafile): Promise<string> {
  const packages = Object.keys(inputs).flatMap((path) => /^(?:.*\/)?(node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []);
  const texts = [...new Set(packages)].toSorted().map(async (folder) => {
    const file = (await readdir(folder)).find((name) => /^licen[cs]e/i.test(name));
    const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Record<string, string>;
    const text = file === undefined ? '' : `\n\n${(await readFile(join(folder, file), 'utf8')).trim()}`;
    return `${name} ${version}: ${license}${text}\n`;
  });
  return (await Promise.all(texts)).join('\n---\n\n');
}

await rm(output, { recursive: true, force: true });
await mkdir(output, { recursive: true });
const { metafile } = await build({
  entryPoints: { app: 'console/src/main.tsx', style: 'console/src/style.css', mark: markFile },
  loader: { '.svg': 'copy' },
  outdir: output,
  entryNames: 'assets/[name]-[hash]',
  chunkNames: 'assets/[name]-[hash]',
  splitting: true,
  bundle: true,
  minify: true,
  metafile: true,
  format: 'esm',
  target: 'es2023',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'none',
  plugins: [builtModules, sharedChunk],
  logLevel: 'warning',
});
const names = Object.keys(metafile.outputs).map((path) => basename(path));
const [, application] = Object.entries(metafile.outputs).find(([path]) => basename(path).startsWith('app-'))!;
/** Only static imports are requested with the application. */
const preloads = application.imports
  .filter(({ kind }) => kind === 'import-statement')
  .map(({ path }) => `<link rel="modulepreload" href="{base}/assets/${basename(path)}" />`);
const shell = await readFile('console/src/index.html', 'utf8');
const { viewBox, shapes } = await markShapes();
const withMark = shell.replace('{mark}', `<svg class="mark" viewBox="${viewBox}" aria-hidden="true">${shapes}</svg>`);
const page = withMark.replace(/app\.js|style\.css|mark\.svg/g, (name) => {
  const [stem, ending] = name.split('.') as [string, string];
  return names.find((file) => file.startsWith(`${stem}-`) && file.endsWith(`.${ending}`))!;
});
await writeFile(join(output, 'index.html'), page.replace('</title>', `</title>\n    ${preloads.join('\n    ')}`));
await writeFile(join(output, 'licences.txt'), await licencesOf(metafile));
