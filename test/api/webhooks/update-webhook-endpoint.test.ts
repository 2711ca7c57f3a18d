import { describe, expect, it } from 'vitest';
import { problem, useService } from './fixture.ts';
import { withoutHealthWindow } from '../../support/health-window.ts';

describe('PATCH /v1/webhooks/{endpoint_id}', () => {
  const newAgency = useService();
  it('changes the members that are sent and nothing else', async () => {
    const agency = await newAgency();
    const { secret: _, ...endpoint } = await agency.addEndpoint({ label: 'old', allowed_creator_ids: ['ada'] });
    const changes = {
      url: 'https://other.example.com/',
      label: 'new',
      enabled_event_types: ['order.refunded'],
      allowed_creator_ids: ['bea'],
    };
    let expected = endpoint;
    for (const [name, value] of Object.entries(changes)) {
      expected = { ...expected, [name]: value };
      const answer = await agency.call('PATCH', `/v1/webhooks/${endpoint.id}`, { body: { [name]: value } });
      expect(answer).toMatchObject({ status: 200 });
      expect(answer.body).toEqual(expected);
    }
    expect((await agency.call('PATCH', `/v1/webhooks/${endpoint.id}`, { body: {} })).body).toEqual(expected);
    expect((await agency.call('GET', `/v1/webhooks/${endpoint.id}`)).body).toEqual(expected);
  });

  it('widens to the whole agency with an empty list of creators', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint({ allowed_creator_ids: ['ada'] });
    expect((await agency.call('PATCH', `/v1/webhooks/${id}`, { body: { allowed_creator_ids: [] } })).body.allowed_creator_ids).toEqual([]);
  });

  it('disables with the reason manual and begins a new generation, once', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    const first = await agency.call('PATCH', `/v1/webhooks/${id}`, { body: { status: 'disabled' } });
    expect(first.body).toMatchObject({ status: 'disabled', disabled_reason: 'manual', disabled_at: expect.any(String) });
    const again = await agency.call('PATCH', `/v1/webhooks/${id}`, { body: { status: 'disabled' } });
    expect(withoutHealthWindow(again.body)).toEqual(withoutHealthWindow(first.body));
    expect(await agency.stored(id)).toMatchObject({ generation: 2 });
  });

  it('keeps the first reason when an endpoint that the breaker disabled is paused', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    await agency.disableByBreaker(id);
    const before = (await agency.call('GET', `/v1/webhooks/${id}`)).body;
    const answer = await agency.call('PATCH', `/v1/webhooks/${id}`, { body: { status: 'disabled' } });
    expect(withoutHealthWindow(answer.body)).toEqual(withoutHealthWindow(before));
    expect(await agency.stored(id)).toMatchObject({ generation: 2 });
  });

  it('enables again: reason and time are null, the count of failures is reset', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    await agency.disableByBreaker(id);
    const before = await agency.stored(id);
    const answer = await agency.call('PATCH', `/v1/webhooks/${id}`, { body: { status: 'active' } });
    expect(answer.body).toMatchObject({ status: 'active', disabled_reason: null, disabled_at: null });
    const after = await agency.stored(id);
    expect(after).toMatchObject({ consecutive_failures: 0, generation: before.generation });
    expect(after.enabled_at.getTime()).toBeGreaterThan(before.enabled_at.getTime());
  });

  it('an active endpoint that is set to active has no failures in a row, which is in the audit log', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    await agency.service.database.query({ text: 'UPDATE webhook_endpoints SET consecutive_failures = 3 WHERE id = $1', values: [id] });
    const before = await agency.stored(id);
    const answer = await agency.call('PATCH', `/v1/webhooks/${id}`, { body: { status: 'active' } });
    expect(answer.body).toMatchObject({ status: 'active', consecutive_failures: 0 });
    const { generation, enabled_at } = before;
    expect(await agency.stored(id)).toMatchObject({ consecutive_failures: 0, generation, enabled_at });
    const { data } = (await agency.call('GET', '/v1/audit?limit=1')).body;
    expect(data).toMatchObject([{ action: 'endpoint.changed', subject_id: id, details: { status: 'active' } }]);
  });

  it('changes other members of a disabled endpoint without enabling it', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    await agency.disableByBreaker(id);
    const before = (await agency.call('GET', `/v1/webhooks/${id}`)).body;
    const answer = await agency.call('PATCH', `/v1/webhooks/${id}`, { body: { label: 'new' } });
    expect(answer.body).toEqual({ ...before, label: 'new' });
  });

  it('keeps the secret and the version of its creation, whatever the version of the request', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    const before = await agency.stored(id);
    await agency.service.database.query({ text: `UPDATE webhook_endpoints SET api_version = '2020-01-01' WHERE id = $1`, values: [id] });
    const answer = await agency.call('PATCH', `/v1/webhooks/${id}`, { body: { url: 'https://other.example.com/', status: 'active' } });
    expect(answer).toMatchObject({ status: 200, body: { url: 'https://other.example.com/', api_version: '2020-01-01' } });
    const after = await agency.stored(id);
    expect(after.secret_ciphertext.equals(before.secret_ciphertext)).toBe(true);
    expect(after.api_version).toBe('2020-01-01');
    const { data } = (await agency.call('GET', '/v1/webhooks')).body;
    expect(data).toMatchObject([{ id, api_version: '2020-01-01' }]);
  });

  it('sets and removes a rate from 1 to 1,000, which the audit log has', async () => {
    const agency = await newAgency();
    const { id, max_per_second: before } = await agency.addEndpoint({ max_per_second: 5 });
    expect(before).toBe(5);
    const patch = (body: object) => agency.call('PATCH', `/v1/webhooks/${id}`, { body });
    expect((await patch({ label: 'new' })).body.max_per_second).toBe(5);
    expect((await patch({ max_per_second: null })).body.max_per_second).toBeNull();
    expect((await patch({ max_per_second: 1_000 })).body.max_per_second).toBe(1_000);
    const { data } = (await agency.call('GET', '/v1/audit?limit=1')).body;
    expect(data).toMatchObject([{ action: 'endpoint.changed', details: { members: ['max_per_second'], max_per_second: 1_000 } }]);
    for (const rate of [0, 1_001, 1.5, '5']) expect(await patch({ max_per_second: rate })).toMatchObject(problem(400, 'validation_failed'));
  });

  it('forgets the certificate of the former receiver with a change of the URL alone', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    const at = '2099-01-01T00:00:00.000Z';
    await agency.service.database.query({
      text: 'UPDATE webhook_endpoints SET certificate_expires_at = $2 WHERE id = $1',
      values: [id, at],
    });
    const change = async (body: object) => (await agency.call('PATCH', `/v1/webhooks/${id}`, { body })).body.certificate_expires_at;
    expect(await change({ label: 'new' })).toBe(at);
    expect(await change({ url: 'https://other.example.com/' })).toBe(null);
  });

  it('answers 422 for a private URL and changes nothing', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint({ label: 'old' });
    const body = { url: 'https://192.168.0.1/', label: 'new' };
    expect(await agency.call('PATCH', `/v1/webhooks/${id}`, { body })).toMatchObject(problem(422, 'undeliverable_url'));
    expect((await agency.call('GET', `/v1/webhooks/${id}`)).body).toMatchObject({ url: 'https://hooks.example.com/in', label: 'old' });
  });

  it('means the creators of a restricted key by an empty list, and refuses a creator outside', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint({}, agency.adaKey);
    const patch = (creators: string[]) =>
      agency.call('PATCH', `/v1/webhooks/${id}`, { key: agency.adaKey, body: { allowed_creator_ids: creators } });
    expect((await patch([])).body.allowed_creator_ids).toEqual(['ada']);
    expect(await patch(['ada', 'bea'])).toMatchObject(problem(404, 'unknown_creator'));
    expect(await agency.stored(id)).toMatchObject({ allowed_creator_ids: ['ada'] });
  });

  it('answers 404 unknown_creator for a creator that does not exist', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    expect(await agency.call('PATCH', `/v1/webhooks/${id}`, { body: { allowed_creator_ids: ['nobody'] } })).toMatchObject(
      problem(404, 'unknown_creator'),
    );
  });

  it.each<[string, unknown, string]>([
    ['no types', { enabled_event_types: [] }, 'enabled_event_types'],
    ['ping', { enabled_event_types: ['ping'] }, 'enabled_event_types.0'],
    ['an unknown status', { status: 'paused' }, 'status'],
    ['null', { label: null }, 'label'],
    ['a pinned member', { api_version: '2026-07-06' }, 'api_version'],
    ['a secret', { secret: 'svc_whsec_a' }, 'secret'],
    ['text', '"active"', ''],
  ])('answers 400 for %s and names the place', async (_, body, path) => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    const answer = await agency.call('PATCH', `/v1/webhooks/${id}`, { body });
    expect(answer).toMatchObject(problem(400, 'validation_failed'));
    expect(answer.body.errors.map((error: { path: string }) => error.path)).toContain(path);
  });
});
