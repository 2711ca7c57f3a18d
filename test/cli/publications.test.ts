import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { creator } from '../records/records.ts';
import { startService, type TestAgency, type TestService } from '../support/service.ts';
import { CommandLine } from './run-svc.ts';

let service: TestService;
let agency: TestAgency;
let svc: CommandLine;

beforeAll(async () => {
  [service, svc] = await Promise.all([startService({ delivers: false }), CommandLine.create()]);
  agency = await service.createAgency();
  await agency.ingest([creator('c1')]);
  Object.assign(svc.environment, { SVC_OPERATOR_URL: service.operatorUrl, SVC_OPERATOR_TOKEN: service.operatorToken });
});
afterAll(() => Promise.all([service.close(), svc.close()]));

async function publish(text = 'Hello'): Promise<string> {
  return (await service.request('POST', '/v1/publications', { body: { creator_id: 'c1', text } })).body.id as string;
}

const claim = async (...options: string[]) => svc.run('publications', 'claim', ...options);
const report = (id: string, lease: string, ...options: string[]) => svc.run('publications', 'report', id, '--lease', lease, ...options);
const leaseOf = async () => (await claim()).json.data[0].lease_id as string;

describe('svc publications', () => {
  it('claims what is due as one document, up to a limit and for a time', async () => {
    const [first] = [await publish('first'), await publish('second')];
    const { code, json } = await claim('--limit', '1', '--lease-seconds', '600');
    expect(code).toBe(0);
    expect(json).toEqual({
      data: [{ lease_id: expect.any(String), agency_id: agency.id, publication: expect.objectContaining({ id: first }) }],
    });
    expect((await claim()).json.data).toMatchObject([{ publication: { text: 'second' } }]);
    expect(await claim()).toMatchObject({ code: 0, json: { data: [] } });
    await service.database.query({ text: 'DELETE FROM publications' });
  });

  it('reports what was posted, and the same again', async () => {
    const id = await publish();
    const lease = await leaseOf();
    const published = { id, status: 'published', published_at: '2026-07-18T21:00:00.000Z', failure_reason: null };
    for (let times = 0; times < 2; times += 1) {
      const answer = await report(id, lease, '--status', 'published', '--published-at', '2026-07-18T21:00:00Z');
      expect(answer).toMatchObject({ code: 0, json: published });
    }
    const otherwise = await report(id, lease, '--status', 'failed');
    expect(otherwise.code).toBe(1);
    expect(otherwise.stderr).toMatch(/^svc: publication_reported: .* \(409\)/);
  });

  it('reports what failed, with its reason', async () => {
    const id = await publish();
    const answer = await report(id, await leaseOf(), '--status', 'failed', '--reason', 'The media was refused.');
    expect(answer).toMatchObject({ code: 0, json: { id, status: 'failed', failure_reason: 'The media was refused.' } });
  });

  it('says by its exit code whether one is unknown, its lease has ended, or the token is wrong', async () => {
    const id = await publish();
    expect((await report(randomUUID(), randomUUID(), '--status', 'failed')).code).toBe(3);
    const ended = await report(id, randomUUID(), '--status', 'failed');
    expect(ended.code).toBe(1);
    expect(ended.stderr).toMatch(/^svc: lease_ended: .* \(409\)/);
    expect((await claim('--operator-token', 'wrong')).code).toBe(4);
    await service.database.query({ text: 'DELETE FROM publications' });
  });

  it.each([
    ['report without a lease', ['report', 'p1', '--status', 'failed']],
    ['report without a status', ['report', 'p1', '--lease', 'l1']],
    ['report with another status', ['report', 'p1', '--lease', 'l1', '--status', 'scheduled']],
    ['report of a success with a reason', ['report', 'p1', '--lease', 'l1', '--status', 'published', '--reason', 'x']],
    ['report of a failure with a time', ['report', 'p1', '--lease', 'l1', '--status', 'failed', '--published-at', '5m']],
    ['report with a time that is none', ['report', 'p1', '--lease', 'l1', '--status', 'published', '--published-at', 'noon']],
    ['claim of none', ['claim', '--limit', '0']],
    ['claim for no time', ['claim', '--lease-seconds', 'x']],
  ])('refuses a %s as wrong usage', async (_name, args) => {
    expect(await svc.run('publications', ...args)).toMatchObject({ code: 2, stdout: '' });
  });

  it('shows a table on a terminal: the ids that a report needs, whole', async () => {
    const id = await publish('New set on Friday.');
    const run = async (...args: string[]) =>
      (await svc.startAtTerminal(['publications', ...args], { columns: 110, environment: { NO_COLOR: '1' } }).done).stdout;
    const claimed = await run('claim');
    expect(claimed).toMatch(/^PUBLICATION\.ID +LEASE_ID +PUBLICATION\.TEXT\n/);
    const [, lease] = new RegExp(`^${id} +([\\w-]{36}) +New set on Friday\\.$`, 'm').exec(claimed)!;
    expect(claimed).toMatch(/svc publications report ID --lease LEASE_ID/);
    expect(await run('report', id, '--lease', lease!, '--status', 'published')).toMatch(/^status +published$/m);
    expect(await run('claim')).toBe('Nothing found.\n');
  });
});
