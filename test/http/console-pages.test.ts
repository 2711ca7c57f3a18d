import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtConsole } from '../support/built-console.ts';
import { startService, type TestService } from '../support/service.ts';

const built = builtConsole();
let service: TestService;
beforeAll(async () => {
  service = await startService({ delivers: false, consoleFolder: built.folder });
});
afterAll(async () => {
  await service.close();
  built.remove();
});

const urlOf = (path: string) => (path.startsWith('/console') ? service.operatorUrl : service.baseUrl) + path;
const get = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(urlOf(path), init);
  return { status: response.status, headers: response.headers, text: await response.text() };
};

describe.each(['console', 'portal'])('/%s', (mode) => {
  test.each([
    [`/${mode}`, mode],
    [`/${mode}/`, `../${mode}`],
    [`/${mode}/agencies/0198f09f`, `../../${mode}`],
    [`/${mode}/agencies/0198f09f/events/a.b`, `../../../../${mode}`],
  ])('%s is the page, whose files are found from there', async (path, base) => {
    const { status, headers, text } = await get(path);
    expect(status).toBe(200);
    expect(text).toBe(`<!doctype html><title>Console</title><script type="module" src="${base}/assets/app-1f2e3d4c.js"></script>`);
    const script = new URL(`${base}/assets/app-1f2e3d4c.js`, urlOf(path));
    expect(script.pathname).toBe(`/${mode}/assets/app-1f2e3d4c.js`);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    const policy = headers.get('content-security-policy')!;
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
  });

  test('has no page for what changes something', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) expect([400, 401]).toContain((await get(`/${mode}/x`, { method })).status);
    const head = await get(`/${mode}`, { method: 'HEAD' });
    expect([head.status, head.text]).toEqual([200, '']);
  });

  test('its assets are cached permanently, and compressed; a missing one is not a page', async () => {
    const script = await get(`/${mode}/assets/app-1f2e3d4c.js`);
    expect([script.status, script.text, script.headers.get('content-type')]).toEqual([
      200,
      'document.title;',
      'text/javascript; charset=utf-8',
    ]);
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const font = await fetch(urlOf(`/${mode}/assets/font-5b6a7980.woff2`));
    expect([...new Uint8Array(await font.arrayBuffer())]).toEqual([0, 255, 128]);
    for (const path of ['assets/other.js', 'assets/', 'assets/../index.html', 'index.html.map/../../assets/x']) {
      const { text } = await get(`/${mode}/${path.replace('..', '%2e%2e%2f')}`);
      expect(text).not.toContain('document.title;');
    }
    expect((await get(`/${mode}/assets/other.js`)).headers.get('content-type')).toBe('application/problem+json');
  });
});

test('the console is only on the operator listener, and the portal only on the public one', async () => {
  expect((await fetch(`${service.baseUrl}/console`)).headers.get('content-type')).toBe('application/problem+json');
  expect((await fetch(`${service.operatorUrl}/portal`)).headers.get('content-type')).toBe('application/problem+json');
});

test('without a build the page says how to build it, and the rest works', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'no-console-'));
  const bare = await startService({ delivers: false, consoleFolder: folder });
  try {
    for (const address of [`${bare.operatorUrl}/console`, `${bare.baseUrl}/portal`]) {
      expect(await (await fetch(address)).text()).toContain('<code>npm run build</code>');
    }
    expect((await bare.operator('GET', '/operator/v1/agencies')).status).toBe(200);
  } finally {
    await bare.close();
    rmdirSync(folder);
  }
});
