import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { methods, operatorMethods } from '../../sdk/src/generated/methods.ts';

const page = (path: string) => readFile(`docs/built/docs/${path}.md`, 'utf8');
const words = (name: string, separator: string) => name.replace(/[A-Z]/g, (letter) => `${separator}${letter.toLowerCase()}`);
const nameOf = (name: string) => words(name, '_').replace(/^import$/, 'import_');

test.each([
  ['client', 'sdk-python-reference', methods],
  ['operator', 'operator/sdk-python-reference', operatorMethods],
] as const)('the reference of the %s for Python has every method with its signature and its text', async (client, root, groups) => {
  for (const [group, names] of Object.entries(groups)) {
    const text = await page(`${root}/methods/${words(group, '-')}`);
    const headings = [...text.matchAll(/^## (.+)\n\n```python\ndef /gm)].map(([, heading]) => heading);
    expect(headings).toEqual(expect.arrayContaining(Object.keys(names).map((method) => `${client}.${nameOf(group)}.${nameOf(method)}`)));
  }
});

test('the reference for Python has the classes and functions that are written by hand, with their arguments', async () => {
  expect(await page('sdk-python-reference/methods/insights')).toMatch(/## client\.insights\.edit\n[^]*\| `within` \| Seconds after which/);
  expect(await page('sdk-python-reference/methods/orders')).toMatch(/-> PagedList\[Order\]\n```\n\nList orders\./);
  expect(await page('sdk-python-reference/client')).toMatch(/## Client\n[^]*### Settings\.timeout|### Settings\.timeout[^]*## Client\n/);
  expect(await page('sdk-python-reference/errors')).toMatch(/## MissingScopeProblem\n[^]*### MissingScopeProblem\.required_scope\n/);
  const webhooks = await page('sdk-python-reference/webhooks');
  for (const name of [
    'verify_webhook',
    'WebhookHandler',
    'for_starlette',
    'for_flask',
    'for_django',
    'for_lambda',
    'SqlStore',
    'sign_webhook',
  ])
    expect(webhooks).toContain(`\n## ${name}\n`);
  expect(webhooks).not.toContain('_keys_of');
});
