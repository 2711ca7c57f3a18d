import { describe, expect, it } from 'vitest';
import { creator } from '../../records/records.ts';
import { invalid, problem } from '../agency.ts';
import { unknownId, useOperator } from './fixture.ts';

const pathOf = (agencyId: string) => `/operator/v1/agencies/${agencyId}/webhooks`;
const formerSecret = `legacy_whsec_${'Ab1+'.repeat(8)}`;
const wanted = { url: 'https://hooks.example.com/in', enabled_event_types: ['order.created'], secret: formerSecret };

describe('POST /operator/v1/agencies/{agency_id}/webhooks', () => {
  // Its health is of its own endpoints alone.
  const service = useOperator({});
  it.each([formerSecret, `svc_whsec_${'x'.repeat(32)}`])(
    'brings over an endpoint with the secret %s, which no answer shows',
    async (secret) => {
      const { id, key } = await service().createAgency();
      const answer = await service().operator('POST', pathOf(id), { ...wanted, label: 'Ledger', secret });
      expect(answer).toMatchObject({
        status: 201,
        body: { label: 'Ledger', status: 'active', api_version: '2026-07-06', allowed_creator_ids: [] },
      });
      expect(secret.startsWith(answer.body.secret_prefix)).toBe(true);
      expect(answer.text).not.toContain(secret);
      const listed = await service().request('GET', '/v1/webhooks', { key });
      expect(listed.body.data).toEqual([answer.body]);
    },
  );

  it('keeps the secret readable in whatever case the id of the agency is written', async () => {
    const { id, key } = await service().createAgency();
    expect((await service().operator('POST', pathOf(id.toUpperCase()), wanted)).status).toBe(201);
    const health = await service().request('GET', '/v1/_health', { key });
    expect(health.body.checks).toContainEqual(expect.objectContaining({ name: 'encryption_key', status: 'ok' }));
  });

  it('pins the version that is named, by name or date', async () => {
    const { id } = await service().createAgency();
    for (const version of ['Amethyste', '2026-07-06']) {
      const { body } = await service().operator('POST', pathOf(id), { ...wanted, api_version: version });
      expect(body.api_version).toBe('2026-07-06');
    }
    expect(await service().operator('POST', pathOf(id), { ...wanted, api_version: 'Beryl' })).toMatchObject(invalid('api_version'));
  });

  it('limits the endpoint to creators of the agency', async () => {
    const agency = await service().createAgency();
    await agency.ingest([creator('c1')]);
    const { body } = await service().operator('POST', pathOf(agency.id), { ...wanted, allowed_creator_ids: ['c1'] });
    expect(body.allowed_creator_ids).toEqual(['c1']);
    expect(await service().operator('POST', pathOf(agency.id), { ...wanted, allowed_creator_ids: ['c9'] })).toMatchObject(
      problem(404, 'unknown_creator'),
    );
  });

  it('refuses a private URL, one that is too long percent-encoded, and an eleventh endpoint', async () => {
    const { id } = await service().createAgency();
    expect(await service().operator('POST', pathOf(id), { ...wanted, url: 'https://10.0.0.1/' })).toMatchObject(
      problem(422, 'undeliverable_url'),
    );
    const long = `https://hooks.example.com/${'é'.repeat(2_000)}`;
    expect(await service().operator('POST', pathOf(id), { ...wanted, url: long })).toMatchObject(invalid('url'));
    for (let count = 0; count < 10; count += 1) expect(await service().operator('POST', pathOf(id), wanted)).toMatchObject({ status: 201 });
    expect(await service().operator('POST', pathOf(id), wanted)).toMatchObject(problem(422, 'webhook_endpoint_limit'));
  });

  it.each([
    [{ ...wanted, secret: `other_whsec_${'x'.repeat(32)}` }, 'secret'],
    [{ ...wanted, secret: `svc_whsec_${'x'.repeat(31)}` }, 'secret'],
    [{ ...wanted, secret: `svc_whsec_${'x'.repeat(32)},svc_whsec_${'y'.repeat(32)}` }, 'secret'],
    [{ ...wanted, enabled_event_types: ['ping'] }, 'enabled_event_types.0'],
    [{ ...wanted, enabled_event_types: [] }, 'enabled_event_types'],
  ])('refuses %j', async (body, place) => {
    const { id } = await service().createAgency();
    expect(await service().operator('POST', pathOf(id), body)).toMatchObject(invalid(place));
  });

  it('answers 404 for an unknown agency', async () => {
    expect(await service().operator('POST', pathOf(unknownId), wanted)).toMatchObject(problem(404, 'not_found'));
  });
});
