import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendUnavailable } from '../../server/http/steps/send-problem.ts';
import { listen } from '../../server/http/connection/listener.ts';
import { creator } from '../records/records.ts';
import { sharedService, type TestAgency, type TestService } from '../support/service.ts';

let service: TestService;
let agency: TestAgency;

beforeAll(async () => {
  service = await sharedService();
  agency = await service.createAgency();
  await agency.ingest([creator('c1')]);
});
afterAll(() => service.close());

const open = (path: string, headers = {}) => service.request('GET', path, { key: null, version: null, headers });

describe('a 401 says how to authenticate', () => {
  test.each([
    ['without a key', {}, 'Bearer realm="api"'],
    ['with another scheme', { authorization: 'Basic abc' }, 'Bearer realm="api"'],
    ['with a key that is none', { authorization: 'Bearer nothing' }, 'Bearer realm="api", error="invalid_token"'],
  ])('%s', async (_, headers, challenge) => {
    const answer = await service.request('GET', '/v1/me', { key: null, headers });
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, challenge]);
  });

  test('with a key that expired', async () => {
    const key = await agency.createKey({ expiresAt: new Date(Date.now() - 1) });
    const answer = await service.request('GET', '/v1/me', { key });
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="api", error="invalid_token"']);
  });

  test('on the operator’s listener too', async () => {
    const challenges = await Promise.all(
      [{}, { authorization: 'Bearer wrong' }].map(async (headers) => {
        const { status, headers: got } = await fetch(`${service.operatorUrl}/metrics`, { headers });
        return [status, got.get('www-authenticate')];
      }),
    );
    expect(challenges).toEqual([
      [401, 'Bearer realm="operator"'],
      [401, 'Bearer realm="operator", error="invalid_token"'],
    ]);
  });

  test('no other response does', async () => {
    const answers = await Promise.all([service.request('GET', '/v1/me'), service.request('GET', '/v1/nowhere'), open('/status')]);
    for (const { headers } of answers) expect(headers.has('www-authenticate')).toBe(false);
  });
});

test('no response to a key or the operator’s token is stored, above all none with a secret or a key', async () => {
  const body = { url: 'https://hooks.example.com/in', enabled_event_types: ['order.created'] };
  const created = await service.request('POST', '/v1/webhooks', { body });
  const imported = { ...body, secret: `svc_whsec_${'a'.repeat(32)}` };
  const answers = [
    created,
    await service.request('POST', `/v1/webhooks/${created.body.id}/secret/rotation`),
    await service.operator('POST', `/operator/v1/agencies/${agency.id}/keys`, { label: 'a', scopes: ['read:orders'] }),
    await service.operator('POST', `/operator/v1/agencies/${agency.id}/webhooks`, imported),
    await service.operator('GET', '/metrics'),
    await service.request('GET', '/v1/orders'),
    await service.request('HEAD', '/v1/orders'),
    await service.request('DELETE', `/v1/webhooks/${created.body.id}`),
  ];
  expect(answers.map(({ status }) => status)).toEqual([201, 200, 201, 201, 200, 200, 200, 204]);
  for (const { headers } of answers) expect(headers.get('cache-control')).toBe('no-store');
});

test('every response has X-Content-Type-Options: nosniff', async () => {
  const starting = await listen(
    (request, response) => sendUnavailable(request, response, 'http://errors.test', 'The service is starting.'),
    '127.0.0.1',
    0,
    () => 'http://errors.test',
  );
  const paths = ['/docs', '/docs/assets/minisearch.js', '/status', '/changelog', '/v1/openapi.json', '/errors/none', '/nothing'];
  const answers = await Promise.all([
    ...paths.map((path) => fetch(service.baseUrl + path)),
    fetch(`${service.operatorUrl}/metrics`, { headers: { authorization: `Bearer ${service.operatorToken}` } }),
    fetch(`http://127.0.0.1:${starting.port}/v1/me`),
  ]);
  for (const { url, headers } of answers) expect(headers.get('x-content-type-options'), url).toBe('nosniff');
  await starting.close(0);
});

describe('a page', () => {
  test.each(['/docs', '/status', '/changelog', '/errors/unknown_tag'])(
    '%s cannot be framed, sends no referrer, and runs no text as a program',
    async (path) => {
      const { headers, text } = await open(path, { accept: 'text/html' });
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      const policy = new Map(
        headers
          .get('content-security-policy')!
          .split('; ')
          .map((directive) => [directive.split(' ')[0]!, directive.split(' ').slice(1).join(' ')]),
      );
      expect([policy.get('frame-ancestors'), policy.get('base-uri'), policy.get('form-action')]).toEqual(["'none'", "'none'", "'none'"]);
      const hashesOf = (element: string) =>
        [...text.matchAll(new RegExp(`<${element}>([^<]+)</${element}>`, 'g'))].map(
          ([, inline]) => `'sha256-${createHash('sha256').update(inline!).digest('base64')}'`,
        );
      const scripts = policy.get('script-src') ?? policy.get('default-src')!;
      expect(scripts).not.toMatch(/unsafe/);
      for (const hash of hashesOf('script')) expect(scripts).toContain(hash);
      for (const hash of hashesOf('style')) expect(policy.get('style-src')).toContain(hash);
      expect(text).not.toMatch(/ (?:style|on\w+)=/);
    },
  );
});
