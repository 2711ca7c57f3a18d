import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startReceiver, type Receiver } from '../../support/receiver.ts';
import { problem, useService, type Agency } from './fixture.ts';

describe('secrets from before rotations', () => {
  const newAgency = useService({ delivers: true });
  let receiver: Receiver;
  let agency: Agency;
  let id: string;
  let first: string;
  beforeEach(async () => {
    receiver = await startReceiver();
    agency = await newAgency();
    ({ id, secret: first } = await agency.addEndpoint({ url: receiver.url }));
  });
  afterEach(() => receiver.close());

  const rotate = (seconds?: number, endpointId = id) =>
    agency.call('POST', `/v1/webhooks/${endpointId}/secret/rotation`, {
      body: seconds === undefined ? {} : { previous_expires_in_seconds: seconds },
    });

  async function rotated(seconds?: number, endpointId = id): Promise<string> {
    const answer = await rotate(seconds, endpointId);
    expect(answer).toMatchObject({ status: 200 });
    return answer.body.secret;
  }

  /** Expects that a delivery is signed with these secrets in this order, in both families of headers. */
  async function expectSigners(...secrets: string[]): Promise<void> {
    const count = receiver.received.length + 1;
    expect((await agency.call('POST', `/v1/webhooks/${id}/ping`)).status).toBe(202);
    const { headers, body } = (await receiver.waitFor(count)).at(-1)!;
    const timestamp = headers['service-signature-timestamp'] as string;
    const own = (secret: string) => `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
    expect(headers['service-signature']).toBe(secrets.map(own).join(','));
    expect(headers['legacy-signature']).toBe(headers['service-signature']);
    const standard = (secret: string) => {
      const key = Buffer.from(secret.slice('svc_whsec_'.length), 'base64');
      return `v1,${createHmac('sha256', key)
        .update(`${headers['webhook-id'] as string}.${timestamp}.${body}`)
        .digest('base64')}`;
    };
    expect(headers['webhook-signature']).toBe(secrets.map(standard).join(' '));
  }

  it('each sign until their own expiry, newest first, also after further rotations', async () => {
    const second = await rotated(3_600);
    const third = await rotated(60);
    await expectSigners(third, second, first);
    const fourth = await rotated(0);
    await expectSigners(fourth, second, first);
    const fifth = await rotated();
    await expectSigners(fifth, second, first);
  });

  it('stop signing when they expire by the clock of the database', async () => {
    const second = await rotated(3_600);
    const third = await rotated(3_600);
    await expectSigners(third, second, first);
    const expire = (place: number) =>
      agency.service.database.query({
        text: `UPDATE webhook_endpoints SET earlier_secrets_expire_at[$2] = now() - interval '1 millisecond' WHERE id = $1`,
        values: [id, place],
      });
    await expire(2);
    await expectSigners(third, second);
    const fourth = await rotated(60);
    expect((await agency.stored(id)).earlier_secret_ciphertexts).toHaveLength(2);
    await expectSigners(fourth, third, second);
    await expire(1);
    await expire(2);
    await expectSigners(fourth);
  });

  it('are at most 5 with the current one: a rotation that would add one is refused, and changes nothing', async () => {
    const secrets = [first];
    for (let n = 0; n < 4; n++) secrets.unshift(await rotated(3_600 + n));
    const before = await agency.stored(id);
    const expiry = before.earlier_secrets_expire_at.at(-1).toISOString();
    expect(await rotate(60)).toMatchObject(problem(422, 'webhook_secret_limit', { detail: expect.stringContaining(expiry) }));
    expect(await agency.stored(id)).toEqual(before);
    await expectSigners(...secrets);
    const current = await rotated(0);
    await expectSigners(current, ...secrets.slice(1));
  });

  it('are limited under concurrent rotations', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => rotate(3_600)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 422, 422, 422, 422]);
    expect((await agency.stored(id)).earlier_secret_ciphertexts).toHaveLength(4);
  });

  it('are those of the endpoint in whatever case its id is written', async () => {
    await expectSigners(await rotated(60, id.toUpperCase()), first);
  });
});
