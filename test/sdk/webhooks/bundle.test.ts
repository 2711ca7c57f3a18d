import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';

const source = join(import.meta.dirname, '../../../sdk/src');

async function bundle(contents: string) {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: source, loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    metafile: true,
  });
  return { gzippedBytes: gzipSync(outputFiles[0]!.contents, { level: 9 }).length, inputs: Object.keys(metafile.inputs) };
}

describe('a bundle', () => {
  test('of everything in @agency-service/sdk/webhooks has at most 3.5 KiB when gzipped, and no dependency', async () => {
    const { gzippedBytes, inputs } = await bundle(`export * from './webhooks.ts'`);
    expect(gzippedBytes).toBeLessThanOrEqual(3_584);
    expect(inputs.filter((path) => path.includes('node_modules'))).toEqual([]);
  });

  test('of a receiver in Express with Redis has at most 3.5 KiB, too', async () => {
    const { gzippedBytes } = await bundle(
      `export { createWebhookHandler, forExpress } from './webhooks.ts'; export { redisStore } from './webhooks/stores.ts'`,
    );
    expect(gzippedBytes).toBeLessThanOrEqual(3_584);
  });

  test.each(['webhooks/stores.ts', 'webhooks/testing.ts'])('of %s has at most 2 KiB, and no dependency', async (path) => {
    const { gzippedBytes, inputs } = await bundle(`export * from './${path}'`);
    expect(gzippedBytes).toBeLessThanOrEqual(2_048);
    expect(inputs.filter((input) => input.includes('node_modules'))).toEqual([]);
  });
});
