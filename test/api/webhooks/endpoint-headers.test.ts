import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startReceiver, type Receiver } from '../../support/receiver.ts';
import { eventually, problem, useService } from './fixture.ts';

const apiKey = { name: 'X-Api-Key', value: 'k7Qp-93xL-very-secret' };
const bearer = { name: 'Authorization', value: 'Bearer a b~{}"\\' };
const shown = [
  { name: 'X-Api-Key', value_prefix: 'k7Qp' },
  { name: 'Authorization', value_prefix: 'Bea' },
];

describe('own headers of an endpoint', () => {
  const newAgency = useService({ delivers: true });
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(() => receiver.close());

  const sentOf = async (agency: Awaited<ReturnType<typeof newAgency>>, id: string, path = 'ping') => {
    const { body } = await agency.call(
      'POST',
      `/v1/webhooks/${id}/${path}`,
      path === 'test-events' ? { body: { event_type: 'order.created' } } : {},
    );
    return eventually(
      async () => receiver.received.find(({ event }) => event.id === body.event_id),
      (found) => found !== undefined,
    );
  };

  it('arrive exactly with test events and pings, and are neither shown nor readable in the table', async () => {
    const agency = await newAgency();
    const { id, headers } = await agency.addEndpoint({ url: receiver.url, headers: [apiKey, bearer] });
    expect(headers).toEqual(shown);
    for (const path of ['ping', 'test-events']) {
      const sent = await sentOf(agency, id, path);
      expect(sent!.headers).toMatchObject({ 'x-api-key': apiKey.value, authorization: bearer.value, 'content-type': 'application/json' });
    }
    const stored = await agency.stored(id);
    expect(stored.headers_ciphertext.toString('latin1')).not.toContain('secret');
    const { headers_ciphertext: _, ...readable } = stored;
    const read = await agency.call('GET', `/v1/webhooks/${id}`);
    const audit = await agency.call('GET', '/v1/audit?limit=10');
    expect(audit.body.data).toContainEqual(
      expect.objectContaining({
        action: 'endpoint.created',
        details: expect.objectContaining({ header_names: ['X-Api-Key', 'Authorization'] }),
      }),
    );
    for (const text of [JSON.stringify(readable), read.text, audit.text]) {
      expect(text).not.toContain('very-secret');
      expect(text).not.toContain('Bearer a');
    }
  });

  it('are redacted in the request of a delivery', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint({ url: receiver.url, headers: [apiKey] });
    const sent = await sentOf(agency, id);
    const path = `/v1/webhooks/${id}/deliveries/${String(sent!.headers['service-delivery-id'])}/request`;
    const { body } = await eventually(
      () => agency.call('GET', path),
      ({ status }) => status === 200,
    );
    expect(body.headers.at(-1)).toEqual({ name: 'X-Api-Key', value: '[redacted]' });
    expect(body.headers.map(({ name }: { name: string }) => name.toLowerCase()).filter((name: string) => !(name in sent!.headers))).toEqual(
      [],
    );
  });

  it('keep the stored values of names without a value, and others are removed', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint({ url: receiver.url, headers: [apiKey, bearer] });
    const headers = [{ name: 'x-api-key' }, { name: 'X-New', value: 'new' }];
    const { body } = await agency.call('PATCH', `/v1/webhooks/${id}`, { body: { headers } });
    expect(body.headers).toEqual([
      { name: 'x-api-key', value_prefix: 'k7Qp' },
      { name: 'X-New', value_prefix: '' },
    ]);
    const sent = await sentOf(agency, id);
    expect(sent!.headers).toMatchObject({ 'x-api-key': apiKey.value, 'x-new': 'new' });
    expect(sent!.headers).not.toHaveProperty('authorization');
    await agency.call('PATCH', `/v1/webhooks/${id}`, { body: { label: 'renamed' } });
    expect((await agency.call('GET', `/v1/webhooks/${id}`)).body.headers).toHaveLength(2);
    expect((await agency.call('PATCH', `/v1/webhooks/${id}`, { body: { headers: [] } })).body.headers).toEqual([]);
    expect(await agency.stored(id)).toMatchObject({ headers_ciphertext: null });
    expect((await sentOf(agency, id))!.headers).not.toHaveProperty('x-new');
  });

  it('never go to another origin, unless the request sends them again; another path keeps them', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint({ url: 'https://hooks.example.com/in', headers: [apiKey] });
    const patch = (body: object) => agency.call('PATCH', `/v1/webhooks/${id}`, { body });
    expect((await patch({ url: 'https://hooks.example.com/other' })).body.headers).toHaveLength(1);
    expect(await patch({ url: receiver.url, headers: [{ name: 'X-Api-Key' }] })).toMatchObject(problem(400, 'validation_failed'));
    expect((await patch({ url: 'https://hooks.example.com:8443/other' })).body.headers).toEqual([]);
    await patch({ headers: [apiKey] });
    expect((await patch({ url: receiver.url })).body.headers).toEqual([]);
    const sent = await sentOf(agency, id);
    expect(sent!.headers).not.toHaveProperty('x-api-key');
    const { data } = (await agency.call('GET', '/v1/audit?limit=1')).body;
    expect(data).toMatchObject([{ action: 'endpoint.changed', details: { members: ['url'], header_names: [] } }]);
  });

  it('survive a rotation of the secret', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint({ url: receiver.url, headers: [apiKey] });
    await agency.call('POST', `/v1/webhooks/${id}/secret/rotation`);
    expect((await sentOf(agency, id))!.headers).toMatchObject({ 'x-api-key': apiKey.value });
  });

  it.each<[string, object[], string]>([
    ['a header of the service', [{ name: 'Service-Signature', value: 'x' }], 'headers.0.name'],
    ['a header of the former brand', [{ name: 'legacy-event-id', value: 'x' }], 'headers.0.name'],
    ['a header of Standard Webhooks', [{ name: 'webhook-id', value: 'x' }], 'headers.0.name'],
    ...['Content-Type', 'content-length', 'Transfer-Encoding', 'Host', 'Cookie', 'Connection', 'Expect', 'User-Agent', 'traceparent'].map(
      (name): [string, object[], string] => [name, [{ name, value: 'x' }], 'headers.0.name'],
    ),
    ['a name with a space', [{ name: 'X Api', value: 'x' }], 'headers.0.name'],
    ['a name twice', [apiKey, { name: 'x-API-key', value: 'x' }], 'headers.1.name'],
    ['a line break', [{ name: 'X-A', value: 'a\r\nX-B: b' }], 'headers.0.value'],
    ['a character outside ASCII', [{ name: 'X-A', value: 'é' }], 'headers.0.value'],
    ['a space at the end', [{ name: 'X-A', value: 'a ' }], 'headers.0.value'],
    ['a long value', [{ name: 'X-A', value: 'a'.repeat(1_025) }], 'headers.0.value'],
    ['eleven headers', Array.from({ length: 11 }, (_, index) => ({ name: `X-${index}`, value: 'x' })), 'headers'],
    ['no value', [{ name: 'X-A' }], 'headers.0.value'],
  ])('refuse %s', async (_name, headers, path) => {
    const agency = await newAgency();
    const body = { url: receiver.url, enabled_event_types: ['order.created'], headers };
    const refusal = problem(400, 'validation_failed', { errors: [expect.objectContaining({ path: expect.stringContaining(path) })] });
    const answer = await agency.call('POST', '/v1/webhooks', { body });
    expect(answer).toMatchObject(refusal);
    const { id } = await agency.addEndpoint({ headers: [] });
    expect(await agency.call('PATCH', `/v1/webhooks/${id}`, { body: { headers } })).toMatchObject(refusal);
  });

  it('are not for listeners, which have no gateway', async () => {
    const agency = await newAgency();
    const listener = await agency.call('POST', '/v1/webhook-listeners', { body: { enabled_event_types: ['order.created'] } });
    expect(await agency.call('PATCH', `/v1/webhooks/${listener.body.id}`, { body: { headers: [apiKey] } })).toMatchObject(
      problem(400, 'validation_failed'),
    );
  });
});
