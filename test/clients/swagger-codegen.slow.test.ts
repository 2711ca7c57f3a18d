import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test, type TestContext } from 'vitest';
import { isComplete, leaveOut, Missing, searchPath, swaggerCodegen, swaggerCodegenVersion, unlessComplete } from './tools.ts';

const rows = readFileSync('docs/clients.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| swagger-codegen '))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, names, version, , result]) => ({
    names: [...names!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!),
    version,
    result: result!,
  }));

/** How many files and folders it generates at the top of a client, and what it prints: it may fail with the exit code 0. */
function generate(name: string): { readonly generated: number; readonly printed: string } {
  const folder = mkdtempSync(join(tmpdir(), 'swagger-codegen-'));
  try {
    const args = ['generate', '-l', name, '-i', resolve('generated/openapi.json'), '-o', folder];
    const { stdout, stderr } = spawnSync('swagger-codegen', args, {
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
      env: { ...process.env, PATH: searchPath },
    });
    return { generated: readdirSync(folder).length, printed: `${stdout}\n${stderr}` };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe.runIf(isComplete)(`the table of other generators${unlessComplete}`, () => {
  let missing: string | undefined;
  beforeAll(async () => {
    await swaggerCodegen.install().catch((error: unknown) => {
      if (!(error instanceof Missing)) throw error;
      missing = error.message;
    });
  }, 300_000);

  test('names the version of swagger-codegen that runs here', () => {
    expect(new Set(rows.map(({ version }) => version))).toEqual(new Set([swaggerCodegenVersion]));
  });

  const cases = rows.flatMap(({ names, result }) => names.map((name) => [name, result] as const));
  test.for(cases)('swagger-codegen %s: %s', ([name, result], context: TestContext) => {
    if (missing) leaveOut(context, missing);
    const { generated, printed } = generate(name);
    if (result.startsWith('fails')) {
      expect(printed).toContain(/`([^`]+)`/.exec(result)?.[1] ?? `Can't load config class with name ${name}`);
      expect(generated).toBe(0);
    } else {
      expect(printed).not.toContain('Exception in thread');
      expect(generated).toBeGreaterThan(0);
    }
  });
});
