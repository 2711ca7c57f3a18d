import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import * as source from '../../sdk/src/index.ts';

type Copy = typeof source;

const refused = () =>
  Promise.resolve(
    Response.json(
      { type: 'x/unknown_order', title: 't', status: 404, instance: '/' },
      { status: 404, headers: { 'content-type': 'application/problem+json' } },
    ),
  );

test('the errors of one copy of the package are those of another, which has the other module system', async () => {
  const modules = (await import(/* @vite-ignore */ pathToFileURL('sdk/dist/index.js').href)) as Copy;
  const commonJs = createRequire(import.meta.url)('../../sdk/commonjs/dist/index.js') as Copy;
  const copies = [source, modules, commonJs];
  expect(new Set(copies.map(({ ProblemError }) => ProblemError)).size).toBe(3);
  for (const { createClient, verifyWebhook } of copies) {
    const client = createClient({ baseUrl: 'http://127.0.0.1:1', apiKey: 'k', fetch: refused });
    const problem: unknown = await client.orders.get({ order_id: 'o1' }).catch((error: unknown) => error);
    const unverified: unknown = await verifyWebhook('{}', {}, '').catch((error: unknown) => error);
    for (const { isProblem, ServiceError, ProblemError, WebhookVerificationError } of copies) {
      expect([isProblem(problem, 'unknown_order'), isProblem(unverified)]).toEqual([true, false]);
      expect([problem instanceof ProblemError, unverified instanceof ProblemError]).toEqual([true, false]);
      expect([problem instanceof WebhookVerificationError, unverified instanceof WebhookVerificationError]).toEqual([false, true]);
      expect([problem instanceof ServiceError, unverified instanceof ServiceError]).toEqual([true, true]);
    }
  }
});
