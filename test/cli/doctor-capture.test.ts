import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { signTestWebhook, testEvent, testSecret } from '../../sdk/src/webhooks/testing.ts';
import { DoctorFixture } from './doctor-fixture.ts';

const fixture = DoctorFixture.use();

describe('svc doctor --capture', () => {
  const secret = testSecret();
  const file = 'capture.http';

  async function capture(text: { headers: Record<string, string>; body: string }): Promise<void> {
    const head = Object.entries(text.headers).map(([name, value]) => `${name}: ${value}\n`);
    await writeFile(join(fixture.svc.folder, file), `POST /hooks HTTP/1.1\n${head.join('')}\n${text.body}`);
  }
  const captured = (key?: string, given = secret) => fixture.doctor(key, '--capture', file, '--secret', given);

  it('accepts what the secret signed just now, and says how old it is otherwise', async () => {
    await capture(await signTestWebhook(testEvent('order.created'), secret));
    const fine = await captured();
    expect(fine.code).toBe(0);
    expect(Object.keys(fine.found)).toEqual(['capture headers', 'capture time', 'capture secret', 'capture body']);
    await capture(await signTestWebhook(testEvent('ping'), secret, { now: new Date(Date.now() - 3_600_000) }));
    expect(await captured()).toMatchObject({
      code: 0,
      found: { 'capture time': { status: 'notice', detail: expect.stringMatching(/^The timestamp is 360\d s old/) } },
    });
    await capture(await signTestWebhook(testEvent('ping'), secret, { now: new Date(Date.now() + 3_600_000) }));
    expect(await captured()).toMatchObject({
      code: 1,
      found: { 'capture time': { status: 'failed', detail: expect.stringMatching(/in the future/) } },
    });
  });

  it.each([
    ['blanks or line breaks were added', (body: string) => `${body}\n`],
    ['a byte order mark was added', (body: string) => `\ufeff${body}`],
    ['parsed and written again', (body: string) => JSON.stringify(JSON.parse(body), null, 2)],
    ['read as Latin-1', (body: string) => Buffer.from(body, 'utf8').toString('latin1')],
  ])('says how the body was changed: %s', async (change, alter) => {
    const signed = await signTestWebhook(testEvent('order.created', { data: { fan_username: 'Zoë' } }), secret);
    await capture({ ...signed, body: alter(signed.body) });
    const { code, found } = await captured();
    expect(code).toBe(1);
    expect(found['capture body']).toMatchObject({ status: 'failed', detail: expect.stringMatching(change) });
    expect(found['capture secret']).toBeUndefined();
  });

  it('says which headers are missing, and that a secret is none', async () => {
    const { body, headers } = await signTestWebhook(testEvent('ping'), secret);
    await capture({ headers: { 'content-type': headers['content-type']! }, body });
    expect((await captured()).found['capture headers']).toMatchObject({
      status: 'failed',
      detail: 'The header Service-Signature is missing.',
    });
    await capture({ headers, body });
    expect((await captured(undefined, 'short')).found['capture secret']).toMatchObject({ status: 'failed' });
  });

  it('asks the service which secret made the signature, and whether the body is the one that was sent', async () => {
    const agency = await fixture.service.createAgency();
    const { id, secret: own } = await fixture.createEndpoint(agency, fixture.receiver.url);
    fixture.receiver.received.length = 0;
    expect(await fixture.ping(agency, id)).toMatchObject({ code: 0 });
    const [{ headers, body }] = fixture.receiver.received as [(typeof fixture.receiver.received)[number]];
    const sent = { headers: headers as Record<string, string>, body };
    await capture(sent);
    expect((await captured(agency.key, own)).code).toBe(0);
    const other = await captured(agency.key);
    expect(other.found['capture secret']).toMatchObject({
      status: 'failed',
      detail: `The signature is of another secret: ${own.slice(0, 14)}… of this endpoint.`,
    });
    expect((await captured(undefined)).found['capture secret']).toMatchObject({
      detail: expect.stringMatching(/another secret, or the content/),
    });
    await capture({ ...sent, body: body.replace('ping', 'pong') });
    const changed = await captured(agency.key, own);
    expect(changed).toMatchObject({ code: 1, found: { 'capture body': { status: 'failed' } } });
    expect(changed.found['capture secret']).toBeUndefined();
  });
});
