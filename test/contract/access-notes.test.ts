import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { operations } from '../../generated/operations.ts';

test('the published contract shows the scope and the rate limit of every operation behind a key', async () => {
  const { paths } = JSON.parse(await readFile('generated/openapi.json', 'utf8')) as {
    paths: Record<string, Record<string, { description?: string } | undefined>>;
  };
  for (const [id, { listener, method, path, scope, rateLimit }] of Object.entries(operations)) {
    if (listener === 'operator') continue;
    const description = paths[path]?.[method]?.description ?? '';
    const limit = rateLimit && `${rateLimit.requests} requests in any ${rateLimit.windowSeconds} seconds.`;
    if (limit === null) expect(description, id).not.toContain('requests in any');
    else expect(description.endsWith(`\n\n${scope === null ? 'No scope needed.' : `Scope \`${scope}\`.`} ${limit}`), id).toBe(true);
  }
});
