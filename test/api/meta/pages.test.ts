import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problems } from '../../../generated/problems.ts';
import { sharedService, type TestService } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const open = (path: string, headers = {}) => service.request('GET', path, { key: null, version: null, headers });

describe('pages', () => {
  it.each(['/docs', '/status', '/changelog', '/errors/unknown_tag'])(
    '%s loads nothing from elsewhere, and has its icon in it',
    async (path) => {
      const { status, headers, text } = await open(path, browser);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(headers.get('content-security-policy')).toMatch(/^default-src '(none|self)';/);
      expect(text).toContain('<link rel="icon" href="data:image/svg+xml;base64,');
      expect(text).not.toMatch(/(?:src|href|url)\s*[=:(]\s*["']?(?:https?:)?\/\//);
    },
  );

  it.each(['/status', '/changelog'])('%s answers JSON to a program', async (path) => {
    for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json' }]) {
      expect((await open(path, headers)).headers.get('content-type')).toBe('application/json; charset=utf-8');
    }
  });

  it('there is a page for the type of every problem', async () => {
    for (const [slug, { title }] of Object.entries(problems))
      expect((await open(`/errors/${slug}`)).text, slug).toContain(`<h1>${title}</h1>`);
    expect(await open('/errors/no_such_problem')).toMatchObject({ status: 404 });
  });
});

describe('the contract that is served', () => {
  it('names the address of this service', async () => {
    const { body } = await open('/v1/openapi.json');
    expect(body.servers).toEqual([{ url: service.baseUrl }]);
    expect(body.tags[0].description).toContain(`curl ${service.baseUrl}/v1/me`);
    expect(JSON.stringify(body)).not.toContain('{base_url}');
    expect(body.info.contact.url).toBe(`${service.baseUrl}/docs`);
  });
});
