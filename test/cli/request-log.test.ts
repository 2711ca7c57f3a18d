import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { redacted, redactedText, shownKey } from '../../cli/src/redact.ts';
import { problem, startScriptedServer, type ScriptedServer } from '../sdk/scripted-server.ts';
import { svcWithAgency, type SvcWithAgency } from './svc-with-agency.ts';

let own: SvcWithAgency;
let server: ScriptedServer;
beforeAll(async () => {
  [own, server] = await Promise.all([svcWithAgency(), startScriptedServer()]);
}, 60_000);
afterAll(async () => {
  await Promise.all([own?.close(), server?.close()]);
});

const requestLine = (path: string) => new RegExp(`^> GET ${own.service.baseUrl}${path.replace('?', '\\?')}$`, 'm');

describe('what is reported of requests', () => {
  it('is nothing without being asked for', async () => {
    expect((await own.svc.run('creators', 'list')).stderr).toBe('');
    expect((await own.svc.start(['creators', 'list'], { environment: { SVC_DEBUG: '0' } }).done).stderr).toBe('');
  });

  it.each([
    ['--verbose', ['--verbose'], {}],
    ['SVC_DEBUG=1', [], { SVC_DEBUG: '1' }],
  ])('is a line for each and for its response with %s', async (_name, options, environment) => {
    const { stdout, stderr, code } = await own.svc.start(['orders', 'list', '--limit', '1', ...options], { environment }).done;
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toHaveProperty('data');
    expect(stderr).toMatch(requestLine('/v1/orders?limit=1'));
    expect(stderr).toMatch(/^< 200 after \d+ ms, \d+ bytes, request [\w-]+$/m);
    expect(stderr).not.toMatch(/authorization|service-version/i);
  });

  it.each([
    ['--debug', ['--debug'], {}],
    ['SVC_DEBUG=api', [], { SVC_DEBUG: 'api' }],
  ])('is headers and bodies as well with %s, and no secret', async (_name, options, environment) => {
    const headers = ['--headers', '[{"name":"X-Api-Key","value":"of-a-gateway"}]'];
    const words = [
      'webhooks',
      'create',
      '--url',
      'https://hooks.example.com/log',
      '--event-types',
      'order.created',
      ...headers,
      ...options,
    ];
    const { json, stderr } = await own.svc.start(words, { environment }).done;
    expect(stderr).toMatch(/^> content-type: application\/json$/m);
    expect(stderr).toMatch(/^\{"url":"https:\/\/hooks\.example\.com\/log"/m);
    expect(stderr).toMatch(/^< 201 after/m);
    expect(stderr).toContain(`"id":"${json.id}"`);
    expect(stderr).not.toContain(json.secret);
    expect(stderr).not.toContain('of-a-gateway');
    expect(json.headers).toEqual([{ name: 'X-Api-Key', value_prefix: 'of-' }]);
    expect(stderr).not.toContain(own.agency.key);
    expect(stderr).toMatch(/^> authorization: Bearer svc_live_.{4}…$/m);
    expect(stderr).toMatch(/"secret":"svc_whsec_.{4}…"/);
  });

  it('hides a new key, an operator token and a link to the portal', async () => {
    const { svc, agency, service } = own;
    const key = await svc.run('keys', 'create', agency.id, '--label', 'Log', '--scopes', 'read:orders', '--debug');
    const token = await svc.run('operator', 'tokens', 'create', '--name', 'Log', '--scopes', 'read', '--debug');
    const link = await svc.run('agencies', 'portal-link', agency.id, '--debug');
    for (const { stderr, json } of [key, token, link]) {
      const secret = (json.api_key ?? json.token ?? json.url.split('#')[1]) as string;
      expect(secret.length).toBeGreaterThan(20);
      expect(stderr).not.toContain(secret);
      expect(stderr).not.toContain(service.operatorToken);
    }
  });

  it('names retries and their reasons', async () => {
    server.script({ status: 503 }, 'reset', { status: 200, body: { data: [] } });
    const { code, stderr } = await own.svc.run('creators', 'list', '--verbose', '--base-url', server.url);
    expect(code).toBe(0);
    expect(stderr.split('\n').filter((line) => line.startsWith('> GET'))).toHaveLength(3);
    expect(stderr).toMatch(/^\* retry 1 in \d+ ms after 503$/m);
    expect(stderr).toMatch(/^< no response after \d+ ms: /m);
    expect(stderr).toMatch(/^\* retry 2 in \d+ ms after no response$/m);
  });

  it('lets no response steer the terminal', async () => {
    server.script(problem('unknown_creator', 404, { detail: '\u001b]0;owned\u0007\u009b31m' }));
    const { stderr } = await own.svc.run('creators', 'list', '--debug', '--base-url', server.url);
    expect(stderr).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
  });

  it('names the beginning of a stream, and does not wait for its end', async () => {
    const command = own.svc.start(['webhooks', 'watch', '--verbose']);
    await command.said('a stream began');
    await command.printed('"endpoints"');
    command.interrupt();
    expect((await command.done).code).toBe(0);
  });
});

describe('a secret', () => {
  it.each([
    ['svc_live_abcdefghijkl', 'svc_live_abcd…'],
    ['legacy_whsec_abcdefghijkl', 'legacy_whsec_abcd…'],
    ['DgBLfqe3_4lyyPTBzmzANXm_ab', 'DgBL…'],
    ['0123456789', '0123…'],
  ])('%s is shown as %s', (secret, shown) => expect(shownKey(secret)).toBe(shown));

  it('is hidden in texts, lists and members of its name', () => {
    expect(redactedText('use svc_live_abcdefghijkl, or #key=svc_link_Xp3kR8vQ1mZ5')).toBe('use svc_live_…, or #key=svc_link_…');
    const given = { id: 'a', token: 'DgBLfqe3abcdef', nested: [{ previous_secret: 'xyzxyzxyz', page: 2, note: null }], key_id: 'k' };
    expect(redacted(given)).toEqual({ id: 'a', token: 'DgBL…', nested: [{ previous_secret: 'xyzx…', page: 2, note: null }], key_id: 'k' });
  });
});
