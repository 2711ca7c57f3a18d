import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startService, type TestAgency, type TestService } from '../support/service.ts';
import { creatorRecords, tip } from './tips.ts';

const soon = { timeout: 30_000, interval: 50 };

/** One story: each test continues the one before. */
describe('groups of incidents', { shuffle: false }, () => {
  let service: TestService;
  let agencies: TestAgency[];
  let refusing: Receiver;
  let other: Receiver;
  const endpointIds: string[] = [];
  beforeAll(async () => {
    service = await startService({ retryDelaysMs: [20, 20, 20], times: { measurementMs: 0 } });
    refusing = await startReceiver();
    refusing.answer = 503;
    other = await startReceiver();
    other.answer = 404;
    agencies = await Promise.all([1, 2, 3].map(() => service.createAgency()));
    for (const agency of agencies) {
      await agency.ingest(creatorRecords);
      for (let n = 0; n < 10; n++) endpointIds.push(await create(agency, `${refusing.url}/${n}`));
    }
  });
  afterAll(async () => {
    await service.close();
    await Promise.all([refusing.close(), other.close()]);
  });

  const create = async (agency: TestAgency, url: string) => {
    const body = { url, label: 'Ledger', enabled_event_types: ['order.created'] };
    return (await service.request('POST', '/v1/webhooks', { key: agency.key, body })).body.id as string;
  };
  const list = async (query = '') => (await service.operator('GET', `/operator/v1/incidents${query}`)).body;
  const hostOf = ({ url }: Receiver) => new URL(url).host;
  const disable = () =>
    service.database.query({
      text: `UPDATE webhook_endpoints SET status = 'disabled', disabled_reason = 'auto_breaker', disabled_at = now() WHERE id = ANY ($1::uuid[])`,
      values: [endpointIds],
    });

  it('30 endpoints of three agencies at one host are one group, with the attempts of the receiver’s own ledger', async () => {
    await Promise.all(agencies.map((agency) => agency.ingest([tip('first')])));
    await refusing.waitFor(120, 30_000);
    await vi.waitFor(async () => {
      const { groups, group_count: groupCount, data, incident_count: count } = await list();
      expect([groupCount, count]).toEqual([1, 30]);
      expect(groups).toEqual([
        {
          id: expect.stringMatching(/^[0-9a-f]{16}$/),
          host: hostOf(refusing),
          error: '503',
          label: '503 response',
          status: 'failing',
          since: expect.any(String),
          endpoint_count: 30,
          live_count: 30,
          disabled_count: 0,
          agency_count: 3,
          agency_names: expect.arrayContaining(agencies.map(() => expect.any(String))),
          endpoint_ids: expect.any(Array),
          unreplayed_count: 30,
          has_more_unreplayed: false,
          missed_count: 0,
          has_more_missed: false,
          acknowledgement: null,
        },
      ]);
      expect(groups[0].endpoint_ids.toSorted()).toEqual(endpointIds.toSorted());
      expect(new Set(data.map((incident: { group_id: string }) => incident.group_id))).toEqual(new Set([groups[0].id]));
      const counts = data.map(({ incident }: any) => incident.errors[0].count as number);
      expect(counts.reduce((sum: number, each: number) => sum + each, 0)).toBe(refusing.received.length);
    }, soon);
  });

  it('a group that fails now is above one whose endpoints are disabled, though that began later', async () => {
    await disable();
    const agency = await service.createAgency();
    await agency.ingest(creatorRecords);
    const live = await create(agency, other.url);
    await agency.ingest([tip('second')]);
    await other.waitFor(4, 30_000);
    await service.database.query({
      text: `UPDATE webhook_endpoints SET disabled_at = now() + interval '1 minute' WHERE id = ANY ($1::uuid[])`,
      values: [endpointIds],
    });
    await vi.waitFor(async () => {
      const { groups, data } = await list();
      expect(groups).toMatchObject([
        { host: hostOf(other), status: 'failing', error: '404', endpoint_ids: [live], live_count: 1, disabled_count: 0 },
        { host: hostOf(refusing), status: 'disabled', endpoint_count: 30, live_count: 0, disabled_count: 30 },
      ]);
      expect(data[0].endpoint_id).toBe(live);
      const [{ id }, disabled] = groups;
      expect(await list(`?group_id=${id}`)).toMatchObject({ groups: [{ id }], data: [{ endpoint_id: live }], incident_count: 1 });
      const of = await list(`?group_id=${disabled.id}`);
      expect(of.data.map((incident: { endpoint_id: string }) => incident.endpoint_id)).toEqual(disabled.endpoint_ids);
    }, soon);
  });
});
