import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { problem, useService, type Agency } from './fixture.ts';

const start = new Date(Date.now() - 3_600_000).toISOString();
const path = (id: string, recoveryId = '') => `/v1/webhooks/${id}/recoveries${recoveryId && `/${recoveryId}`}`;

async function request(agency: Agency, id: string, key = agency.key): Promise<any> {
  const answer = await agency.call('POST', path(id), { key, body: { start } });
  expect(answer).toMatchObject({ status: 202, body: { status: 'queued' } });
  return answer.body;
}

const cancelled = async (agency: Agency) =>
  (await agency.call('GET', '/v1/audit')).body.data.filter(({ action }: any) => action === 'recovery.cancelled');

describe('DELETE /v1/webhooks/{endpoint_id}/recoveries/{recovery_id}', () => {
  const newAgency = useService();
  it('stops an open recovery, with one entry of the audit log, and returns the same again', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    const recovery = await request(agency, id);
    const answer = await agency.call('DELETE', path(id, recovery.id));
    expect(answer).toMatchObject({ status: 200, body: { ...recovery, status: 'stopped', ended_at: expect.any(String) } });
    expect(await agency.call('DELETE', path(id, recovery.id))).toMatchObject({ status: 200, body: answer.body });
    expect((await agency.call('GET', path(id, recovery.id))).body).toEqual(answer.body);
    expect(await cancelled(agency)).toMatchObject([{ subject_id: id, details: { recovery_id: recovery.id } }]);
  });

  it('lets the next recovery of the endpoint begin at once, although the job waits after failures', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    const recovery = await request(agency, id);
    await request(agency, id);
    const { database } = agency.service;
    const values = [`recover_events:${id}`];
    const fail = `UPDATE graphile_worker._private_jobs SET attempts = 9, run_at = now() + interval '1 day' WHERE key = $1`;
    await database.query({ text: fail, values });
    expect(await agency.call('DELETE', path(id, recovery.id))).toMatchObject({ status: 200 });
    const job = 'SELECT attempts, run_at <= now() AS is_due FROM graphile_worker._private_jobs WHERE key = $1';
    expect(await database.query({ text: job, values })).toEqual([{ attempts: 0, is_due: true }]);
  });

  it('returns a recovery that completed as it is', async () => {
    const agency = await newAgency();
    const { id } = await agency.addEndpoint();
    const recovery = await request(agency, id);
    const text = `UPDATE webhook_recoveries SET status = 'completed', ended_at = date_trunc('milliseconds', now()) WHERE id = $1`;
    await agency.service.database.query({ text, values: [recovery.id] });
    const completed = (await agency.call('GET', path(id, recovery.id))).body;
    expect(await agency.call('DELETE', path(id, recovery.id))).toMatchObject({ status: 200, body: completed });
    expect(completed.status).toBe('completed');
    expect(await cancelled(agency)).toEqual([]);
  });

  it('fails with 404 for a recovery of another endpoint, of creators that the key does not have, or that is unknown', async () => {
    const agency = await newAgency();
    const [one, other] = [await agency.addEndpoint({ allowed_creator_ids: ['ada'] }), await agency.addEndpoint()];
    const recovery = await request(agency, other.id);
    const unknown = problem(404, 'unknown_webhook_recovery');
    for (const id of [recovery.id, randomUUID(), 'nothing', recovery.id.replace('-', '')])
      expect(await agency.call('DELETE', path(one.id, id))).toMatchObject(unknown);
    expect(await agency.call('DELETE', path(other.id, recovery.id), { key: agency.adaKey })).toMatchObject(
      problem(404, 'unknown_webhook_endpoint'),
    );
    const whole = await request(agency, one.id);
    await agency.service.database.query({ text: `UPDATE webhook_recoveries SET creator_ids = '{}' WHERE id = $1`, values: [whole.id] });
    expect(await agency.call('DELETE', path(one.id, whole.id), { key: agency.adaKey })).toMatchObject(unknown);
    for (const [id, recoveryId] of [
      [other.id, recovery.id],
      [one.id, whole.id],
    ])
      expect((await agency.call('GET', path(id, recoveryId))).body.status).toBe('queued');
    const own = await request(agency, one.id, agency.adaKey);
    expect(await agency.call('DELETE', path(one.id, own.id), { key: agency.adaKey })).toMatchObject({
      status: 200,
      body: { status: 'stopped' },
    });
  });
});
