import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { creator, order } from '../../records/records.ts';
import { fromBrowser } from '../../support/console.ts';
import { startReceiver } from '../../support/receiver.ts';
import type { TestAgency, TestService } from '../../support/service.ts';
import { invalid, problem } from '../agency.ts';
import { eventually } from '../webhooks/fixture.ts';
import { unknownId, useOperator } from './fixture.ts';

const ofAgency = (id: string) => `/operator/v1/agencies/${id}/containment`;
const ofKey = (id: string) => `/operator/v1/keys/${id}/containment`;

const url = 'https://hooks.example.com/in';

const linksOf = (id: string) => `/operator/v1/agencies/${id}/portal-links`;
const keyOfLink = (link: string) => link.split('#key=')[1]!;

/** A request of which the body waits: it is let in when the service asks for the body. */
function slowly(service: TestService, method: string, path: string, key: string, body: object) {
  const text = JSON.stringify(body);
  const headers = {
    authorization: `Bearer ${key}`,
    'service-version': 'Amethyste',
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
    expect: '100-continue',
  };
  const sent = request(service.baseUrl + path, { method, headers });
  const answered = once(sent, 'response').then(([response]) => {
    (response as IncomingMessage).resume();
    return (response as IncomingMessage).statusCode;
  });
  const isLetIn = once(sent, 'continue');
  sent.flushHeaders();
  return { isLetIn, finish: () => (sent.end(text), answered) };
}

/** An agency with a creator, and its keys and endpoints. */
class Incident {
  readonly service: TestService;
  readonly agency: TestAgency;

  private constructor(service: TestService, agency: TestAgency) {
    this.service = service;
    this.agency = agency;
  }

  static async begin(service: TestService): Promise<Incident> {
    const agency = await service.createAgency();
    await agency.ingest([creator('c1'), order('o1', 'c1'), order('o2', 'c1')]);
    return new Incident(service, agency);
  }

  call(method: string, path: string, key: string, body?: unknown) {
    return this.service.request(method, path, { key, body });
  }

  /** A key, with the id by which operators know it. */
  async addKey(): Promise<{ key: string; id: string }> {
    const key = await this.agency.createKey();
    return { key, id: (await this.call('GET', '/v1/me', key)).body.key.id as string };
  }

  async addEndpoint(key: string, to = url): Promise<string> {
    const { body } = await this.call('POST', '/v1/webhooks', key, { url: to, enabled_event_types: ['order.created'] });
    return body.id as string;
  }

  /** The status of each endpoint of the agency, as operators see it. */
  async statuses(): Promise<Record<string, string>> {
    const { body } = await this.service.operator('GET', `/operator/v1/agencies/${this.agency.id}/webhooks`);
    return Object.fromEntries(body.data.map(({ id, status }: { id: string; status: string }) => [id, status]));
  }

  isAccepted = async (key: string) => (await this.call('GET', '/v1/me', key)).status === 200;
}

describe('POST and DELETE /operator/v1/agencies/{agency_id}/containment', () => {
  const service = useOperator();
  it('contains a key and a link that are made meanwhile, until the same release', async () => {
    const incident = await Incident.begin(service());
    const { id } = incident.agency;
    const makeKey = () => service().operator('POST', `/operator/v1/agencies/${id}/keys`, { label: 'x', scopes: ['read:orders'] });
    await service().operator('POST', ofAgency(id));
    const made = await makeKey();
    const link = await service().operator('POST', linksOf(id), { label: 'x' });
    expect(made).toMatchObject({ status: 201, body: { contained_at: expect.any(String) } });
    expect(link.status).toBe(201);
    const keys = [made.body.api_key as string];
    const open = async () => {
      const body = { key: keyOfLink(link.body.url as string) };
      return (await service().request('POST', `/portal/${link.body.id}/session`, { key: null, version: null, body })).status;
    };
    for (const key of keys) expect(await incident.isAccepted(key)).toBe(false);
    expect(await open()).toBe(401);
    const own = await makeKey();
    await service().operator('DELETE', `/operator/v1/keys/${own.body.id}`);

    const released = await service().operator('DELETE', ofAgency(id));
    expect(released.body.key_ids).toEqual(expect.arrayContaining([made.body.id, link.body.key_id]));
    for (const key of [...keys, incident.agency.key]) expect(await incident.isAccepted(key)).toBe(true);
    expect(await open()).toBe(201);
    expect(await incident.isAccepted(own.body.api_key as string)).toBe(false);
    expect((await makeKey()).body.contained_at).toBeNull();
  });

  it('leaves no endpoint active that is imported at the same time', async () => {
    const incident = await Incident.begin(service());
    const { id } = incident.agency;
    const wanted = { url, enabled_event_types: ['order.created'], secret: `svc_whsec_${'x'.repeat(32)}` };
    for (let round = 0; round < 10; round++) {
      await Promise.all([
        service().operator('POST', ofAgency(id)),
        service().operator('POST', `/operator/v1/agencies/${id}/webhooks`, wanted),
      ]);
      const statuses = await incident.statuses();
      expect(Object.values(statuses)).toEqual(['disabled']);
      await service().operator('DELETE', ofAgency(id));
      for (const endpoint of Object.keys(statuses)) await incident.call('DELETE', `/v1/webhooks/${endpoint}`, incident.agency.key);
    }
  });

  it('does not contain a key that is created while one other key is contained', async () => {
    const incident = await Incident.begin(service());
    const { id: keyId } = await incident.addKey();
    await service().operator('POST', ofKey(keyId));
    const made = await service().operator('POST', `/operator/v1/agencies/${incident.agency.id}/keys`, {
      label: 'x',
      scopes: ['read:orders'],
    });
    expect(made.body.contained_at).toBeNull();
    expect(await incident.isAccepted(made.body.api_key as string)).toBe(true);
  });

  it('leaves no key accepted of those that are made at the same time', async () => {
    const incident = await Incident.begin(service());
    const { id } = incident.agency;
    const make = () => service().operator('POST', `/operator/v1/agencies/${id}/keys`, { label: 'x', scopes: ['read:orders'] });
    const [contained, ...made] = await Promise.all([service().operator('POST', ofAgency(id)), ...Array.from({ length: 12 }, make)]);
    expect([contained, ...made].map(({ status }) => status)).toEqual([200, ...made.map(() => 201)]);
    for (const { body } of made) expect(await incident.isAccepted(body.api_key as string)).toBe(false);
  });

  it('shows the agency a notice, and the reason to operators alone', async () => {
    const incident = await Incident.begin(service());
    const { id, key } = incident.agency;
    const entries = async () => {
      const shown = (await incident.call('GET', '/v1/audit?actions=agency.contained,agency.released', key)).body.data;
      const own = (await service().operator('GET', `/operator/v1/audit?agency_id=${id}&actions=agency.contained`)).body.data;
      return { shown: shown.map(({ details }: any) => details), own: own.map(({ details }: any) => details) };
    };
    const reason = 'The agency’s laptop was stolen; we wait for the police.';
    const first = await service().operator('POST', ofAgency(id), { reason });
    expect(first.body).toMatchObject({ reason, notice: expect.stringMatching(/as a precaution/) });
    await service().operator('DELETE', ofAgency(id));
    const notice = 'We stopped your keys. Please call us.';
    const second = await service().operator('POST', ofAgency(id), { reason, notice });
    expect(second.body).toMatchObject({ reason, notice });
    // A repeated containment keeps its texts.
    expect((await service().operator('POST', ofAgency(id), { notice: '' })).body).toMatchObject({ reason, notice });
    await service().operator('DELETE', ofAgency(id));
    const { shown, own } = await entries();
    expect(JSON.stringify(shown)).not.toMatch(/laptop|police|reason/);
    expect(shown.map(({ notice: told }: any) => told).filter(Boolean)).toEqual([notice, first.body.notice]);
    expect(own).toMatchObject([
      { reason, notice },
      { reason, notice: first.body.notice },
    ]);
    expect(await service().operator('POST', ofAgency(id), { notice: 'x'.repeat(501) })).toMatchObject(invalid('notice'));
  });

  it('refuses every key and pauses every endpoint of the agency, of no other, and undoes just that', async () => {
    const [incident, other] = [await Incident.begin(service()), await Incident.begin(service())];
    const [one, revoked, pausedKey] = [await incident.addKey(), await incident.addKey(), await incident.addKey()];
    const [endpoint, paused] = [await incident.addEndpoint(one.key), await incident.addEndpoint(pausedKey.key)];
    await service().operator('DELETE', `/operator/v1/keys/${revoked.id}`);
    await service().operator('PATCH', `/operator/v1/webhooks/${paused}`, { status: 'disabled' });
    const elsewhere = await other.addEndpoint(other.agency.key);

    const { status, body } = await service().operator('POST', ofAgency(incident.agency.id), { reason: 'Leaked.' });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { agency_id: incident.agency.id, key_id: null, reason: 'Leaked.', endpoint_ids: [endpoint] },
    });
    expect(body.key_ids).toEqual(expect.arrayContaining([one.id, pausedKey.id]));
    expect(body.key_ids).not.toContain(revoked.id);
    for (const key of [incident.agency.key, one.key, pausedKey.key]) {
      expect(await incident.call('GET', '/v1/me', key)).toMatchObject(problem(401, 'invalid_api_key'));
    }
    expect(await incident.statuses()).toEqual({ [endpoint]: 'disabled', [paused]: 'disabled' });
    expect(await other.isAccepted(other.agency.key)).toBe(true);
    expect(await other.statuses()).toEqual({ [elsewhere]: 'active' });

    const released = await service().operator('DELETE', ofAgency(incident.agency.id));
    expect(released).toMatchObject({
      status: 200,
      body: { id: body.id, key_ids: expect.arrayContaining([one.id]), endpoint_ids: [endpoint] },
    });
    expect(await incident.statuses()).toEqual({ [endpoint]: 'active', [paused]: 'disabled' });
    for (const key of [incident.agency.key, one.key, pausedKey.key]) expect(await incident.isAccepted(key)).toBe(true);
    expect(await incident.isAccepted(revoked.key)).toBe(false);
    expect((await service().operator('DELETE', ofAgency(incident.agency.id))).body).toEqual(released.body);
    expect(await service().operator('DELETE', ofAgency(other.agency.id))).toMatchObject(problem(404, 'not_found'));
  });

  it('may be repeated: newer keys and endpoints are contained too, and later decisions stay', async () => {
    const incident = await Incident.begin(service());
    const [first, second] = [await incident.addEndpoint(incident.agency.key), await incident.addEndpoint(incident.agency.key)];
    const { body: once } = await service().operator('POST', ofAgency(incident.agency.id), { reason: 'Leaked.' });
    const late = await incident.addKey();
    await service().operator('PATCH', `/operator/v1/webhooks/${first}`, { status: 'active' });
    await service().operator('PATCH', `/operator/v1/webhooks/${second}`, { status: 'disabled' });

    const { body: again } = await service().operator('POST', ofAgency(incident.agency.id));
    expect(again).toMatchObject({ id: once.id, reason: 'Leaked.', contained_at: once.contained_at, endpoint_ids: [first] });
    expect(again.key_ids).toContain(late.id);
    expect(await incident.isAccepted(late.key)).toBe(false);

    await service().operator('DELETE', `/operator/v1/keys/${late.id}`);
    await service().operator('DELETE', ofAgency(incident.agency.id));
    expect(await incident.statuses()).toEqual({ [first]: 'active', [second]: 'disabled' });
    expect(await incident.isAccepted(late.key)).toBe(false);
    expect(await incident.isAccepted(incident.agency.key)).toBe(true);
  });

  it('also refuses a request that was authenticated before and whose body arrives later', async () => {
    const incident = await Incident.begin(service());
    const endpoint = await incident.addEndpoint(incident.agency.key);
    const created = slowly(service(), 'POST', '/v1/webhooks', incident.agency.key, { url, enabled_event_types: ['order.created'] });
    const enabled = slowly(service(), 'PATCH', `/v1/webhooks/${endpoint}`, incident.agency.key, { status: 'active' });
    await Promise.all([created.isLetIn, enabled.isLetIn]);
    await service().operator('POST', ofAgency(incident.agency.id));
    expect(await Promise.all([created.finish(), enabled.finish()])).toEqual([401, 401]);
    expect(await incident.statuses()).toEqual({ [endpoint]: 'disabled' });
  });

  it('shows reads by key and operation, and deliveries by endpoint', async () => {
    const incident = await Incident.begin(service());
    const { key, id } = await incident.addKey();
    const endpoint = await incident.addEndpoint(key);
    for (let times = 0; times < 3; times += 1) await incident.call('GET', '/v1/orders', key);
    await incident.call('GET', '/v1/orders?limit=0', key);
    await service().database.query({
      text: `
        INSERT INTO key_uses (agency_id, hour, key_id, operation_id, request_count, item_count, last_at)
        VALUES ($1, date_trunc('hour', now()) - interval '30 hours', $2, 'listOrders', 5, 50, now() - interval '30 hours')`,
      values: [incident.agency.id, id],
    });
    await service().database.query({
      text: `
        INSERT INTO delivery_minutes (agency_id, endpoint_id, minute, event_type, delivered_count, failed_count)
        SELECT $1, $2, date_trunc('minute', now()) - make_interval(hours => h), 'order.created', 10, 1 FROM unnest(ARRAY[1, 5, 30]) h`,
      values: [incident.agency.id, endpoint],
    });
    const day = (await service().operator('POST', ofAgency(incident.agency.id))).body;
    const listed = (reads: { operation_id: string }[]) => reads.filter(({ operation_id }) => operation_id === 'listOrders');
    expect(listed(day.reads)).toMatchObject([{ key_id: id, request_count: 3, item_count: 6 }]);
    expect(day.deliveries).toMatchObject([{ endpoint_id: endpoint, created_by_key_id: id, delivered_count: 20, failed_count: 2 }]);
    const since = new Date(Date.now() - 48 * 3_600_000).toISOString();
    const days = (await service().operator('POST', ofAgency(incident.agency.id), { since })).body;
    expect(days.since).toBe(since);
    expect(listed(days.reads)).toMatchObject([{ request_count: 8, item_count: 56 }]);
    expect(days.deliveries).toMatchObject([{ delivered_count: 30, failed_count: 3 }]);
  });

  it('refuses an invalid request, and answers 404 for an unknown agency', async () => {
    const incident = await Incident.begin(service());
    expect(await service().operator('POST', ofAgency(incident.agency.id), { since: 'yesterday' })).toMatchObject(invalid('since'));
    for (const id of [unknownId, 'nobody']) {
      for (const method of ['POST', 'DELETE']) {
        expect(await service().operator(method, ofAgency(id))).toMatchObject(problem(404, 'not_found'));
      }
    }
  });
});

describe('POST and DELETE /operator/v1/keys/{key_id}/containment', () => {
  const service = useOperator();
  it('refuses the key, and pauses the endpoints that it made or whose URL it gave last', async () => {
    const incident = await Incident.begin(service());
    const [bad, good] = [await incident.addKey(), await incident.addKey()];
    const made = await incident.addEndpoint(bad.key);
    const pointed = await incident.addEndpoint(good.key);
    const own = await incident.addEndpoint(good.key);
    await incident.call('PATCH', `/v1/webhooks/${pointed}`, bad.key, { url: 'https://elsewhere.example/in' });
    await incident.call('PATCH', `/v1/webhooks/${own}`, bad.key, { label: 'Renamed' });

    const { body } = await service().operator('POST', ofKey(bad.id));
    expect(body).toMatchObject({ agency_id: incident.agency.id, key_id: bad.id, key_ids: [bad.id] });
    expect(body.endpoint_ids.toSorted()).toEqual([made, pointed].toSorted());
    expect(body.reads.every(({ key_id }: { key_id: string }) => key_id === bad.id)).toBe(true);
    expect(body.deliveries.map(({ endpoint_id }: { endpoint_id: string }) => endpoint_id).toSorted()).toEqual([made, pointed].toSorted());
    expect(await incident.statuses()).toEqual({ [made]: 'disabled', [pointed]: 'disabled', [own]: 'active' });
    expect([await incident.isAccepted(bad.key), await incident.isAccepted(good.key)]).toEqual([false, true]);
    const { body: keys } = await service().operator('GET', `/operator/v1/agencies/${incident.agency.id}/keys`);
    const contained = keys.data.filter(({ contained_at }: { contained_at: string | null }) => contained_at !== null);
    expect(contained).toMatchObject([{ id: bad.id, revoked_at: null }]);

    expect((await incident.call('PATCH', `/v1/webhooks/${made}`, good.key, { status: 'active' })).body.status).toBe('active');
    const { body: released } = await service().operator('DELETE', ofKey(bad.id));
    expect(released).toMatchObject({ key_ids: [bad.id], endpoint_ids: [pointed] });
    expect(await incident.statuses()).toEqual({ [made]: 'active', [pointed]: 'active', [own]: 'active' });
    expect(await incident.isAccepted(bad.key)).toBe(true);
  });

  it('outlasts the containment of its agency, which does not undo it', async () => {
    const incident = await Incident.begin(service());
    const { key, id } = await incident.addKey();
    await service().operator('POST', ofKey(id));
    await service().operator('POST', ofAgency(incident.agency.id));
    await service().operator('DELETE', ofAgency(incident.agency.id));
    expect([await incident.isAccepted(key), await incident.isAccepted(incident.agency.key)]).toEqual([false, true]);
    await service().operator('DELETE', ofKey(id));
    expect(await incident.isAccepted(key)).toBe(true);
  });

  it('answers 404 for an unknown key', async () => {
    for (const id of [unknownId, 'nobody']) {
      for (const method of ['POST', 'DELETE']) {
        expect(await service().operator(method, ofKey(id))).toMatchObject(problem(404, 'not_found'));
      }
    }
  });
});

describe('a pending delivery of a contained endpoint', () => {
  const service = useOperator({ retryDelaysMs: [60_000, 60_000, 60_000], delivers: true });

  it('is not sent to an endpoint that operators import or create in the agency’s place meanwhile, which the same release enables', async () => {
    const incident = await Incident.begin(service());
    const { id } = incident.agency;
    const receiver = await startReceiver();
    try {
      const wanted = { url: receiver.url, enabled_event_types: ['order.created'] };
      await service().operator('POST', ofAgency(id));
      const secret = `svc_whsec_${'x'.repeat(32)}`;
      const imported = await service().operator('POST', `/operator/v1/agencies/${id}/webhooks`, { ...wanted, secret });
      const headers = { 'service-version': 'Amethyste', authorization: `Bearer ${service().operatorToken}` };
      const created = await fromBrowser(service(), 'POST', `/console/agencies/${id}/v1/webhooks`, { headers, body: wanted });
      const contained = { status: 'disabled', disabled_reason: 'manual', disabled_detail: 'contained', disabled_at: expect.any(String) };
      for (const answer of [imported, created]) expect(answer).toMatchObject({ status: 201, body: contained });
      await incident.agency.ingest([order('meanwhile', 'c1')]);

      const ids = [imported.body.id, created.body.id] as string[];
      expect((await service().operator('DELETE', ofAgency(id))).body.endpoint_ids.toSorted()).toEqual(ids.toSorted());
      expect(Object.values(await incident.statuses())).toEqual(['active', 'active']);
      await incident.agency.ingest([order('afterwards', 'c1')]);
      await receiver.waitFor(2);
      expect(receiver.received.map(({ event }) => event.data['id'])).toEqual(['afterwards', 'afterwards']);
    } finally {
      await receiver.close();
    }
  });

  it('is not sent but becomes a failure record, and what happens after the release is sent', async () => {
    const receiver = await startReceiver();
    try {
      const incident = await Incident.begin(service());
      const endpoint = await incident.addEndpoint(incident.agency.key, receiver.url);
      receiver.answer = 500;
      await incident.agency.ingest([order('waiting', 'c1')]);
      await receiver.waitFor(1);
      await service().operator('POST', ofAgency(incident.agency.id));
      await incident.agency.ingest([order('unheard', 'c1')]);
      receiver.answer = 200;
      await service().operator('DELETE', ofAgency(incident.agency.id));
      const failures = async () =>
        (await incident.call('GET', `/v1/webhooks/${endpoint}/failures`, incident.agency.key)).body.data as object[];
      expect(await eventually(failures, ({ length }) => length > 0)).toMatchObject([{ error: 'endpoint_disabled' }]);
      await incident.agency.ingest([order('heard', 'c1')]);
      const received = await receiver.waitFor(2);
      expect(received.map(({ event }) => event.data['id'])).toEqual(['waiting', 'heard']);
    } finally {
      await receiver.close();
    }
  });
});
