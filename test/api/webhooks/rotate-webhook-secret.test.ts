import { describe, expect, it } from 'vitest';
import { problem, useService } from './fixture.ts';

describe('POST /v1/webhooks/{endpoint_id}/secret/rotation', () => {
  const newAgency = useService();
  const path = (id: string) => `/v1/webhooks/${id}/secret/rotation`;
  it('answers with a new secret, and the previous one ends at once by default', async () => {
    const agency = await newAgency();
    const { id, secret } = await agency.addEndpoint();
    for (const body of [undefined, {}, { previous_expires_in_seconds: 0 }]) {
      const answer = await agency.call('POST', path(id), { body });
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        secret: expect.stringMatching(/^svc_whsec_[A-Za-z0-9+/]{32}$/),
        secret_prefix: answer.body.secret.slice(0, 14),
        previous_expires_at: null,
      });
      expect(answer.body.secret).not.toBe(secret);
      expect((await agency.call('GET', `/v1/webhooks/${id}`)).body.secret_prefix).toBe(answer.body.secret_prefix);
      expect(await agency.stored(id)).toMatchObject({ earlier_secret_ciphertexts: [] });
    }
  });

  it('keeps the previous secret for the requested seconds', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    const before = await agency.stored(id);
    const answer = await agency.call('POST', path(id), { body: { previous_expires_in_seconds: 604_800 } });
    const expiresInMs = new Date(answer.body.previous_expires_at).getTime() - Date.now();
    expect(Math.abs(expiresInMs - 604_800_000)).toBeLessThan(60_000);
    expect((await agency.stored(id)).earlier_secret_ciphertexts).toEqual([before.secret_ciphertext]);
  });

  it.each([-1, 604_801, 1.5, '60', null])('answers 400 for %j seconds', async (seconds) => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    const answer = await agency.call('POST', path(id), { body: { previous_expires_in_seconds: seconds } });
    expect(answer).toMatchObject(problem(400, 'validation_failed', { errors: [{ path: 'previous_expires_in_seconds' }] }));
  });
});
