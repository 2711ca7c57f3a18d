import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { removeOldAccessRecords } from '../../server/retention/access-records.ts';
import { problem } from '../api/agency.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startService, type TestAgency, type TestService } from '../support/service.ts';
import { creatorRecords, tip } from './tips.ts';

const soon = { timeout: 30_000, interval: 50 };
const hourMs = 3_600_000;

/** One story: each test continues the one before. */
describe('acknowledgements of incidents', { shuffle: false }, () => {
  let service: TestService;
  let agency: TestAgency;
  let receivers: Receiver[];
  let ids: string[];
  beforeAll(async () => {
    service = await startService({ retryDelaysMs: [20, 20, 20], times: { measurementMs: 0 } });
    agency = await service.createAgency();
    await agency.ingest(creatorRecords);
    receivers = [await startReceiver(), await startReceiver()];
    for (const receiver of receivers) {
      receiver.answer = 503;
      const body = { url: receiver.url, label: 'Ledger', enabled_event_types: ['order.created'] };
      expect((await service.request('POST', '/v1/webhooks', { key: agency.key, body })).status).toBe(201);
    }
    await fail('first', 4);
    await vi.waitFor(async () => expect(await list()).toHaveLength(2), soon);
    ids = (await list()).map(({ id }) => id);
  });
  afterAll(async () => {
    await service.close();
    await Promise.all(receivers.map((receiver) => receiver.close()));
  });

  const list = async () =>
    (await service.operator('GET', '/operator/v1/incidents')).body.groups as { id: string; host: string; acknowledgement: unknown }[];
  const pathOf = (id: string) => `/operator/v1/incidents/${id}/acknowledgement`;
  const acknowledge = (id: string, body: object) => service.operator('PUT', pathOf(id), body);
  const acknowledgementOf = async (id: string) => (await list()).find((group) => group.id === id)!.acknowledgement;
  const inHours = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString();
  const fail = async (orderId: string, count: number) => {
    await agency.ingest([tip(orderId)]);
    await Promise.all(receivers.map((receiver) => receiver.waitFor(count, 30_000)));
  };
  const actions = async () =>
    (await service.operator('GET', '/operator/v1/audit')).body.data.map(({ action, subject_name, details }: any) => [
      action,
      subject_name,
      details.note,
    ]);

  it('an operator acknowledges a group with a note, which the list and the audit log show', async () => {
    const { status, body } = await acknowledge(ids[0]!, { kind: 'acknowledged', note: 'Northlight is informed.' });
    expect([status, body]).toEqual([
      200,
      { kind: 'acknowledged', note: 'Northlight is informed.', by: 'OPERATOR_TOKEN', at: expect.any(String), until: null },
    ]);
    expect(await acknowledgementOf(ids[0]!)).toEqual(body);
    expect((await actions())[0]).toEqual(['incident_group.acknowledged', (await list())[0]!.host, body.note]);
  });

  it('a muted group is listed last until the end of the mute, and the next acknowledgement replaces it', async () => {
    const until = inHours(2);
    expect((await acknowledge(ids[0]!, { kind: 'muted', until })).body).toMatchObject({ kind: 'muted', note: '', until });
    expect((await list()).map(({ id }) => id)).toEqual([ids[1], ids[0]]);
    await service.database.query({ text: 'UPDATE incident_acknowledgements SET until = now()' });
    expect(await acknowledgementOf(ids[0]!)).toBeNull();
    await removeOldAccessRecords(service.database, new AbortController().signal);
    expect(await service.database.query({ text: 'SELECT FROM incident_acknowledgements' })).toEqual([]);
    await acknowledge(ids[0]!, { kind: 'muted', until });
    await acknowledge(ids[0]!, { kind: 'acknowledged' });
    expect(await acknowledgementOf(ids[0]!)).toMatchObject({ kind: 'acknowledged', until: null });
  });

  it('refuses an unknown group, an end of an acknowledgement, and a mute without an end, in the past or too long', async () => {
    expect(await acknowledge('0000000000000000', { kind: 'acknowledged' })).toMatchObject(problem(404, 'not_found'));
    for (const body of [
      { kind: 'acknowledged', until: inHours(1) },
      { kind: 'muted' },
      { kind: 'muted', until: inHours(-1) },
      { kind: 'muted', until: inHours(91 * 24) },
      { kind: 'acknowledged', note: 'x'.repeat(501) },
    ]) {
      expect(await acknowledge(ids[1]!, body)).toMatchObject(problem(400, 'validation_failed'));
    }
    expect(await acknowledgementOf(ids[1]!)).toBeNull();
  });

  it('an operator ends an acknowledgement, once in the audit log', async () => {
    await acknowledge(ids[1]!, { kind: 'muted', until: inHours(1), note: 'Planned.' });
    for (let n = 0; n < 2; n++) expect((await service.operator('DELETE', pathOf(ids[1]!))).status).toBe(204);
    expect(await acknowledgementOf(ids[1]!)).toBeNull();
    expect((await actions()).slice(0, 2).map(([action]: string[]) => action)).toEqual([
      'incident_group.unacknowledged',
      'incident_group.muted',
    ]);
  });

  it('only the scope `all` may acknowledge', async () => {
    const body = { name: 'Reader', scopes: ['read'] };
    const { token } = (await service.operator('POST', '/operator/v1/tokens', body)).body;
    const response = await fetch(`${service.operatorUrl}${pathOf(ids[0]!)}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ kind: 'acknowledged' }),
    });
    expect(response.status).toBe(403);
  });

  it('an acknowledgement stays while the incident lasts, and ends when the group begins again', async () => {
    await fail('second', 8);
    expect(await acknowledgementOf(ids[0]!)).toMatchObject({ kind: 'acknowledged' });
    // Two hours later.
    await service.database.query({ text: `UPDATE incident_acknowledgements SET acknowledged_at = acknowledged_at - interval '2 hours'` });
    await service.database.query({
      text: `UPDATE delivery_minutes SET minute = minute - interval '2 hours', delivered_count = 100, http_5xx_count = 0`,
    });
    await fail('third', 12);
    await vi.waitFor(async () => expect(await list()).toHaveLength(2), soon);
    expect(await acknowledgementOf(ids[0]!)).toBeNull();
  });
});
