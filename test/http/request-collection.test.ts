import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

test('requests that have ended are not kept until a collection of the whole heap', () => {
  const script = fileURLToPath(new URL('contexts-in-child.ts', import.meta.url));
  const printed = execFileSync(process.execPath, ['--max-semi-space-size=4', script], { encoding: 'utf8' });
  const { collections, oldMb, open } = JSON.parse(printed) as { collections: number; oldMb: number; open: number };
  expect(open).toBe(20);
  expect(collections).toBeGreaterThan(50);
  expect(oldMb, printed).toBeLessThan(20);
});
