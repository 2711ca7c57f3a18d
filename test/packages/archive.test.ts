import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('the archive of the service contains exactly its code and its build', () => {
  // What it holds is built by the setup of the tests.
  const packed = execFileSync('npm', ['pack', '--json', '--dry-run', '--ignore-scripts'], { encoding: 'utf8' });
  const [archive] = JSON.parse(packed) as { files: { path: string }[] }[];
  const files = archive!.files.map(({ path }) => path);
  for (const path of [
    'server/main.ts',
    'server/schema/agencies.sql',
    'server/migrations/README.md',
    'generated/models.ts',
    'generated/openapi.json',
    'docs/built/docs.html',
    'console/built/index.html',
  ]) {
    expect(files).toContain(path);
  }
  const folders = new Set(files.filter((path) => path.includes('/')).map((path) => path.split('/')[0]));
  expect([...folders].sort()).toEqual(['console', 'docs', 'generated', 'server']);
});
