import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

test('attempts that end soon need no collection of the whole heap', () => {
  const script = fileURLToPath(new URL('attempts-in-child.ts', import.meta.url));
  const printed = execFileSync(process.execPath, ['--max-semi-space-size=4', script], { encoding: 'utf8' });
  const { minor, major, open } = JSON.parse(printed) as { minor: number; major: number; open: number };
  expect(open).toBe(20);
  expect(minor).toBeGreaterThan(25);
  expect(major, printed).toBeLessThanOrEqual(5);
});
