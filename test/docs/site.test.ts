import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import contract from '../../generated/openapi.json' with { type: 'json' };
import { problems } from '../../generated/problems.ts';
import { pageName } from '../../docs/site/contract.ts';
import { sharedService, type TestService } from '../support/service.ts';

let service: TestService;
/** Every page that can be reached from the first one, by its path, with what it says. */
const pages = new Map<string, string>();
const policies = new Map<string, string | null>();

const open = (path: string, headers: Record<string, string> = {}) => fetch(service.baseUrl + path, { headers, redirect: 'manual' });
const linksOf = (html: string) => [...html.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, link]) => link!.replaceAll('&amp;', '&'));

/** Follows every link to a page of this service. */
async function crawl(): Promise<void> {
  const waiting = ['/docs', '/status', '/changelog', '/errors/not_found'];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (pages.has(path)) continue;
    const answer = await open(path, { accept: 'text/html' });
    expect([path, answer.status]).toEqual([path, 200]);
    const text = await answer.text();
    pages.set(path, text);
    policies.set(path, answer.headers.get('content-security-policy'));
    if (!answer.headers.get('content-type')!.startsWith('text/html')) continue;
    for (const link of linksOf(text)) {
      const url = new URL(link, service.baseUrl + path);
      if (url.origin === service.baseUrl) waiting.push(url.pathname);
    }
  }
}

beforeAll(async () => {
  service = await sharedService();
  await crawl();
});
afterAll(() => service.close());

describe('the site', () => {
  test('leads from its first page to every operation, problem and event', () => {
    const { paths, webhooks } = contract as unknown as {
      paths: Record<string, Record<string, { operationId?: string }>>;
      webhooks: object;
    };
    const operationIds = Object.values(paths).flatMap((item) => Object.values(item).flatMap(({ operationId }) => operationId ?? []));
    for (const operationId of operationIds) expect(pages.keys()).toContain(`/docs/reference/${pageName(operationId)}`);
    for (const slug of Object.keys(problems)) {
      const page = pages.get(`/docs/problems/${slug}`)!;
      for (const heading of ['Cause', 'Remedy', ...(slug === 'ip_not_allowed' ? [] : ['Example'])])
        expect(page, slug).toContain(`>${heading}</a></h2>`);
    }
    for (const type of Object.keys(webhooks)) expect(pages.get(`/docs/events/${type}`)).toContain('>Example</a></h2>');
  });

  test('has no link to a heading that is not there', () => {
    for (const [path, html] of pages) {
      for (const link of linksOf(html)) {
        const url = new URL(link, service.baseUrl + path);
        if (url.origin !== service.baseUrl || url.hash === '' || !pages.get(url.pathname)?.startsWith('<!doctype')) continue;
        expect(pages.get(url.pathname), `${path} leads to ${url.pathname}${url.hash}`).toContain(
          `id="${decodeURIComponent(url.hash.slice(1))}"`,
        );
      }
    }
  });

  test('loads nothing from elsewhere, and runs no inline script', async () => {
    for (const [path, html] of pages) {
      if (!html.startsWith('<!doctype')) continue;
      expect(html, path).not.toMatch(/<style|<script(?![^>]* src=")| style="| on\w+="/);
      expect(html, path).not.toMatch(/<(?:script|link rel="stylesheet"|img)[^>]* (?:src|href)="(?:https?:)?\/\//);
      const policy = policies.get(path);
      expect(policy, path).toMatch(/^default-src 'none';/);
      expect(policy, path).not.toMatch(/unsafe|https?:|\*/);
    }
  });

  test('has diagrams with a text alternative, and the same text in the Markdown', async () => {
    for (const [path, count] of [
      ['/docs', 1],
      ['/docs/concepts', 2],
      ['/docs/webhooks', 1],
      ['/docs/webhooks-in-production', 2],
    ] as const) {
      // One for a phone has the text of the other.
      const found = [...pages.get(path)!.matchAll(/<svg [^>]*role="img" aria-label="([^"]+)"/g)].map(([, text]) => text!);
      const alternatives = [...new Set(found)];
      expect(alternatives, path).toHaveLength(count);
      const markdown = await (await open(path === '/docs' ? '/docs/index.md' : `${path}.md`)).text();
      for (const text of alternatives) expect(markdown, path).toContain(`Diagram: ${text}`);
      expect(markdown).not.toContain('diagram:');
    }
  });

  test('says in each recipe of a receiver what its parts are for', () => {
    const recipes = [...pages].filter(([path]) => /^\/docs\/recipes\/(?!shell$)[\w-]+$/.test(path));
    expect(recipes.length).toBe(15);
    for (const [path, html] of recipes) {
      const sample = html.slice(html.indexOf('<pre'));
      for (const part of ['Body', 'Secret', 'Check', 'Response'])
        expect(html.slice(0, html.indexOf('<pre')), path).toContain(`<strong>${part}</strong>`);
      for (const code of [/SVC_WEBHOOK_SECRET/, /204|NoContent|createWebhookHandler/, /400|BadRequest|createWebhookHandler/])
        expect(sample, path).toMatch(code);
    }
  });

  test('lists every header of a delivery on the page of events', () => {
    const keys = contract.webhooks['order.created'].post.parameters.map(({ $ref }) => $ref.split('/').at(-1)!);
    const headers = Object.entries(contract.components.parameters).filter(
      ([key, header]) => keys.includes(key) && !('deprecated' in header),
    );
    expect(headers.length).toBeGreaterThan(5);
    for (const [, { name }] of headers) expect(pages.get('/docs/events'), name).toContain(`<code>${name}</code>`);
  });

  test('shows on its first page a request with its response, and a delivery with the code that verifies it', () => {
    const titles = [...pages.get('/docs')!.matchAll(/<figcaption>(.*?)<\/figcaption>/g)].map(([, title]) => title);
    expect(titles).toEqual(['Request', 'Response 200', 'Delivery', 'Verify it']);
  });

  test('fills in what is of this installation everywhere', () => {
    for (const [path, text] of pages) {
      expect(text, path).not.toMatch(
        /\{(docs_home|service_home|page_title|page_body|base_url|operator_url|docs_url|errors_base|former_brand|former_prefix|dev_destinations)\}/,
      );
      expect(text, path).not.toContain('placeholder__');
    }
  });

  test('has a first page of at most 100 KB with all that it loads, and each page is at most that', async () => {
    const loaded = linksOf(pages.get('/docs')!).filter((link) => /assets\//.test(link));
    expect(loaded.length).toBeGreaterThan(0);
    let bytes = Buffer.byteLength(pages.get('/docs')!);
    for (const link of loaded) bytes += Buffer.byteLength(await (await open(new URL(link, `${service.baseUrl}/docs`).pathname)).text());
    expect(bytes).toBeLessThanOrEqual(100_000);
    for (const [path, html] of pages) if (html.startsWith('<!doctype')) expect(Buffer.byteLength(html), path).toBeLessThan(100_000);
  });

  test('has each page as Markdown, too, which llms.txt names and llms-full.txt has', async () => {
    const texts = new Map<string, string>();
    const documentation = [...pages].filter(
      ([path, text]) => path.startsWith('/docs') && text.startsWith('<!doctype') && path !== '/docs/search',
    );
    expect(documentation.length).toBeGreaterThan(100);
    for (const [path, html] of documentation) {
      const answer = await open(path === '/docs' ? '/docs/index.md' : `${path}.md`);
      expect([answer.status, answer.headers.get('content-type')], path).toEqual([200, 'text/markdown; charset=utf-8']);
      const [, title] = /<h1>(.*?)<\/h1>/.exec(html)!;
      const text = await answer.text();
      texts.set(answer.url, text);
      expect(text.split('\n')[0]!.replace(/['’]/g, ''), path).toBe(`# ${title!.replace(/&#39;|’/g, '').replaceAll('&amp;', '&')}`);
    }
    for (const path of ['/docs/llms.txt', '/llms.txt']) {
      const answer = await open(path);
      expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
      const index = await answer.text();
      const all = await (await open(path.replace('llms', 'llms-full'))).text();
      for (const url of index.match(/http:\S+?\.md(?=\))/g)!) {
        const text = texts.get(url) ?? (await (await fetch(url)).text());
        expect(text.startsWith('# '), url).toBe(true);
        expect(all).toContain(text.trim());
      }
      expect(index).toContain(`${service.baseUrl}/docs/quick-start.md`);
    }
  });

  test('serves the operator API only on its listener, and the menu for operators only there', async () => {
    expect((await open('/docs/operator')).status).toBe(404);
    expect((await open('/docs/operator/create-agency')).status).toBe(404);
    expect((await open('/docs/operator/search.json')).status).toBe(404);
    expect((await open('/docs/operate/citus')).status).toBe(200);
    for (const [path, html] of pages) {
      const menu = /<nav id="menu"[^]*?<\/nav>/.exec(html)?.[0] ?? '';
      expect(menu, path).not.toMatch(/operators|\/(operate|configuration|runbooks|ingestion|retention|console)\b/);
    }
  });

  test('has no link on the operator listener that does not open, and its menu names every guide for operators', async () => {
    const home = `${service.operatorUrl}/operator/docs`;
    const opened = new Set<string>();
    const waiting = [home];
    for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
      if (opened.has(url)) continue;
      opened.add(url);
      const answer = await fetch(url, { headers: { accept: 'text/html' } });
      expect([url, answer.status]).toEqual([url, 200]);
      const text = await answer.text();
      if (!text.startsWith('<!doctype') || !url.startsWith(home)) continue;
      expect(text, url).toMatch(/<h2 id="operators"[^]*operate\/citus[^]*\/console"/);
      for (const link of linksOf(text)) {
        const { origin, href, hash } = new URL(link, url);
        if ([service.operatorUrl, service.baseUrl].includes(origin)) waiting.push(href.slice(0, href.length - hash.length));
      }
    }
    for (const path of ['/changelog', '/status', '/v1/openapi.json']) expect(opened).toContain(service.baseUrl + path);
    expect(opened).toContain(`${home}/operator/create-agency`);
  });

  test('has no pages for developers', async () => {
    for (const page of ['data', 'decisions/README', 'decisions/001-contract-first']) {
      expect((await open(`/docs/${page}`)).status, page).toBe(404);
      expect((await fetch(`${service.operatorUrl}/operator/docs/${page}`)).status, page).toBe(404);
    }
  });
});

describe('/', () => {
  test('leads a browser to the documentation', async () => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await fetch(`${service.baseUrl}/`, {
        method,
        redirect: 'manual',
        headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
      });
      expect([answer.status, answer.headers.get('location')]).toEqual([303, 'docs']);
      expect(answer.headers.get('vary')).toMatch(/accept/i);
      expect(answer.headers.has('x-request-id')).toBe(true);
    }
  });

  test('answers a program as any path does', async () => {
    for (const accept of ['*/*', 'application/json']) {
      const answer = await open('/', { accept });
      expect(answer.status).toBe(400);
      expect(((await answer.json()) as { type: string }).type).toMatch(/missing_version$/);
    }
    const post = await fetch(`${service.baseUrl}/`, { method: 'POST', headers: { accept: 'text/html' } });
    expect(post.status).toBe(400);
  });
});

describe('an address below the documentation that has no page', () => {
  const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

  test('is a page that leads on, for a browser, on both listeners', async () => {
    for (const [url, home] of [
      [service.baseUrl, '/docs'],
      [service.operatorUrl, '/operator/docs'],
    ] as const) {
      for (const path of ['/nothing', '/reference/nothing', '/nothing/', '/a/b']) {
        const answer = await fetch(url + home + path, { headers: browser });
        expect([answer.status, answer.headers.get('content-type')], path).toEqual([404, 'text/html; charset=utf-8']);
        expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
        const text = await answer.text();
        expect(text.match(/<h1>Page not found<\/h1>/g)).toHaveLength(1);
        const links = linksOf(text).map((link) => new URL(link, url + home + path).pathname);
        expect(links).toContain(home);
        expect(links).toContain(`${home}/search`);
      }
      const head = await fetch(`${url}${home}/nothing`, { method: 'HEAD', headers: browser });
      expect([head.status, await head.text()]).toEqual([404, '']);
      const deep = await fetch(`${url}${home}${'/a'.repeat(1_000)}`, { headers: browser });
      expect(deep.headers.get('content-type')).toBe('application/problem+json');
    }
  });

  test('is a problem for a program', async () => {
    for (const accept of ['*/*', 'application/json']) {
      const answer = await open('/docs/nothing', { accept });
      expect(answer.headers.get('content-type')).toBe('application/problem+json');
    }
  });
});

test('the operator’s / leads a browser to the console, and a program nowhere', async () => {
  const read = (accept: string) => fetch(`${service.operatorUrl}/`, { redirect: 'manual', headers: { accept } });
  const answer = await read('text/html,*/*;q=0.8');
  expect([answer.status, answer.headers.get('location')]).toEqual([303, 'console']);
  expect((await fetch(`${service.operatorUrl}/`, { headers: { accept: 'text/html' } })).status).toBe(200);
  expect((await read('*/*')).status).toBe(401);
});

test('the versions page is where documentation_url leads', async () => {
  const { documentation_url: url } = (await (await open('/v1/me')).json()) as { documentation_url: string };
  expect(url).toBe(`${service.baseUrl}/docs/versions`);
  expect(await (await fetch(url)).text()).toContain('<h1>Versions</h1>');
});

test('the changelog has its dates, and a feed of the same', async () => {
  const { changes } = (await (await open('/changelog')).json()) as { changes: { title: string; date: string }[] };
  const page = pages.get('/changelog')!;
  const feed = await open('/docs/changelog.atom');
  expect(feed.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
  const atom = await feed.text();
  const entries = [...atom.matchAll(/<entry>\n<title>(.*?)<\/title>\n<id>(.*?)<\/id>[\s\S]*?<updated>(.*?)T00:00:00Z<\/updated>/g)];
  expect(new Set(entries.map(([, , id]) => id)).size).toBe(entries.length);
  expect(entries.slice(0, changes.length).map(([, , , date]) => date)).toEqual(changes.map(({ date }) => date));
  expect(changes.map(({ date }) => date)).toEqual(
    changes
      .map(({ date }) => date)
      .toSorted()
      .toReversed(),
  );
  for (const [, , id] of entries) expect(page).toContain(`id="${id!.split('#')[1]}"`);
  for (const { date } of changes) expect(page).toContain(`<time datetime="${date}">`);
});
