import { randomBytes, randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { newApiKey } from '../../../server/access/keys/api-keys.ts';
import { creator } from '../../records/records.ts';
import { invalid, problem } from '../agency.ts';
import { unknownId, useOperator } from './fixture.ts';

const pathOf = (agencyId: string) => `/operator/v1/agencies/${agencyId}/keys`;
const wanted = { label: 'Reporting', scopes: ['read:orders', 'read:creators'] };

describe('POST /operator/v1/agencies/{agency_id}/keys', () => {
  const service = useOperator();
  it('makes a key that works at once, and shows it only here', async () => {
    const { id } = await service().createAgency();
    const { status, body } = await service().operator('POST', pathOf(id), wanted);
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...wanted, creator_ids: [], expires_at: null, revoked_at: null });
    expect(body.api_key).toMatch(/^svc_live_[0-9A-Za-z]{38}$/);
    expect(body.api_key.startsWith(body.prefix)).toBe(true);
    expect(await service().request('GET', '/v1/me', { key: body.api_key })).toMatchObject({
      body: { agency: { id }, key: { id: body.id, prefix: body.prefix } },
    });
    expect((await service().operator('GET', pathOf(id))).text).not.toContain(body.api_key);
    const [row] = await service().database.query<{ stored: string }>({
      text: 'SELECT to_jsonb(k)::text AS stored FROM api_keys k WHERE id = $1',
      values: [body.id],
    });
    expect(row!.stored).not.toContain(body.api_key.slice(13));
  });

  it('limits a key to creators of the agency', async () => {
    const agency = await service().createAgency();
    await agency.ingest([creator('c1'), creator('c2')]);
    const { body } = await service().operator('POST', pathOf(agency.id), { ...wanted, creator_ids: ['c2'] });
    expect((await service().request('GET', '/v1/creators', { key: body.api_key })).body.data).toHaveLength(1);
    expect(await service().operator('POST', pathOf(agency.id), { ...wanted, creator_ids: ['c2', 'c9'] })).toMatchObject(
      problem(404, 'unknown_creator'),
    );
  });

  it('refuses an expired key from its instant on', async () => {
    const { id } = await service().createAgency();
    const { body } = await service().operator('POST', pathOf(id), { ...wanted, expires_at: '2026-01-01T01:00:00+01:00' });
    expect(body.expires_at).toBe('2026-01-01T00:00:00.000Z');
    expect(await service().request('GET', '/v1/me', { key: body.api_key })).toMatchObject(problem(401, 'expired_api_key'));
  });

  it.each([
    ['of the former prefix', `legacy_live_${randomBytes(24).toString('base64')}`],
    ['of the former prefix, as long as a new key', `legacy_live_${randomBytes(19).toString('hex')}`],
    ['of the current prefix, 32 hexadecimal digits', `svc_live_${randomBytes(16).toString('hex')}`],
    ['of the current prefix, 32 digits', `svc_live_${Array.from({ length: 32 }, () => randomInt(10)).join('')}`],
    ['of the current prefix, 64 characters', `svc_live_${randomBytes(45).toString('base64url')}._~+`],
    ['of the current prefix, as long as a new key, without its checksum', `svc_live_${randomBytes(19).toString('hex')}`],
    ['that another installation created', newApiKey()],
  ])('brings over a key %s, which works as it is', async (_, apiKey) => {
    const { id } = await service().createAgency();
    const { status, body } = await service().operator('POST', pathOf(id), { ...wanted, api_key: apiKey });
    expect({ status, apiKey: body.api_key }).toEqual({ status: 201, apiKey });
    expect(await service().request('GET', '/v1/me', { key: apiKey })).toMatchObject({ status: 200, body: { agency: { id } } });
    expect(await service().operator('POST', pathOf(id), { ...wanted, api_key: apiKey })).toMatchObject(invalid('api_key'));
  });

  it.each([
    ['of equal characters', 'z'.repeat(32)],
    ['of equal characters with a checksum', `${'0'.repeat(32)}x7Kp2Q`],
    ['of a repeated part', 'a1B2c3D4'.repeat(4)],
    ['of a long part, repeated once', 'kQ7xV2mP9sT4wB6n'.repeat(2)],
    ['of five characters', '01234'.repeat(4) + '43210'.repeat(4)],
    ['in the order of the alphabet', 'abcdefghijklmnopqrstuvwxyz012345'],
    ['that counts down', 'zyxwvutsrqponmlkjihgfedcba987654'],
  ])('does not bring over a key %s, which can be guessed', async (_, rest) => {
    const { id } = await service().createAgency();
    for (const prefix of ['svc_live_', 'legacy_live_']) {
      const answer = await service().operator('POST', pathOf(id), { ...wanted, api_key: prefix + rest });
      expect(answer).toMatchObject(invalid('api_key'));
      expect(answer.body.detail).toMatch(/is guessable/);
    }
  });

  it.each([`svc_live_${'z'.repeat(31)}`, `svc_live_${'z'.repeat(65)}`, `other_live_${'z'.repeat(32)}`, 'z'.repeat(40)])(
    'does not bring over %s',
    async (apiKey) => {
      const { id } = await service().createAgency();
      expect(await service().operator('POST', pathOf(id), { ...wanted, api_key: apiKey })).toMatchObject(invalid('api_key'));
    },
  );

  it.each([
    [{ ...wanted, scopes: [] }, 'scopes'],
    [{ ...wanted, scopes: ['read:everything'] }, 'scopes.0'],
    [{ scopes: ['read:orders'] }, 'label'],
    [{ ...wanted, expires_at: 'tomorrow' }, 'expires_at'],
  ])('refuses %j', async (body, place) => {
    const { id } = await service().createAgency();
    expect(await service().operator('POST', pathOf(id), body)).toMatchObject(invalid(place));
  });

  it('answers 404 for an unknown agency', async () => {
    for (const id of [unknownId, 'nobody']) {
      expect(await service().operator('POST', pathOf(id), wanted)).toMatchObject(problem(404, 'not_found'));
    }
  });
});

describe('GET /operator/v1/agencies/{agency_id}/keys', () => {
  const service = useOperator();
  it("lists the agency's keys, revoked ones too, and none of another agency", async () => {
    const { id } = await service()
      .operator('POST', '/operator/v1/agencies', { name: 'x' })
      .then(({ body }) => body);
    await service().createAgency();
    const [one, two] = [await service().operator('POST', pathOf(id), wanted), await service().operator('POST', pathOf(id), wanted)];
    await service().operator('DELETE', `/operator/v1/keys/${one.body.id}`);
    const { body } = await service().operator('GET', pathOf(id));
    expect(body.data.map((key: { id: string; revoked_at: unknown }) => [key.id, key.revoked_at !== null])).toEqual([
      [one.body.id, true],
      [two.body.id, false],
    ]);
    expect(await service().operator('GET', pathOf(unknownId))).toMatchObject(problem(404, 'not_found'));
  });
});

describe('DELETE /operator/v1/keys/{key_id}', () => {
  const service = useOperator();
  it('refuses the key from the next request on; may be repeated', async () => {
    const { id } = await service().createAgency();
    const { body } = await service().operator('POST', pathOf(id), { ...wanted, expires_at: '2026-01-01T00:00:00Z' });
    for (let time = 0; time < 2; time += 1)
      expect(await service().operator('DELETE', `/operator/v1/keys/${body.id}`)).toMatchObject({ status: 204 });
    expect(await service().request('GET', '/v1/me', { key: body.api_key })).toMatchObject(problem(401, 'invalid_api_key'));
  });

  it('revokes once under concurrent requests, and keeps the first time', async () => {
    const { id } = await service().createAgency();
    const { body } = await service().operator('POST', pathOf(id), wanted);
    const revoke = () => service().operator('DELETE', `/operator/v1/keys/${body.id}`);
    const revokedAt = async () => {
      const { body: listed } = await service().operator('GET', pathOf(id));
      return listed.data.find((key: { id: string }) => key.id === body.id).revoked_at as string;
    };
    for (const { status } of await Promise.all([revoke(), revoke(), revoke(), revoke()])) expect(status).toBe(204);
    const first = await revokedAt();
    expect(first).toMatch(/Z$/);
    expect((await revoke()).status).toBe(204);
    expect(await revokedAt()).toBe(first);
    const { body: log } = await service().operator('GET', `/operator/v1/audit?agency_id=${id}&actions=key.revoked`);
    expect(log.data).toMatchObject([{ subject_id: body.id, subject_name: wanted.label }]);
  });

  it('accepts the key until the time that the revocation leaves it, and never longer than its own', async () => {
    const { id } = await service().createAgency();
    const { body } = await service().operator('POST', pathOf(id), wanted);
    const revoke = (seconds: number) => service().operator('DELETE', `/operator/v1/keys/${body.id}?after_seconds=${seconds}`);
    const secondsLeft = async () => {
      const { body: listed } = await service().operator('GET', pathOf(id));
      const { expires_at: at, revoked_at: revokedAt } = listed.data.find((key: { id: string }) => key.id === body.id);
      expect(revokedAt).toBeNull();
      return (Date.parse(at as string) - Date.now()) / 1000;
    };
    expect((await revoke(86_400)).status).toBe(204);
    expect(await secondsLeft()).toBeCloseTo(86_400, -2);
    expect((await revoke(3_600)).status).toBe(204);
    expect((await revoke(604_800)).status).toBe(204);
    expect(await secondsLeft()).toBeCloseTo(3_600, -2);
    expect(await service().request('GET', '/v1/me', { key: body.api_key })).toMatchObject({ status: 200 });
    const { body: log } = await service().operator('GET', `/operator/v1/audit?agency_id=${id}&actions=key.revoked`);
    expect(log.data).toHaveLength(2);
    expect(log.data[1]).toMatchObject({ subject_id: body.id, details: { expires_at: expect.any(String) as string } });
    expect((await revoke(1)).status).toBe(204);
    await expect
      .poll(() => service().request('GET', '/v1/me', { key: body.api_key }), { timeout: 5_000 })
      .toMatchObject(problem(401, 'expired_api_key'));
    expect((await revoke(0)).status).toBe(204);
    expect(await service().request('GET', '/v1/me', { key: body.api_key })).toMatchObject(problem(401, 'invalid_api_key'));
  });

  it.each(['-1', '604801', 'a day'])('refuses a time of %s', async (seconds) => {
    const { id } = await service().createAgency();
    const { body } = await service().operator('POST', pathOf(id), wanted);
    expect(await service().operator('DELETE', `/operator/v1/keys/${body.id}?after_seconds=${encodeURIComponent(seconds)}`)).toMatchObject(
      invalid('after_seconds'),
    );
    expect(await service().request('GET', '/v1/me', { key: body.api_key })).toMatchObject({ status: 200 });
  });

  it('answers 404 for an unknown key', async () => {
    for (const id of [unknownId, 'nobody']) {
      for (const seconds of [0, 60])
        expect(await service().operator('DELETE', `/operator/v1/keys/${id}?after_seconds=${seconds}`)).toMatchObject(
          problem(404, 'not_found'),
        );
    }
  });
});
