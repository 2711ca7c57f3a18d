import { verifyWebhook } from '@agency-service/sdk';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { startReceiver, type Receiver } from '../../support/receiver.ts';
import { eventually, orderRecord, problem, useService, type Agency } from './fixture.ts';

describe('an event and its deliveries', () => {
  const newAgency = useService({ delivers: true, retryDelaysMs: [5, 5, 5] });
  let receiver: Receiver;

  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(() => receiver.close());

  const path = (endpointId: string, deliveryId: string, query = '') => `/v1/webhooks/${endpointId}/deliveries/${deliveryId}${query}`;
  const request = (endpointId: string, deliveryId: string, query = '') => path(endpointId, deliveryId, `/request${query}`);
  const unused = '0198f0ab-9d74-7f85-a0c1-7b2e8d6f9a43';

  const eventOf = async (agency: Agency, id: string, key = agency.key) =>
    (await agency.call('GET', `/v1/webhook-events/${id}`, { key })).body;
  /** The event when all its deliveries have settled. */
  const settled = (agency: Agency, id: string, count: number) =>
    eventually(
      () => eventOf(agency, id),
      ({ deliveries }) => deliveries.length === count && deliveries.every(({ status }: { status: string }) => status !== 'pending'),
    );

  it('shows the error detail of an attempt in every operation', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint({ url: `http://127.0.0.1:${await freePort()}/` });
    const { event_id: eventId, delivery_id: deliveryId } = (await agency.call('POST', `/v1/webhooks/${id}/ping`)).body;
    const { deliveries } = await settled(agency, eventId, 1);
    const refused = { error: 'connection_error', error_detail: 'connection_refused', status_code: null, response_excerpt: null };
    const attempts = Array.from({ length: 4 }, () => expect.objectContaining(refused));
    expect(deliveries[0].attempts).toEqual(attempts);
    expect((await agency.call('GET', path(id, deliveryId))).body.attempts).toEqual(attempts);
    expect((await agency.call('GET', `/v1/webhooks/${id}/deliveries`)).body.data[0].attempts).toEqual(attempts);
    expect((await agency.call('GET', `/v1/webhooks/${id}/failures`)).body.data[0].attempts).toEqual(attempts);
  });

  it('shows the deliveries of each endpoint: attempts, the failure, its replays', async () => {
    const agency = await newAgency();
    const [good, bad] = [await agency.addEndpoint({ url: receiver.url }), await agency.addEndpoint({ url: `${receiver.url}/bad` })];
    let isMended = false;
    receiver.answer = (incoming, response) => void response.writeHead(incoming.url!.endsWith('bad') && !isMended ? 500 : 200).end('said');
    await agency.ingest([orderRecord('one', 'fan-1')]);
    const { event } = (await receiver.waitFor(5))[0]!;
    const once = await settled(agency, event.id, 2);
    expect(once).toMatchObject({ id: event.id, type: 'order.created', creator_id: 'ada', data: { id: 'one' } });
    const ofGood = once.deliveries.find(({ endpoint_id }: { endpoint_id: string }) => endpoint_id === good.id);
    const ofBad = once.deliveries.find(({ endpoint_id }: { endpoint_id: string }) => endpoint_id === bad.id);
    expect(ofGood).toMatchObject({ status: 'delivered', attempts: [{ status_code: 200 }], failure_id: null, replay_of_failure_id: null });
    expect(ofBad).toMatchObject({ status: 'failed', failure_id: expect.any(String), replay_of_failure_id: null });
    expect(ofBad.attempts.map(({ status_code, response_excerpt }: Record<string, unknown>) => [status_code, response_excerpt])).toEqual(
      Array.from({ length: 4 }, () => [500, 'said']),
    );

    isMended = true;
    const replays: string[] = [];
    for (let count = 1; count <= 2; count++) {
      const answer = await agency.call('POST', `/v1/webhooks/${bad.id}/failures/${ofBad.failure_id}/replay`);
      replays.push(answer.body.delivery_id);
    }
    const replayed = await settled(agency, event.id, 4);
    expect(replayed.deliveries.slice(2)).toMatchObject(
      replays.map((id) => ({ id, endpoint_id: bad.id, status: 'delivered', failure_id: null, replay_of_failure_id: ofBad.failure_id })),
    );
    expect((await agency.call('GET', path(bad.id, ofBad.id))).body).toEqual(ofBad);
    expect((await agency.call('GET', path(bad.id, replays[0]!))).body).toEqual(replayed.deliveries[2]);
    expect(await agency.call('GET', path(good.id, ofBad.id))).toMatchObject(problem(404, 'unknown_webhook_delivery'));
  });

  it('shows pending deliveries, and to a limited key only those in scope', async () => {
    const agency = await newAgency();
    const own = await agency.addEndpoint({ allowed_creator_ids: ['ada'], url: receiver.url });
    const whole = await agency.addEndpoint({ url: receiver.url });
    receiver.answer = () => undefined;
    await agency.ingest([orderRecord('one', 'fan-1')]);
    const { event } = (await receiver.waitFor(2))[0]!;
    const all = await eventOf(agency, event.id);
    expect(all.deliveries.map(({ endpoint_id }: { endpoint_id: string }) => endpoint_id).sort()).toEqual([own.id, whole.id].sort());
    expect(all.deliveries[0]).toMatchObject({ status: 'pending', attempts: [], next_attempt_at: expect.stringMatching(/Z$/) });
    expect((await eventOf(agency, event.id, agency.adaKey)).deliveries).toMatchObject([{ endpoint_id: own.id }]);
    const pending = all.deliveries[0];
    expect((await agency.call('GET', path(pending.endpoint_id, pending.id))).body).toMatchObject({ status: 'pending' });
    expect(await agency.call('GET', request(pending.endpoint_id, pending.id))).toMatchObject(problem(404, 'unknown_webhook_attempt'));
  });

  it('answers 404 for an unknown event, one of another agency and one of another creator', async () => {
    const [agency, other] = await Promise.all([newAgency(), newAgency()]);
    await agency.addEndpoint({ url: receiver.url });
    await agency.ingest([orderRecord('one', 'fan-1', 'bea')]);
    const { event } = (await receiver.waitFor(1))[0]!;
    const unknown = problem(404, 'unknown_webhook_event');
    for (const [key, id] of [
      [agency.key, 'nothing'],
      [agency.key, unused],
      [other.key, event.id],
      [agency.adaKey, event.id],
    ] as const) {
      expect(await agency.call('GET', `/v1/webhook-events/${id}`, { key })).toMatchObject(unknown);
    }
    expect(await agency.call('GET', `/v1/webhook-events/${event.id}`, { key: null })).toMatchObject(problem(401, 'missing_authorization'));
  });

  describe('its request', () => {
    /** An endpoint, and the first order that it received. */
    async function delivered(agency: Agency, members: Record<string, unknown> = {}) {
      const endpoint = await agency.addEndpoint({ url: `${receiver.url}?token=x`, ...members });
      await agency.ingest([orderRecord('one', 'fan-1')]);
      const [received] = await receiver.waitFor(1);
      const { deliveries } = await settled(agency, received!.event.id, 1);
      return { endpoint, received: received!, deliveryId: deliveries[0].id as string };
    }

    it('is the one that went out, to the byte of its body and its signatures', async () => {
      const agency = await newAgency();
      const { endpoint, received, deliveryId } = await delivered(agency);
      const { status, body } = await agency.call('GET', request(endpoint.id, deliveryId));
      expect(status).toBe(200);
      expect(body).toMatchObject({
        delivery_id: deliveryId,
        event_id: received.event.id,
        attempt: 1,
        method: 'POST',
        url: endpoint.url,
        body: received.body,
        api_version: '2026-07-06',
        url_changed: false,
        secrets_changed: false,
      });
      const headers = Object.fromEntries(
        body.headers.map(({ name, value }: { name: string; value: string }) => [name.toLowerCase(), value]),
      );
      const timestamp = received.headers['service-signature-timestamp'];
      // The attempt's start is from the database's clock, the timestamp from that of the process: at the turn of a second they differ.
      if (headers['service-signature-timestamp'] === timestamp) {
        for (const [name, value] of Object.entries(headers)) expect([name, received.headers[name]]).toEqual([name, value]);
      }
      await expect(verifyWebhook(body.body, headers, endpoint.secret, { now: new Date(body.attempted_at) })).resolves.toMatchObject({
        id: received.event.id,
      });
      expect(JSON.stringify(body)).not.toContain(endpoint.secret.slice(-20));
    });

    it('shows whether URL and secrets changed after the request', async () => {
      const agency = await newAgency();
      const { endpoint, deliveryId } = await delivered(agency);
      const changes = async () => {
        const { url, url_changed, secrets_changed } = (await agency.call('GET', request(endpoint.id, deliveryId))).body;
        return { url, url_changed, secrets_changed };
      };
      await agency.call('PATCH', `/v1/webhooks/${endpoint.id}`, { body: { label: 'other' } });
      expect(await changes()).toEqual({ url: endpoint.url, url_changed: false, secrets_changed: false });
      await agency.call('PATCH', `/v1/webhooks/${endpoint.id}`, { body: { url: 'https://other.example.com/in' } });
      expect(await changes()).toEqual({ url: 'https://other.example.com/in', url_changed: true, secrets_changed: false });
      await agency.call('POST', `/v1/webhooks/${endpoint.id}/secret/rotation`, { body: { previous_expires_in_seconds: 600 } });
      expect(await changes()).toMatchObject({ secrets_changed: true });
    });

    it('shows that an overlapping secret has expired since', async () => {
      const agency = await newAgency();
      const endpoint = await agency.addEndpoint({ url: receiver.url });
      await agency.call('POST', `/v1/webhooks/${endpoint.id}/secret/rotation`, { body: { previous_expires_in_seconds: 1 } });
      await agency.ingest([orderRecord('one', 'fan-1')]);
      const [received] = await receiver.waitFor(1);
      const { deliveries } = await settled(agency, received!.event.id, 1);
      const signedTwice = received!.headers['service-signature']!.includes(',');
      const read = async () => (await agency.call('GET', request(endpoint.id, deliveries[0].id))).body;
      if (signedTwice) expect((await eventually(read, ({ secrets_changed }) => secrets_changed)).secrets_changed).toBe(true);
      else expect((await read()).secrets_changed).toBe(false);
    });

    it('shows no body and no signature to a key that may not read the payload', async () => {
      const agency = await newAgency();
      const { endpoint, deliveryId } = await delivered(agency);
      const read = async (scopes: string[]) => {
        const key = await agency.createKey({ scopes: ['read:webhooks', ...scopes] });
        const { body, headers } = (await agency.call('GET', request(endpoint.id, deliveryId), { key })).body;
        return [body === null, headers.some(({ name }: { name: string }) => /signature$/i.test(name))];
      };
      expect(await read([])).toEqual([true, false]);
      expect(await read(['read:orders'])).toEqual([false, true]);
    });

    it('is shown for each attempt, in a version', async () => {
      const agency = await newAgency();
      receiver.answer = 503;
      const endpoint = await agency.addEndpoint({ url: receiver.url });
      await agency.ingest([orderRecord('one', 'fan-1')]);
      const [received] = await receiver.waitFor(4);
      const { deliveries } = await settled(agency, received!.event.id, 1);
      const read = (query: string) => agency.call('GET', request(endpoint.id, deliveries[0].id, query));
      expect((await read('')).body.attempt).toBe(4);
      expect((await read('?attempt=2&version=Amethyste')).body).toMatchObject({
        attempt: 2,
        attempted_at: deliveries[0].attempts[1].attempted_at,
        body: received!.body,
      });
      expect((await read('?version=2026-07-06')).status).toBe(200);
      expect(await read('?version=Opal')).toMatchObject(problem(400, 'validation_failed', { detail: expect.stringMatching(/Amethyste/) }));
      expect(await read('?attempt=5')).toMatchObject(problem(404, 'unknown_webhook_attempt'));
      expect(await read('?attempt=0')).toMatchObject(problem(400, 'validation_failed'));
    });
  });
});
