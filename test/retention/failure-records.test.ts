import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { limits } from '../../generated/limits.ts';
import type { Sql } from '../../server/database/client/sql.ts';
import { trimFailureRecords } from '../../server/retention/failure-records.ts';
import { Agency } from '../api/agency.ts';
import { allow, quotasOf } from '../api/quotas/quotas.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let agency: Agency;
let other: Agency;

beforeAll(async () => {
  service = await startService({ delivers: false });
});
beforeEach(async () => {
  [agency, other] = [await Agency.create(service), await Agency.create(service)];
});
afterAll(() => service.close());

const bound = (signal = new AbortController().signal) => trimFailureRecords(service.database, signal);

async function addEndpoint(of: Agency): Promise<string> {
  const body = { url: 'https://hooks.example.com/in', enabled_event_types: ['order.created', 'order.refunded'] };
  return (await of.call('POST', '/v1/webhooks', { body })).body.id as string;
}

/** Failures of an endpoint, one each so many hours, of two types in turn. The first one is the latest, and `after` hours old. */
const addFailures = (of: Agency, endpointId: string, count: number, { hours = 1, after = 0 } = {}) =>
  of.rows(
    `INSERT INTO delivery_failures (agency_id, endpoint_id, event_type, id, event_id, creator_id, occurred_at, delivery_id, error, attempts, data)
     SELECT $1, $2, (ARRAY['order.created', 'order.refunded'])[1 + n % 2], uuidv7(- interval '1 hour' * ($4::float8 * n + $5) - interval '1 minute'), uuidv7(), 'c1', now(), uuidv7(), 'timeout', '{}', '{"n":1}'
       FROM generate_series(0, $3 - 1) n RETURNING id`,
    endpointId,
    count,
    hours,
    after,
  );

const ids = async (of: Agency) =>
  (await of.rows<{ id: string }>('SELECT id FROM delivery_failures WHERE agency_id = $1 ORDER BY id DESC')).map(({ id }) => id);
const use = async (of: Agency) => (await quotasOf(of)).failure_records;

describe('the quota of failure records', () => {
  test('keeps the latest of an agency, of all its endpoints and types and over many days, and those of others', async () => {
    const endpoints = [await addEndpoint(agency), await addEndpoint(agency)];
    for (const [index, id] of endpoints.entries()) await addFailures(agency, id, 1_300, { hours: 0.5, after: 0.25 * index });
    await addFailures(other, await addEndpoint(other), 20);
    const before = await ids(agency);
    await allow(agency, { failure_records: 1_001 });
    await bound();
    expect(await ids(agency)).toEqual(before.slice(0, 1_001));
    expect(await use(agency)).toEqual({ used: 1_001, allowed: 1_001 });
    await bound();
    expect(await use(agency)).toEqual({ used: 1_001, allowed: 1_001 });
    expect(await ids(agency)).toEqual(before.slice(0, 1_001));
    expect(await use(other)).toEqual({ used: 20, allowed: 2_000_000 });
    const listed = await agency.get(`/v1/webhooks/${endpoints[0]}/failures?limit=100`);
    expect(listed.body.data).toHaveLength(100);
  });

  test('does not touch rows within it, and rows beyond it when the run is stopped', async () => {
    await addFailures(agency, await addEndpoint(agency), 10);
    await allow(agency, { failure_records: 10 });
    await bound();
    expect(await ids(agency)).toHaveLength(10);
    await allow(agency, { failure_records: 3 });
    await expect(bound(AbortSignal.abort())).rejects.toThrow();
    expect(await ids(agency)).toHaveLength(10);
    await allow(agency, { failure_records: 0 });
    await bound();
    expect(await ids(agency)).toEqual([]);
  });

  test('counts no failure that is no longer listed', async () => {
    const endpointId = await addEndpoint(agency);
    await addFailures(agency, endpointId, 3);
    await addFailures(agency, endpointId, 2, { after: 24 * limits.historyDays });
    await bound();
    expect(await use(agency)).toMatchObject({ used: 3 });
    expect((await agency.get(`/v1/webhooks/${endpointId}/failures`)).body.data).toHaveLength(3);
  });

  test('never shows more than is allowed while the oldest go', async () => {
    await addFailures(agency, await addEndpoint(agency), 2_500, { hours: 0.1 });
    await bound();
    await allow(agency, { failure_records: 2_500 });
    await addFailures(agency, await addEndpoint(agency), 500, { hours: 0.1 });
    const shown: number[] = [];
    const watched: Sql = {
      query: async (statement) => {
        const rows = await service.database.query<never>(statement);
        shown.push((await use(agency)).used as number);
        return rows;
      },
    };
    await trimFailureRecords(watched, new AbortController().signal);
    expect(shown.length).toBeGreaterThan(3);
    expect(Math.max(...shown)).toBe(2_500);
  });

  test('goes through more agencies than one batch has', async () => {
    await service.database.query({ text: `INSERT INTO agencies (name) SELECT 'Many ' || n FROM generate_series(1, 45) n` });
    await addFailures(other, await addEndpoint(other), 4);
    await allow(other, { failure_records: 1 });
    const last = await Agency.create(service);
    await addFailures(last, await addEndpoint(last), 2);
    await bound();
    expect(await ids(other)).toHaveLength(1);
    expect(await use(last)).toMatchObject({ used: 2 });
  });
});
