import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { limits } from '../../../generated/limits.ts';
import { IngestionLog } from '../../../server/ingestion/ingestion-log.ts';
import { trimIngestions } from '../../../server/retention/ingestions.ts';
import { sharedService, startService, type TestAgency, type TestService } from '../../support/service.ts';
import { invalid, problem } from '../agency.ts';
import { unknownId } from './fixture.ts';

let service: TestService;
let agency: TestAgency;
let log: IngestionLog;

beforeAll(async () => {
  service = await sharedService();
  log = new IngestionLog(service.database, 60_000);
});
beforeEach(async () => {
  agency = await service.createAgency();
});
afterAll(() => service.close());

const path = '/operator/v1/ingestions';
const list = async (query = `agency_ids=${agency.id}`) => (await service.operator('GET', `${path}?${query}`)).body;
const employee = (id: string) => ({ type: 'employee', id, name: id, email: null, role: 'chatter', active: true });
const refusal = (detail: string | undefined, members = {}) => ({ slug: 'validation_failed', detail, members });
const rows = <Row>(text: string, ...values: unknown[]) => service.database.query<Row>({ text, values });

describe('GET /operator/v1/ingestions', () => {
  it('shows ingested and refused batches of every process, which writes them at its end at the latest', async () => {
    const another = await startService({
      delivers: false,
      databaseUrl: service.config.databaseUrl!,
      encryptionKey: service.encryptionKey,
    });
    const send = (records: unknown) => another.operator('POST', `/operator/v1/agencies/${agency.id}/records`, { records });
    await send([employee('a'), employee('b')]);
    await send([employee('a'), { ...employee('c'), name: 'Other' }]);
    const refused = [
      await send([{ type: 'employee' }]),
      await send([{ type: 'send', id: 's', creator_id: 'nobody' }]),
      await another.operator('POST', `/operator/v1/agencies/${agency.id}/records`, '{'),
    ];
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400]);
    await another.operator('POST', `/operator/v1/agencies/${unknownId}/records`, { records: [employee('a')] });
    await another.close();
    const { data } = await list();
    expect(data).toContainEqual({
      id: expect.any(String),
      agency_id: agency.id,
      recorded_at: expect.stringMatching(/Z$/),
      outcome: 'recorded',
      request_count: 2,
      created_count: 3,
      updated_count: 0,
      unchanged_count: 1,
      slug: null,
      detail: null,
      errors: [],
    });
    const problems = data.filter(({ outcome }: { outcome: string }) => outcome === 'refused');
    expect(problems.length).toBeGreaterThanOrEqual(2);
    for (const entry of problems) {
      expect(entry).toMatchObject({
        request_count: expect.any(Number),
        created_count: 0,
        slug: 'validation_failed',
        detail: expect.any(String),
      });
    }
    expect(problems).toContainEqual(
      expect.objectContaining({ errors: expect.arrayContaining([{ path: 'records.0.id', message: expect.any(String) }]) }),
    );
    expect(await rows('SELECT FROM ingestions WHERE agency_id = $1', unknownId)).toEqual([]);
  });

  it('continues with anything in place of an agency', async () => {
    for (const text of ['%00', '%E0%A4%A', '%ED%A0%80', 'x'.repeat(10_000)]) {
      const answer = await service.operator('POST', `/operator/v1/agencies/${text}/records`, '{');
      expect(answer, text.slice(0, 20)).toMatchObject({ status: 400, body: { type: expect.stringMatching(/\/validation_failed$/) } });
    }
    log.refused('\0', refusal('x'));
    log.refused(agency.id, refusal('told'));
    await log.write();
    expect((await list()).data).toMatchObject([{ detail: 'told' }]);
  });

  it('groups requests that ended alike, and distinguishes twenty refusals', async () => {
    for (let time = 0; time < 3; time += 1) log.recorded(agency.id, { created: 1, updated: 2, unchanged: 3 });
    for (let number = 0; number < 25; number += 1) {
      log.refused(agency.id, refusal(`refusal ${number}`, { errors: [{ path: `records.${number}`, message: 'is wrong', keyword: 'x' }] }));
    }
    log.refused(agency.id, refusal('refusal 3', { errors: [{ path: 'records.3', message: 'is wrong' }] }));
    log.refused('no agency', refusal('x'));
    await log.write();
    const { data } = await list();
    expect(data.map(({ request_count, detail }: { request_count: number; detail: string }) => [request_count, detail]).toSorted()).toEqual(
      [[3, null], [5, null], ...Array.from({ length: 20 }, (_, number) => [number === 3 ? 2 : 1, `refusal ${number}`])].toSorted(),
    );
    expect(data).toContainEqual(
      expect.objectContaining({ outcome: 'recorded', request_count: 3, created_count: 3, updated_count: 6, unchanged_count: 9 }),
    );
    expect(data).toContainEqual(expect.objectContaining({ detail: 'refusal 7', errors: [{ path: 'records.7', message: 'is wrong' }] }));
  });

  it('stores the beginning of refused requests', async () => {
    const errors = Array.from({ length: 40 }, (_, index) => ({ path: `records.${index}.${'x'.repeat(500)}`, message: 'y'.repeat(500) }));
    log.refused(agency.id, refusal('z'.repeat(5_000), { errors }));
    await log.write();
    const [entry] = (await list()).data;
    expect([entry.detail.length, entry.errors.length]).toEqual([1_000, 10]);
    expect(entry.errors[9].message).toHaveLength(300);
  });

  it('collects entries during a database outage, up to a limit', async () => {
    let isAway = true;
    const away = new IngestionLog(
      { query: (statement) => (isAway ? Promise.reject(new Error('away')) : service.database.query(statement)) },
      60_000,
    );
    away.recorded(agency.id, { created: 1, updated: 0, unchanged: 0 });
    await expect(away.write()).rejects.toThrow('away');
    away.recorded(agency.id, { created: 1, updated: 0, unchanged: 0 });
    for (let number = 0; number < 11_000; number += 1) away.recorded(`agency ${number}`, { created: 1, updated: 0, unchanged: 0 });
    isAway = false;
    await away.write();
    expect((await list()).data).toMatchObject([{ request_count: 2, created_count: 2 }]);
  });

  it('is filtered by agencies and outcome, and paged', async () => {
    const other = await service.createAgency();
    for (const { id } of [agency, other]) {
      for (let number = 0; number < 3; number += 1) {
        log.recorded(id, { created: number, updated: 0, unchanged: 0 });
        log.refused(id, refusal(String(number)));
        await log.write();
      }
    }
    const both = `agency_ids=${agency.id},${other.id}`;
    expect((await list(both)).data).toHaveLength(12);
    const refused = await list(`${both}&outcome=refused`);
    expect(refused.data.map(({ agency_id, detail }: Record<string, string>) => [agency_id, detail])).toEqual(
      [other, agency].flatMap(({ id }) => ['2', '1', '0'].map((detail) => [id, detail])),
    );
    for (const query of [both, `agency_ids=${agency.id}`, 'outcome=recorded']) {
      const [whole, walked] = [(await list(query)).data, [] as unknown[]];
      let cursor = '';
      do {
        const page = await list(`${query}&limit=2${cursor && `&cursor=${cursor}`}`);
        walked.push(...page.data);
        cursor = page.next_cursor ?? '';
      } while (cursor);
      expect(walked.slice(0, whole.length)).toEqual(whole);
    }
    expect((await list(`agency_ids=${unknownId},nothing`)).data).toEqual([]);
    expect(await service.operator('GET', `${path}?outcome=lost`)).toMatchObject(invalid('outcome'));
    expect(await service.operator('GET', `${path}?cursor=x`)).toMatchObject(problem(400, 'invalid_cursor'));
  });

  it('is retained for some days, with the latest entries of an agency', async () => {
    const add = (days: number) =>
      rows(
        `INSERT INTO ingestions (id, agency_id, outcome, request_count, created_count, updated_count, unchanged_count)
         VALUES (uuidv7(- make_interval(days => $2)), $1, 'recorded', $2, 0, 0, 0)`,
        agency.id,
        days,
      );
    const kept = async () => (await list()).data.map(({ request_count }: { request_count: number }) => request_count);
    const { signal } = new AbortController();
    for (const days of [limits.ingestionDays + 1, limits.ingestionDays - 1, 3, 2, 1, 0]) await add(days);
    await trimIngestions(service.database, signal);
    expect(await kept()).toEqual([0, 1, 2, 3, limits.ingestionDays - 1]);
    await trimIngestions(service.database, signal, 2);
    expect(await kept()).toEqual([0, 1]);
  });
});
