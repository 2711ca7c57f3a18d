import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { SdkSources } from '../../docs/site/sdk/declarations.ts';
import { methods, operations } from '../../sdk/src/index.ts';
import { operatorMethods } from '../../sdk/src/generated/methods.ts';

const entries = ['index', 'operator', 'webhooks', 'webhooks/stores', 'webhooks/testing'];
const page = (path: string) => readFile(`docs/built/docs/${path}.md`, 'utf8');
const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

let sources: SdkSources;
beforeAll(() => void (sources = new SdkSources()), 60_000);

describe('every export of the SDK has a docstring', () => {
  test.each(entries)('%s, with its members', (entry) => {
    const exported = sources.exportsOf(entry);
    expect(exported.length).toBeGreaterThan(0);
    const missing = exported.flatMap(({ name, text, members }) => [
      ...(text === '' ? [name] : []),
      ...members.filter((member) => member.text === '' || member.type === '').map((member) => `${name}.${member.name}`),
    ]);
    expect(missing).toEqual([]);
  });
});

describe('the reference of the SDK in the documentation', () => {
  const isPaged = (id: string) => (operations as Readonly<Record<string, { paged: boolean }>>)[id]?.paged;

  test('has every method of the client with its arguments, and every whole list', async () => {
    for (const [group, names] of Object.entries(methods)) {
      const text = await page(`sdk-reference/methods/${kebab(group)}`);
      for (const [method, id] of Object.entries<string>(names)) {
        expect(text).toContain(`\n## client.${group}.${method}\n`);
        if (isPaged(id)) expect(text).toContain(`\n## client.${group}.${method.replace(/^list/, 'listAll')}\n`);
      }
    }
    const orders = await page('sdk-reference/methods/orders');
    expect(orders).toMatch(
      /## client\.orders\.listAll\n[\s\S]*for await \(const item of client\.orders\.listAll\([\s\S]*\| `order_types` \| list of strings \|/,
    );
    expect(orders).toContain("Resolves with `Schemas['Order']`. The operation: [Get an order](../../reference/get-order.md)");
    expect(await page('sdk-reference/methods/insights')).toContain(
      'edit(fan: FanOfNote, edit: EditNote, options?: EditOptions): Promise<Insight>',
    );
  });

  test('has every method of the client for operators on the pages of operators', async () => {
    for (const [group, names] of Object.entries(operatorMethods)) {
      const text = await page(`operator/sdk-reference/methods/${kebab(group)}`);
      for (const method of Object.keys(names)) expect(text).toContain(`\n## client.${group}.${method}\n`);
    }
  });

  test('has every export on one page', async () => {
    const paths = ['client', 'errors', 'webhooks', 'types'].map((name) => `sdk-reference/${name}`);
    const headings = (await Promise.all([...paths, 'operator/sdk-reference/exports'].map(page))).flatMap((text) =>
      [...text.matchAll(/^## (\w+)$/gm)].map(([, name]) => name!),
    );
    for (const entry of entries) for (const { name } of sources.exportsOf(entry)) expect(headings).toContain(name);
    const errors = await page('sdk-reference/errors');
    expect(errors).toMatch(/## ProblemError\n[\s\S]*\| `status` \| `number` \| HTTP status\. \|/);
    expect(await page('sdk-reference/webhooks')).toMatch(
      /## verifyWebhook\n[\s\S]*function verifyWebhook<.*Promise<WebhookEvent<Version>>/,
    );
  });

  test('begins with createClient and Order', async () => {
    const headings = async (path: string) => [...(await page(path)).matchAll(/^## (.+)$/gm)].map(([, name]) => name);
    expect((await headings('sdk-reference/client'))[0]).toBe('createClient');
    expect((await headings('sdk-reference/types'))[0]).toBe('Order');
    const index = await page('sdk-reference');
    expect(index.indexOf('`createClient`')).toBeGreaterThan(0);
    expect(index.indexOf('`Order`')).toBeGreaterThan(index.indexOf('`createClient`'));
    expect(index).not.toContain('readInstant');
  });

  test('is found by the search, but for the pages of operators', async () => {
    const index = JSON.parse(await readFile('docs/built/docs/assets/search.json', 'utf8')) as {
      path: string;
      heading: string;
      slug: string;
    }[];
    const found = index.filter(({ path }) => path.includes('sdk-reference'));
    expect(found).toContainEqual(expect.objectContaining({ path: '/sdk-reference/methods/orders', heading: 'client.orders.listAll' }));
    expect(found).toContainEqual(expect.objectContaining({ path: '/sdk-reference/errors', heading: 'ProblemError' }));
    expect(found.filter(({ path }) => path.startsWith('/operator'))).toEqual([]);
  });
});
