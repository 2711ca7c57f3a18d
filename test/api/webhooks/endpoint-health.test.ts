import { describe, expect, it } from 'vitest';
import { startReceiver } from '../../support/receiver.ts';
import { useService, type Agency } from './fixture.ts';

const minuteMs = 60_000;

/** So many minutes before the present one. */
const minutesAgo = (minutes: number) => new Date(Math.floor(Date.now() / minuteMs - minutes) * minuteMs);

async function healthOf(agency: Agency, id: string, key = agency.key) {
  const one = (await agency.call('GET', `/v1/webhooks/${id}`, { key })).body.health;
  const { data } = (await agency.call('GET', '/v1/webhooks', { key })).body;
  expect(data.find((endpoint: { id: string }) => endpoint.id === id).health).toEqual(one);
  return one;
}

describe('the health of an endpoint', () => {
  const newAgency = useService();

  async function withMinutes(minutes: Readonly<Record<number, Readonly<Record<string, number | readonly number[]>>>>) {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    for (const [ago, counts] of Object.entries(minutes)) await agency.countAttempts(id, minutesAgo(Number(ago)), counts);
    return { agency, id, health: await healthOf(agency, id) };
  }

  it('is silent without attempts, also when the endpoint is created', async () => {
    const agency = await newAgency();
    const made = await agency.addEndpoint();
    expect(made.health).toMatchObject({ state: 'silent', since: null, detail: null });
    expect(await healthOf(agency, made.id)).toMatchObject({
      state: 'silent',
      since: null,
      reason: 'Nothing was sent lately',
      detail: null,
    });
  });

  it('fails while nothing is answered, since the first failed attempt after the last success, in words', async () => {
    const { health } = await withMinutes({
      59: { delivered_count: 40 },
      50: { timeout_count: 100 },
      20: { timeout_count: 92, connection_error_count: 1 },
      1: { timeout_count: 20 },
    });
    expect(health).toMatchObject({
      state: 'fails',
      since: minutesAgo(50).toISOString(),
      counted_from: minutesAgo(50).toISOString(),
      reason: 'Has answered nothing',
      detail: '212 timeouts, 1 failed connection',
      attempts: { http_2xx_count: 0, timeout_count: 212, connection_error_count: 1 },
    });
  });

  it('fails while every response is an error, or most are', async () => {
    const all = await withMinutes({ 2: { http_5xx_count: 6 } });
    expect(all.health).toMatchObject({ state: 'fails', reason: 'Has acknowledged nothing', detail: '6 responses with 5xx' });
    const most = await withMinutes({ 2: { http_5xx_count: 6, http_4xx_count: 1, delivered_count: 1 } });
    expect(most.health).toMatchObject({
      state: 'fails',
      reason: 'Most attempts have failed',
      detail: '7 of 8 attempts failed: 1 response with 4xx, 6 responses with 5xx',
    });
  });

  it('works slowly while half of the attempts take long', async () => {
    const latencies = (fast: number, slow: number) => [fast, 0, 0, 0, 0, 0, 0, 0, 0, 0, slow, 0];
    const fast = await withMinutes({ 1: { delivered_count: 20, latencies: latencies(11, 9) } });
    expect(fast.health).toMatchObject({ state: 'works', reason: 'Acknowledges deliveries', detail: 'all 20 attempts acknowledged' });
    const slow = await withMinutes({ 1: { delivered_count: 20, latencies: latencies(8, 12) } });
    expect(slow.health).toMatchObject({
      state: 'works',
      reason: 'Acknowledges deliveries, slowly',
      detail: 'all 20 attempts acknowledged, 12 of them took over 2.5 s',
    });
  });

  it('struggles while some attempts fail, and works while few do', async () => {
    const some = await withMinutes({ 30: { delivered_count: 100 }, 3: { delivered_count: 90, timeout_count: 10 } });
    expect(some.health).toMatchObject({
      state: 'struggles',
      since: minutesAgo(3).toISOString(),
      reason: 'Some attempts have failed',
      detail: '10 of 100 attempts failed: 10 timeouts',
    });
    const few = await withMinutes({ 3: { delivered_count: 95, tls_error_count: 5 } });
    expect(few.health).toMatchObject({
      state: 'works',
      since: null,
      reason: 'Acknowledges deliveries',
      detail: '5 of 100 attempts failed: 5 failed TLS handshakes',
    });
    const none = await withMinutes({ 3: { delivered_count: 95 } });
    expect(none.health).toMatchObject({ state: 'works', detail: 'all 95 attempts acknowledged' });
  });

  it('works again as soon as the failed attempts are older than the window', async () => {
    const { health } = await withMinutes({ 12: { timeout_count: 50 }, 2: { delivered_count: 1 } });
    expect(health).toMatchObject({ state: 'works', attempts: { http_2xx_count: 1, timeout_count: 0 } });
  });

  it('still fails after minutes without attempts, until one is accepted or a day passes', async () => {
    const dead = await withMinutes({ 40: { delivered_count: 3 }, 30: { connection_error_count: 2 } });
    expect(dead.health).toMatchObject({
      state: 'fails',
      since: minutesAgo(30).toISOString(),
      reason: 'Has answered nothing',
      detail: '2 failed connections',
    });
    const accepted = await withMinutes({ 31: { connection_error_count: 2 }, 30: { delivered_count: 1 } });
    expect(accepted.health).toMatchObject({
      state: 'works',
      reason: 'Accepts again',
      attempts: { http_2xx_count: 1, connection_error_count: 0 },
    });
    const old = await withMinutes({ 1500: { timeout_count: 2 } });
    expect(old.health).toMatchObject({ state: 'silent', since: null });
  });

  it('ignores deliveries that were never attempted', async () => {
    const { health } = await withMinutes({ 1: { disabled_count: 5 } });
    expect(health).toMatchObject({ state: 'silent', since: null });
  });

  it('says by whom an endpoint is disabled, and since when', async () => {
    const { agency, id } = await withMinutes({ 1: { timeout_count: 5 } });
    const paused = (await agency.call('PATCH', `/v1/webhooks/${id}`, { body: { status: 'disabled' } })).body;
    expect(paused.health).toMatchObject({ state: 'paused', since: paused.disabled_at, reason: 'Paused', detail: '5 timeouts' });
    await agency.call('PATCH', `/v1/webhooks/${id}`, { body: { status: 'active' } });
    await agency.disableByBreaker(id);
    const disabled = (await agency.call('GET', `/v1/webhooks/${id}`)).body;
    expect(disabled.health).toMatchObject({
      state: 'disabled',
      since: disabled.disabled_at,
      reason: 'Disabled after 10 failed deliveries in a row',
    });
    const operators = await agency.service.operator('GET', `/operator/v1/agencies/${agency.id}/webhooks`);
    expect(operators.body.data[0].health).toEqual(disabled.health);
  });

  it('shows a limited key the attempts since the endpoint lost a creator', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint({ allowed_creator_ids: ['ada', 'bea'] });
    await agency.countAttempts(id, minutesAgo(2), { timeout_count: 5 });
    await agency.call('PATCH', `/v1/webhooks/${id}`, { body: { allowed_creator_ids: ['ada'] } });
    expect(await healthOf(agency, id, agency.adaKey)).toMatchObject({ state: 'silent' });
    expect(await healthOf(agency, id)).toMatchObject({ state: 'fails' });
  });
});

describe('a delivery to a receiver that resets its connection', () => {
  const newAgency = useService({ delivers: true, retryDelaysMs: [600_000, 600_000, 600_000] });

  it('is in flight, then has failed with its first attempt, and the endpoint fails', async () => {
    const agency = await newAgency();
    const receiver = await startReceiver();
    let reset = () => {};
    receiver.answer = (request) => {
      reset = () => request.socket.destroy();
    };
    const { id } = await agency.addEndpoint({ url: receiver.url });
    const { delivery_id: deliveryId } = (await agency.call('POST', `/v1/webhooks/${id}/ping`)).body;
    await receiver.waitFor(1);
    const read = async () => {
      const [listed] = (await agency.call('GET', `/v1/webhooks/${id}/deliveries`)).body.data;
      const one = (await agency.call('GET', `/v1/webhooks/${id}/deliveries/${deliveryId}`)).body;
      expect(one).toMatchObject(listed);
      return listed;
    };
    expect(await read()).toMatchObject({ status: 'pending', is_in_flight: true, attempts: [] });
    reset();
    await expect.poll(async () => (await read()).attempts.length).toBe(1);
    expect(await read()).toMatchObject({ status: 'pending', is_in_flight: false, attempts: [{ error: 'connection_error' }] });
    expect(await healthOf(agency, id)).toMatchObject({ state: 'fails', reason: 'Has answered nothing', detail: '1 failed connection' });
    await receiver.close();
  });
});
