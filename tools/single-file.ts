/**
 * Writes the command line as one executable for this kind of machine, with Node in it: `node tools/single-file.ts FILE`.
 * It needs no package next to it.
 */
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';

async function buildSingleFile(output: string): Promise<void> {
  const { version } = JSON.parse(await readFile('cli/package.json', 'utf8')) as { version: string };
  const folder = await mkdtemp(join(tmpdir(), 'single-file-'));
  try {
    await build({
      entryPoints: ['cli/src/main.ts'],
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      minify: true,
      logLevel: 'warning',
      outfile: join(folder, 'svc.mjs'),
      // Packages in the former format of modules call it.
      banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(process.execPath);" },
      plugins: [
        {
          name: 'version',
          setup({ onLoad }) {
            onLoad({ filter: /\/cli\/src\/version\.ts$/ }, () => ({
              contents: `export const version = ${JSON.stringify(version)};`,
            }));
          },
        },
      ],
    });
    const settings = { main: join(folder, 'svc.mjs'), mainFormat: 'module', output: resolve(output), disableExperimentalSEAWarning: true };
    await writeFile(join(folder, 'sea.json'), JSON.stringify(settings));
    execFileSync(process.execPath, ['--build-sea', join(folder, 'sea.json')], { stdio: 'inherit' });
  } finally {
    await rm(folder, { recursive: true });
  }
}

const [output] = process.argv.slice(2);
if (output === undefined) {
  process.stderr.write('Usage: npm run single-file -- FILE\n');
  process.exitCode = 2;
} else await buildSingleFile(output);
