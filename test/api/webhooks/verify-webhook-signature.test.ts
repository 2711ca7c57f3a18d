import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startReceiver, type Receiver } from '../../support/receiver.ts';
import { orderRecord, problem, useService, type Agency } from './fixture.ts';

const own = ['service-signature', 'service-signature-timestamp'];
const former = ['legacy-signature', 'legacy-signature-timestamp'];
const standard = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];

describe('POST /v1/webhooks/{endpoint_id}/signature-checks', () => {
  const newAgency = useService({ delivers: true });
  const path = (id: string) => `/v1/webhooks/${id}/signature-checks`;
  let receiver: Receiver;
  let agency: Agency;
  let endpoint: { id: string; secret: string; secret_prefix: string };
  let headers: Record<string, string>;
  let body: string;

  beforeAll(async () => {
    receiver = await startReceiver();
    agency = await newAgency();
    endpoint = await agency.addEndpoint({ url: receiver.url });
    await agency.ingest([
      { type: 'creator', id: 'ada', name: 'Zoë', account: { external_id: 'account-ada', username: null } },
      {
        type: 'fan',
        account_id: 'account-ada',
        fan_id: 'fan-1',
        fan_username: 'Renée ✨',
        subscription_status: 'interested',
        is_online: false,
        related_at: '2026-07-10T12:00:00.000Z',
        tag_ids: [],
      },
      orderRecord('one', 'fan-1'),
    ]);
    const [received] = await receiver.waitFor(1);
    headers = received!.headers as Record<string, string>;
    body = received!.body;
  });
  afterAll(() => receiver.close());

  const some = (names: readonly string[], from = headers) => Object.fromEntries(names.map((name) => [name, from[name]!]));
  const check = async (given: Record<string, string>, text: string, id = endpoint.id, key = agency.key) => {
    const answer = await agency.call('POST', path(id), { key, body: { headers: given, body: text } });
    expect(answer.status).toBe(200);
    for (const secret of [endpoint.secret, endpoint.secret.slice(-20)]) expect(answer.text).not.toContain(secret);
    return answer.body;
  };
  const results = (checked: { signatures: { result: string }[] }) => checked.signatures.map(({ result }) => result);

  it('finds that a delivery as it was received fits, under each of the names', async () => {
    const all = await check(headers, body);
    expect(all).toMatchObject({ verified: true, timestamp: { result: 'fits' }, body: { result: 'fits', difference: null }, findings: [] });
    expect(all.signatures).toEqual(
      ['service-signature', 'legacy-signature', 'webhook-signature'].map((header) => ({
        header,
        position: 1,
        result: 'fits',
        secret_prefix: endpoint.secret_prefix,
        endpoint_id: endpoint.id,
      })),
    );
    expect(all.body.byte_count).toBe(Buffer.byteLength(body));
    for (const names of [own, former, standard]) expect(await check(some(names), body)).toMatchObject({ verified: true, findings: [] });
    const inCapitals = Object.fromEntries(Object.entries(some(own)).map(([name, value]) => [name.toUpperCase(), value]));
    expect((await check(inCapitals, body)).verified).toBe(true);
  });

  it('reads the first 20 signatures of a header', async () => {
    const right = headers['service-signature']!;
    const wrong = (count: number) => Array.from({ length: count }, () => `v1=${'0'.repeat(64)}`);
    const given = (entries: readonly string[]) => ({ ...some(own), 'service-signature': entries.join(',') });
    expect(await check(given([...wrong(19), right]), body)).toMatchObject({ verified: true });
    const many = await check(given([...wrong(100), right]), body);
    expect([many.verified, many.signatures.length]).toEqual([false, 20]);
  });

  it.each<[string, (text: string) => string]>([
    ['empty', () => ''],
    ['byte_order_mark', (text) => `\u{FEFF}${text}`],
    ['surrounding_whitespace', (text) => `${text}\n`],
    ['encoding', (text) => Buffer.from(text).toString('latin1')],
    ['formatting', (text) => JSON.stringify(JSON.parse(text), null, 2)],
    ['formatting', (text) => text.replaceAll('é', '\\u00e9')],
    ['other', (text) => text.replace('500', '900')],
  ])('reports that the body is altered: %s', async (difference, alter) => {
    for (const names of [own, standard]) {
      const checked = await check({ ...some(names), 'webhook-id': headers['webhook-id']! }, alter(body));
      expect(checked).toMatchObject({ verified: false, body: { result: 'changed', difference } });
      expect(results(checked)).toEqual(['fits_other_body']);
      expect(checked.findings[0]).toMatch(/body|UTF-8/i);
    }
  });

  it('finds out how the body was altered from the signature alone, without an event id', async () => {
    expect(await check(some(own), ` ${body}`)).toMatchObject({ body: { result: 'changed', difference: 'surrounding_whitespace' } });
    expect(await check(some(own), JSON.stringify(JSON.parse(body), null, 1))).toMatchObject({ body: { difference: 'formatting' } });
    const unknown = await check(some(own), body.replace('500', '900'));
    expect(unknown).toMatchObject({ body: { result: 'unknown', difference: null } });
    expect(results(unknown)).toEqual(['wrong']);
    expect(unknown.findings[0]).toMatch(/webhook-id/);
  });

  it('distinguishes timestamps: missing, malformed, too old, in the future, and that of another header', async () => {
    const at = (value: string) => check({ ...some(own), 'service-signature-timestamp': value }, body);
    const now = Math.floor(Date.now() / 1_000);
    expect(await check(some(['service-signature']), body)).toMatchObject({ timestamp: { result: 'missing', header: null } });
    expect((await at('yesterday')).timestamp).toMatchObject({
      result: 'malformed',
      header: 'service-signature-timestamp',
      signed_at: null,
    });
    const old = await at(String(now - 1_000));
    expect(old.timestamp).toMatchObject({ result: 'too_old', signed_at: new Date((now - 1_000) * 1_000).toISOString() });
    expect(old.timestamp.age_seconds).toBeGreaterThanOrEqual(1_000);
    expect((await at(String(now + 1_000))).timestamp).toMatchObject({ result: 'in_future', age_seconds: expect.any(Number) });
    const mixed = await check({ ...headers, 'service-signature-timestamp': String(now - 10) }, body);
    expect(results(mixed)).toEqual(['fits_other_timestamp', 'fits', 'fits']);
    expect(results(await at('99999999999999'))).toEqual(['wrong']);
  });

  it('reports that another endpoint’s secret made it, where the key reaches that endpoint', async () => {
    const other = await agency.addEndpoint();
    const limited = await agency.addEndpoint({ allowed_creator_ids: ['ada'] });
    const mistaken = await check(headers, body, other.id);
    expect(mistaken.signatures[0]).toMatchObject({ result: 'fits_other_endpoint', endpoint_id: endpoint.id });
    expect(mistaken).toMatchObject({ verified: false, body: { result: 'fits' } });
    expect(mistaken.findings[0]).toContain(endpoint.id);
    const unseen = await check(headers, body, limited.id, agency.adaKey);
    expect(results(unseen)).toEqual(['wrong', 'wrong', 'wrong']);
  });

  it('reports which secret made it while two sign, and that a secret no longer signs', async () => {
    const { id, secret_prefix } = await agency.addEndpoint({ url: receiver.url });
    const rotate = async (seconds: number) =>
      (await agency.call('POST', `/v1/webhooks/${id}/secret/rotation`, { body: { previous_expires_in_seconds: seconds } })).body;
    const ping = async () => {
      const known = receiver.received.length;
      await agency.call('POST', `/v1/webhooks/${id}/ping`);
      const received = (await receiver.waitFor(known + 1)).at(-1)!;
      return { given: some([...own, 'webhook-id'], received.headers as Record<string, string>), text: received.body };
    };
    const first = await ping();
    const { secret_prefix: second } = await rotate(600);
    const pinged = await ping();
    expect((await check(pinged.given, pinged.text, id)).signatures).toMatchObject([
      { position: 1, secret_prefix: second, result: 'fits' },
      { position: 2, secret_prefix, result: 'fits' },
    ]);
    expect((await check(first.given, first.text, id)).signatures).toMatchObject([{ position: 1, secret_prefix, result: 'fits' }]);
    await agency.service.database.query({
      text: `UPDATE webhook_endpoints SET earlier_secrets_expire_at = ARRAY[now()] WHERE id = $1`,
      values: [id],
    });
    const after = await check(first.given, first.text, id);
    expect(after).toMatchObject({ verified: false, body: { result: 'fits' } });
    expect(after.findings[0]).toMatch(/rotated/);
  });

  it('reports that the signature is missing or malformed', async () => {
    expect((await check({}, body)).findings[0]).toMatch(/The signature is missing/);
    for (const text of ['v1=short', 'v2=x', 'garbage', `v1=${'g'.repeat(64)}`]) {
      expect(results(await check({ ...some(own), 'service-signature': text }, body))).toEqual(['malformed']);
    }
    expect(results(await check(some(['webhook-signature', 'webhook-timestamp']), body))).toEqual(['malformed']);
  });

  it('compares with the sent body only for a key that may read the payload', async () => {
    const key = await agency.createKey({ scopes: ['read:webhooks'] });
    const given = { ...some(own), 'webhook-id': headers['webhook-id']! };
    const altered = body.replace('500', '900');
    expect((await check(given, altered, endpoint.id, key)).body.result).toBe('unknown');
    expect((await check(given, altered)).body.result).toBe('changed');
  });

  it('takes a body up to the limit of every request, and refuses what is longer', async () => {
    const given = { ...headers, 'webhook-signature': '', 'legacy-signature': '' };
    expect(await check(given, 'x'.repeat(250_000))).toMatchObject({ verified: false });
    const answer = await agency.call('POST', path(endpoint.id), { body: { headers: {}, body: 'x'.repeat(270_000) } });
    expect(answer).toMatchObject(problem(413, 'payload_too_large'));
  });
});
