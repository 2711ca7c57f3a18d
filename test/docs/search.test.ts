import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

interface Result {
  readonly url: string;
  readonly title: string;
  readonly headings: readonly { readonly text: string }[];
}

const assets = pathToFileURL(`${resolve('docs/built/docs/assets')}/`);
let find: (words: string) => readonly Result[];
const pathOf = ({ url }: Result) => url.slice(new URL('..', assets).href.length);

/** The search of a page whose menu has the pages for operators, or does not have them. */
async function searchOf(page: 'agencies' | 'operators'): Promise<typeof find> {
  vi.stubGlobal('document', { querySelector: () => (page === 'operators' ? {} : null) });
  vi.stubGlobal('fetch', async (url: URL) => new Response(await readFile(fileURLToPath(url))));
  return ((await import(`${new URL('finder.js', assets).href}?${page}`)) as { find: typeof find }).find;
}

beforeAll(async () => void (find = await searchOf('agencies')));
afterAll(() => vi.unstubAllGlobals());

test.each([
  ['401', 'authentication'],
  ['hmac', 'verify'],
  ['timeout', 'errors-and-retries'],
  ['ip addresses', 'webhooks'],
  ['csv', 'export'],
  ['python', 'sdk-python'],
  ['rotate secret', 'webhooks-in-production'],
  ['rate limit', 'rate-limits'],
  ['idempotency', 'idempotent-requests'],
  ['tunnel', 'local-development'],
  ['createClient', 'sdk-reference/client'],
])('%s finds %s first', (words, path) => {
  expect(find(words).map(pathOf)[0]).toBe(path);
});

test('types are after guides and operations', () => {
  const paths = find('order').map(pathOf);
  expect(paths[0]).not.toMatch(/^(reference|sdk-reference)/);
  expect(paths.slice(0, 6)).not.toContain('sdk-reference/types');
  expect(find('list orders').map(pathOf)).toContain('reference/list-orders');
});

test('the pages for operators are found on their listener alone', async () => {
  expect(find('citus')).toEqual([]);
  expect(find('retention personal data').map(pathOf)).not.toContain('retention');
  const operators = await searchOf('operators');
  expect(operators('citus').map(pathOf)[0]).toBe('operate/citus');
  expect(operators('csv').map(pathOf)[0]).toBe('export');
});
