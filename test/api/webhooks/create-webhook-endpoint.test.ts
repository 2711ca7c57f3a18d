import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { invalid } from '../agency.ts';
import { problem, useService } from './fixture.ts';
import { withoutHealthWindow } from '../../support/health-window.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const valid = { url: 'https://hooks.example.com/in', enabled_event_types: ['order.created'] };

describe('POST /v1/webhooks', () => {
  const newAgency = useService();

  it('creates an active endpoint and shows its secret', async () => {
    const agency = await newAgency();
    const answer = await agency.call('POST', '/v1/webhooks', {
      body: { ...valid, label: 'Ledger', enabled_event_types: ['order.created', 'assignment.updated'], allowed_creator_ids: ['bea'] },
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.stringMatching(uuid),
      url: 'https://hooks.example.com/in',
      label: 'Ledger',
      secret: expect.stringMatching(/^svc_whsec_[A-Za-z0-9+/]{32}$/),
      secret_prefix: answer.body.secret.slice(0, 14),
      enabled_event_types: ['order.created', 'assignment.updated'],
      allowed_creator_ids: ['bea'],
      api_version: '2026-07-06',
      status: 'active',
      disabled_reason: null,
      disabled_detail: null,
      disabled_at: null,
      consecutive_failures: 0,
      created_by_key_id: (await agency.call('GET', '/v1/me')).body.key.id,
      created_by_link_id: null,
      ends_with_link: false,
      headers: [],
      max_per_second: null,
      is_listening: null,
      certificate_expires_at: null,
      health: expect.objectContaining({ state: 'silent' }),
      incident: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    const { secret: _, ...endpoint } = answer.body;
    const { body } = await agency.call('GET', `/v1/webhooks/${endpoint.id}`);
    expect(withoutHealthWindow(body)).toEqual(withoutHealthWindow(endpoint));
  });

  it('bounds the URL as it is shown, percent-encoded, and takes what it shows', async () => {
    const agency = await newAgency();
    const start = 'https://hooks.example.com/';
    const fitting = start + 'é'.repeat(337);
    const made = await agency.call('POST', '/v1/webhooks', { body: { ...valid, url: fitting } });
    expect(made).toMatchObject({ status: 201, body: { url: start + '%C3%A9'.repeat(337) } });
    expect(made.body.url).toHaveLength(2_048);
    const path = `/v1/webhooks/${made.body.id}`;
    expect(await agency.call('PATCH', path, { body: { url: made.body.url } })).toMatchObject({ status: 200, body: { url: made.body.url } });
    for (const url of [`${fitting}a`, start + 'é'.repeat(2_000)]) {
      const tooLong = invalid('url');
      expect(await agency.call('POST', '/v1/webhooks', { body: { ...valid, url } })).toMatchObject(tooLong);
      expect(await agency.call('PATCH', path, { body: { url } })).toMatchObject(tooLong);
    }
  });

  it('stores the secret encrypted', async () => {
    const agency = await newAgency();
    const { id, secret } = await agency.addEndpoint();
    const { secret_ciphertext: sealed } = await agency.stored(id);
    expect(sealed.toString('latin1')).not.toContain(secret.slice(14));
  });

  it('creates another endpoint on every call, with an empty label and the whole agency by default', async () => {
    const agency = await newAgency();
    const [first, second] = [await agency.addEndpoint(), await agency.addEndpoint()];
    expect(first).toMatchObject({ label: '', allowed_creator_ids: [] });
    expect(second.id).not.toBe(first.id);
    expect(second.secret).not.toBe(first.secret);
  });

  it.each(['Amethyste', '2026-07-06'])('pins the version of the request, sent as %s, by its date', async (version) => {
    const agency = await newAgency();
    expect((await agency.call('POST', '/v1/webhooks', { version, body: valid })).body.api_version).toBe('2026-07-06');
  });

  it('stores the normalised URL', async () => {
    const agency = await newAgency();
    expect(await agency.addEndpoint({ url: 'HTTPS://Bücher.example.:443/a b' })).toMatchObject({
      url: 'https://xn--bcher-kva.example/a%20b',
    });
  });

  it('accepts a name that may resolve to a private address: only the text is judged', async () => {
    const agency = await newAgency();
    await agency.addEndpoint({ url: 'https://127.0.0.1.nip.example/' });
  });

  it.each(['http://hooks.example.com/', 'https://localhost/', 'https://10.0.0.1/', 'https://db.internal/', 'https://printer.local/'])(
    'answers 422 undeliverable_url for %s',
    async (url) => {
      const agency = await newAgency();
      expect(await agency.call('POST', '/v1/webhooks', { body: { ...valid, url } })).toMatchObject(
        problem(422, 'undeliverable_url', { detail: expect.any(String) }),
      );
    },
  );

  it.each<[string, unknown, string]>([
    ['no body', undefined, ''],
    ['a list', [], ''],
    ['a missing url', { enabled_event_types: ['order.created'] }, 'url'],
    ['missing types', { url: valid.url }, 'enabled_event_types'],
    ['no types', { ...valid, enabled_event_types: [] }, 'enabled_event_types'],
    ['ping, which is never subscribed to', { ...valid, enabled_event_types: ['ping'] }, 'enabled_event_types.0'],
    ['an unknown type', { ...valid, enabled_event_types: ['order.created', 'order.updated'] }, 'enabled_event_types.1'],
    ['a number as label', { ...valid, label: 5 }, 'label'],
    ['a URL with a user and a password', { ...valid, url: 'https://u:p@a.example/' }, 'url'],
    ['a URL with a fragment', { ...valid, url: 'https://a.example/#f' }, 'url'],
    ['a URL with port 0', { ...valid, url: 'https://a.example:0/' }, 'url'],
    ['a URL with the port of SMTP', { ...valid, url: 'https://a.example:25/' }, 'url'],
    ['an empty creator id', { ...valid, allowed_creator_ids: [''] }, 'allowed_creator_ids.0'],
    ['an unknown member', { ...valid, colour: 'red' }, 'colour'],
    ['a member that is not the caller’s to choose', { ...valid, api_version: '2026-07-06' }, 'api_version'],
  ])('answers 400 for %s and names the place', async (_, body, path) => {
    const agency = await newAgency();
    const answer = await agency.call('POST', '/v1/webhooks', { body });
    expect(answer).toMatchObject(problem(400, 'validation_failed'));
    expect(answer.body.errors.map((error: { path: string }) => error.path)).toContain(path);
  });

  it('needs a key with write:webhooks', async () => {
    const agency = await newAgency();
    expect(await agency.call('POST', '/v1/webhooks', { key: null, body: valid })).toMatchObject(problem(401, 'missing_authorization'));
    const key = await agency.createKey({ scopes: ['read:webhooks'] });
    expect(await agency.call('POST', '/v1/webhooks', { key, body: {} })).toMatchObject(
      problem(403, 'missing_scope', { required_scope: 'write:webhooks' }),
    );
  });

  it.each([
    ['empty', []],
    ['absent', undefined],
  ])('limits an endpoint of a restricted key to the creators of the key where allowed_creator_ids is %s', async (_, creators) => {
    const agency = await newAgency();
    const endpoint = await agency.addEndpoint({ allowed_creator_ids: creators }, agency.adaKey);
    expect(endpoint.allowed_creator_ids).toEqual(['ada']);
    expect(await agency.call('GET', `/v1/webhooks/${endpoint.id}`, { key: agency.adaKey })).toMatchObject({ status: 200 });
  });

  it('answers 404 unknown_creator for a creator out of scope, as for one that does not exist', async () => {
    const [agency, other] = await Promise.all([newAgency(), newAgency()]);
    await other.service.database.query({
      text: `INSERT INTO creators (agency_id, id, name, account_id) VALUES ($1, 'cleo', 'Cleo', 'account-cleo')`,
      values: [other.id],
    });
    const create = (creators: string[], key = agency.key) =>
      agency.call('POST', '/v1/webhooks', { key, body: { ...valid, allowed_creator_ids: creators } });
    const answers = [await create(['ada', 'bea'], agency.adaKey), await create([randomUUID()], agency.adaKey), await create(['cleo'])];
    for (const answer of answers) expect(answer).toMatchObject(problem(404, 'unknown_creator'));
    expect((await agency.call('GET', '/v1/webhooks')).body.data).toEqual([]);
  });

  it('holds the limit of 10 per agency under parallel creates, also for a restricted key that sees none of them', async () => {
    const [agency, other] = await Promise.all([newAgency(), newAgency()]);
    const answers = await Promise.all(Array.from({ length: 16 }, () => agency.call('POST', '/v1/webhooks', { body: valid })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    for (const answer of answers.filter(({ status }) => status !== 201))
      expect(answer).toMatchObject(problem(422, 'webhook_endpoint_limit'));
    expect(await agency.call('POST', '/v1/webhooks', { key: agency.adaKey, body: valid })).toMatchObject(
      problem(422, 'webhook_endpoint_limit'),
    );
    await other.addEndpoint();
    const [first] = (await agency.call('GET', '/v1/webhooks')).body.data;
    await agency.call('DELETE', `/v1/webhooks/${first.id}`);
    await agency.addEndpoint();
  });
});
