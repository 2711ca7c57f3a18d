import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { ServiceError, verifyWebhook, WebhookVerificationError } from '../../sdk/src/index.ts';

const secret = 'svc_whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const otherSecret = 'svc_whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
const signedAt = 1_784_538_000;
const now = new Date(signedAt * 1000);
const body = JSON.stringify({
  id: '0198f0ab-9d70-7b16-92e8-1a6f4c3d5e07',
  type: 'ping',
  created_at: '2026-07-20T09:00:00.000Z',
  api_version: '2026-07-06',
  data: { endpoint_id: '0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05', note: 'é€😀' },
});

function serviceSignature(key: string, text = body, timestamp = String(signedAt)): string {
  return `v1=${createHmac('sha256', Buffer.from(key, 'utf8')).update(`${timestamp}.${text}`).digest('hex')}`;
}

function serviceHeaders(signature: string, timestamp = String(signedAt)): Record<string, string> {
  return { 'Service-Signature': signature, 'Service-Signature-Timestamp': timestamp };
}

async function reasonOf(outcome: Promise<unknown>): Promise<string> {
  const error = await outcome.then(
    () => new Error('accepted'),
    (reason: unknown) => reason,
  );
  return error instanceof WebhookVerificationError ? error.reason : String(error);
}

describe('verifyWebhook', () => {
  it('accepts a fixed vector that was computed elsewhere', async () => {
    // printf '1700000000.{"id":"e1","type":"ping"}' | openssl dgst -sha256 -hmac svc_whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
    const event = await verifyWebhook(
      '{"id":"e1","type":"ping"}',
      {
        'service-signature': 'v1=66ae26cb70c3af77cc3cf639ddb9a231c9cc2873be81c5e132ffb96654291b09',
        'service-signature-timestamp': '1700000000',
      },
      'svc_whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
      { now: new Date(1_700_000_000_000) },
    );
    expect(event.id).toBe('e1');
  });

  it.each([
    ['text', body],
    ['a Buffer', Buffer.from(body)],
    ['bytes within a larger buffer', new Uint8Array(Buffer.from(`xx${body}yy`)).subarray(2, 2 + Buffer.byteLength(body))],
    ['an ArrayBuffer', new Uint8Array(Buffer.from(body)).buffer],
  ])('accepts a body given as %s and returns the event', async (_form, raw) => {
    const event = await verifyWebhook(raw, serviceHeaders(serviceSignature(secret)), secret, { now });
    expect(event).toEqual(JSON.parse(body));
  });

  it('reads headers in any case, from Headers and from a record', async () => {
    const headers = serviceHeaders(serviceSignature(secret));
    const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    const upper = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]));
    for (const form of [headers, lower, upper, new Headers(headers)]) {
      await expect(verifyWebhook(body, form, secret, { now })).resolves.toMatchObject({ type: 'ping' });
    }
  });

  it('reads headers from a Map, from pairs, and from an object that gives one at a time, names in any case', async () => {
    const pairs = Object.entries(serviceHeaders(serviceSignature(secret)));
    const lower = pairs.map(([name, value]): [string, string] => [name.toLowerCase(), value]);
    const upper = pairs.map(([name, value]): [string, string[]] => [name.toUpperCase(), [value]]);
    const single = { get: (name: string) => pairs.find(([other]) => other === name)?.[1] ?? null };
    for (const form of [new Map(pairs), new Map(lower), new Map(upper), pairs, lower, upper, single]) {
      await expect(verifyWebhook(body, form, secret, { now })).resolves.toMatchObject({ type: 'ping' });
    }
    for (const form of [new Map<string, string>(), [], null as unknown as Headers]) {
      expect(await reasonOf(verifyWebhook(body, form, secret, { now }))).toBe('missing_header');
    }
  });

  it('reads the headers of a request that Node received', async () => {
    const received = await new Promise<IncomingHttpHeaders>((resolve, reject) => {
      const server = createServer((request, response) => {
        response.end(() => server.close());
        resolve(request.headers);
      });
      server.listen(0, '127.0.0.1', () => {
        const { port } = server.address() as AddressInfo;
        fetch(`http://127.0.0.1:${port}`, { headers: serviceHeaders(serviceSignature(secret)) }).catch(reject);
      });
    });
    await expect(verifyWebhook(body, received, secret, { now })).resolves.toMatchObject({ type: 'ping' });
  });

  it.each([
    ['a missing secret', undefined],
    ['null', null],
    ['a number', 7],
    ['an object', { secret }],
    ['a list with a gap', [secret, undefined]],
    ['an API key', 'svc_live_1234567890123456789012345678901234567'],
    ['half of it', secret.slice(0, 20)],
    ['one with a line break', `${secret}\n`],
  ])('says invalid_secret for %s, and does not show it', async (_case, given) => {
    const error: unknown = await verifyWebhook(body, serviceHeaders(serviceSignature(secret)), given as string, { now }).catch(
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(WebhookVerificationError);
    expect(error).toBeInstanceOf(ServiceError);
    expect((error as WebhookVerificationError).reason).toBe('invalid_secret');
    expect(String((error as Error).stack)).not.toContain(secret.slice(10, 20));
  });

  it('reads bytes that were made in another realm, as test runners have them', async () => {
    const foreign = runInNewContext('Uint8Array.from(bytes).buffer', { bytes: [...Buffer.from(body)] }) as ArrayBuffer;
    expect(foreign).not.toBeInstanceOf(ArrayBuffer);
    await expect(verifyWebhook(foreign, serviceHeaders(serviceSignature(secret)), secret, { now })).resolves.toBeDefined();
  });

  it('accepts either signature while a rotation is under way', async () => {
    const next = 'svc_whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
    const both = `${serviceSignature(next)},${serviceSignature(secret)}`;
    for (const accepted of [secret, next, [next, otherSecret], [otherSecret, secret]]) {
      await expect(verifyWebhook(body, serviceHeaders(both), accepted, { now })).resolves.toBeDefined();
    }
    await expect(verifyWebhook(body, serviceHeaders(`v0=aa, ${both}`), secret, { now })).resolves.toBeDefined();
  });

  it('accepts each of any number of signatures, by either family of headers', async () => {
    const keys = Array.from({ length: 7 }, () => randomBytes(24));
    const secrets = keys.map((key) => `svc_whsec_${key.toString('base64')}`);
    const own = serviceHeaders(secrets.map((each) => serviceSignature(each)).join(','));
    const message = `e1.${signedAt}.${body}`;
    const standard = {
      'webhook-id': 'e1',
      'webhook-timestamp': String(signedAt),
      'webhook-signature': keys.map((key) => `v1,${createHmac('sha256', key).update(message).digest('base64')}`).join(' '),
    };
    for (const headers of [own, standard]) {
      for (const each of secrets) await expect(verifyWebhook(body, headers, each, { now })).resolves.toBeDefined();
      expect(await reasonOf(verifyWebhook(body, headers, secret, { now }))).toBe('signature_mismatch');
    }
  });

  it('accepts a secret with a former prefix', async () => {
    const former = 'legacy_whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    await expect(verifyWebhook(body, serviceHeaders(serviceSignature(former)), former, { now })).resolves.toBeDefined();
  });

  it('reads the former header names only with the former name', async () => {
    const headers = { 'Legacy-Signature': serviceSignature(secret), 'Legacy-Signature-Timestamp': String(signedAt) };
    await expect(verifyWebhook(body, headers, secret, { now, formerBrand: 'Legacy' })).resolves.toBeDefined();
    expect(await reasonOf(verifyWebhook(body, headers, secret, { now }))).toBe('missing_header');
  });

  it('accepts the Standard Webhooks headers, keyed by the bytes behind whsec_', async () => {
    const key = randomBytes(24);
    const id = '0198f0ab-9d70-7b16-92e8-1a6f4c3d5e07';
    const signature = createHmac('sha256', key).update(`${id}.${signedAt}.${body}`).digest('base64');
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(signedAt),
      'webhook-signature': `v1,${randomBytes(32).toString('base64')} v1a,zz v1,${signature}`,
    };
    for (const prefix of ['svc_whsec_', 'whsec_', 'legacy_whsec_']) {
      await expect(verifyWebhook(body, headers, prefix + key.toString('base64'), { now })).resolves.toBeDefined();
    }
    expect(await reasonOf(verifyWebhook(body, { ...headers, 'webhook-id': 'other' }, secret, { now }))).toBe('signature_mismatch');
  });

  it('tolerates 300 seconds in both directions, or the given number', async () => {
    const headers = serviceHeaders(serviceSignature(secret));
    const at = (seconds: number) => ({ now: new Date((signedAt + seconds) * 1000) });
    await expect(verifyWebhook(body, headers, secret, at(300))).resolves.toBeDefined();
    await expect(verifyWebhook(body, headers, secret, at(-300))).resolves.toBeDefined();
    expect(await reasonOf(verifyWebhook(body, headers, secret, at(301)))).toBe('timestamp_too_old');
    expect(await reasonOf(verifyWebhook(body, headers, secret, at(-301)))).toBe('timestamp_too_new');
    await expect(verifyWebhook(body, headers, secret, { ...at(900), toleranceSeconds: 900 })).resolves.toBeDefined();
  });

  it.each([
    ['another secret', body, serviceHeaders(serviceSignature(otherSecret)), secret, 'signature_mismatch'],
    ['a changed body', `${body} `, serviceHeaders(serviceSignature(secret)), secret, 'signature_mismatch'],
    ['a changed timestamp', body, serviceHeaders(serviceSignature(secret), String(signedAt + 1)), secret, 'signature_mismatch'],
    ['half a signature', body, serviceHeaders(serviceSignature(secret).slice(0, 43)), secret, 'signature_mismatch'],
    ['no headers', body, {}, secret, 'missing_header'],
    ['no timestamp', body, { 'Service-Signature': serviceSignature(secret) }, secret, 'missing_header'],
    ['a timestamp in words', body, serviceHeaders(serviceSignature(secret), 'now'), secret, 'invalid_timestamp'],
    ['a timestamp with a fraction', body, serviceHeaders(serviceSignature(secret), `${signedAt}.5`), secret, 'invalid_timestamp'],
    ['no v1 signature', body, serviceHeaders('v2=abcd'), secret, 'unsupported_signature'],
    ['a signature that is not hexadecimal', body, serviceHeaders('v1=zz'), secret, 'unsupported_signature'],
    ['an empty secret', body, serviceHeaders(serviceSignature(secret)), '', 'invalid_secret'],
    ...[',', ', ', ';', ' ', '\n', '|'].map((separator): [string, string, Record<string, string>, string, string] => {
      const joined = [otherSecret, secret].join(separator);
      return [
        `secrets in one text with ${JSON.stringify(separator)}`,
        body,
        serviceHeaders(serviceSignature(joined)),
        joined,
        'invalid_secret',
      ];
    }),
    ['no secret', body, serviceHeaders(serviceSignature(secret)), [], 'invalid_secret'],
    ['a body that was parsed', JSON.parse(body), serviceHeaders(serviceSignature(secret)), secret, 'raw_body_required'],
    ['a signed text that is not an event', 'hi', serviceHeaders(serviceSignature(secret, 'hi')), secret, 'invalid_body'],
  ])('refuses %s', async (_case, raw: string, headers: Record<string, string>, key: string | string[], reason) => {
    expect(await reasonOf(verifyWebhook(raw, headers, key, { now }))).toBe(reason);
  });
});
