import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { Keyring } from '../../server/access/encryption/keyring.ts';
import { exportedTables } from '../../server/entities/exported-table.ts';
import { tablesOfAgency, tablesOfFan } from '../../server/entities/erasure.ts';
import { declarations, tableNames } from '../../server/models/tables.ts';
import { fanSteps } from '../../server/retention/erasure/fan-steps.ts';
import { problem } from '../api/agency.ts';
import { unknownId } from '../api/operator/fixture.ts';
import { fan, order } from '../records/records.ts';
import { createSampleAgency, type SampleAgency } from '../support/sample-agency.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startService, type TestAgency, type TestService } from '../support/service.ts';
import { searchDatabase } from './database-search.ts';
import { person, records, useFan } from './erasure-fixture.ts';

interface Exported {
  readonly table: string;
  readonly row: Record<string, unknown>;
}

let service: TestService;
let refusing: Receiver;

beforeAll(async () => {
  service = await startService({ retryDelaysMs: [20, 20, 20] });
  refusing = await startReceiver();
  refusing.answer = (_request, response, { body }) => void response.writeHead(500).end(body);
});
afterAll(async () => {
  await service.close();
  await refusing.close();
});

const rows = <Row>(text: string, ...values: unknown[]) => service.database.query<Row>({ text, values });
const open = (id: string, fanId?: string) =>
  service.operator(
    'POST',
    `/operator/v1/agencies/${id}/${fanId === undefined ? 'export' : 'fan-exports'}`,
    fanId === undefined ? undefined : { fan_id: fanId },
  );
const pageOf = (exportId: string, query: Record<string, string> = {}) =>
  service.operator('GET', `/operator/v1/exports/${exportId}/rows?${new URLSearchParams(query).toString()}`);

/** All pages; `between` runs after each. */
async function read(exportId: string, limit = 500, between: (page: number) => Promise<void> = async () => undefined): Promise<Exported[]> {
  const all: Exported[] = [];
  for (let cursor: string | null = '', page = 1; cursor !== null; page++) {
    const { status, body, text } = await pageOf(exportId, { limit: String(limit), ...(cursor === '' ? {} : { cursor }) });
    expect(status, text).toBe(200);
    expect(body.data.length).toBeLessThanOrEqual(limit);
    all.push(...(body.data as Exported[]));
    cursor = body.next_cursor as string | null;
    await between(page);
  }
  return all;
}

const countsOf = (exported: readonly Exported[]) =>
  Object.fromEntries([...Map.groupBy(exported, ({ table }) => table)].map(([table, found]) => [table, found.length]));

/** Of a search of the database, the tables without the days of partitions. */
const tablesIn = (found: Record<string, number>) => [...new Set(Object.keys(found).map((name) => name.replace(/_\d+$/, '')))];

const notExported: readonly string[] = tableNames.filter((name) => declarations[name].export?.leftOut);
const outside = ['graphile_worker._private_jobs'];

describe('the export of an agency', () => {
  let agency: SampleAgency;
  let other: SampleAgency;
  let secrets: string[];

  beforeEach(async () => {
    [agency, other] = [await createSampleAgency(service, 'exported'), await createSampleAgency(service, 'other')];
    const { body: link } = await service.operator('POST', `/operator/v1/agencies/${agency.id}/portal-links`, { label: 'link' });
    const endpoint = { label: 'e', url: 'https://exported.example.com/in', enabled_event_types: ['order.created'] };
    const { body: made } = await service.request('POST', '/v1/webhooks', { key: agency.key, body: endpoint });
    secrets = [agency.key, made.secret as string, new URL(link.url as string).hash.slice(1) || (link.url as string)];
    await agency.ingest([order('exported-order', 'creator-1')]);
  });

  test('has a row for each row of the agency in every table, and none of others', async () => {
    const { status, body } = await open(agency.id);
    expect({ status, body }).toMatchObject({ status: 201, body: { agency_id: agency.id, kind: 'agency' } });
    const exported = await read(body.id as string, 3);
    const counts = countsOf(exported);
    for (const { table, rows: condition } of tablesOfAgency) {
      if (
        notExported.includes(table) ||
        ['rate_windows', 'key_uses', 'agency_writes', 'delivery_queue', 'delivery_minutes'].includes(table)
      )
        continue;
      const [stored] = await rows<{ count: number }>(`SELECT count(*) FROM ${table} WHERE ${condition}`, agency.id);
      expect({ table, count: counts[table] ?? 0 }).toEqual({ table, count: stored!.count });
    }
    expect(Object.keys(counts)).toEqual(
      expect.arrayContaining(['agencies', 'orders', 'fans', 'webhook_endpoints', 'api_keys', 'audit_log']),
    );
    expect(JSON.stringify(exported)).not.toContain(other.id);
    expect(new Set(exported.map((row) => JSON.stringify(row))).size).toBe(exported.length);
  });

  test('contains no secret, no hash of one, and nothing about operators', async () => {
    await service.operator('POST', `/operator/v1/agencies/${agency.id}/containment`, { reason: 'reason-for-operators', notice: 'n' });
    const text = JSON.stringify(await read((await open(agency.id)).body.id as string));
    const hashes = await rows<{ hash: string }>(
      `SELECT encode(key_hash, 'hex') AS hash FROM api_keys WHERE agency_id = $1 UNION ALL SELECT encode(secret_ciphertext, 'hex') FROM webhook_endpoints WHERE agency_id = $1
        UNION ALL SELECT encode(secret_hash, 'hex') FROM portal_links WHERE agency_id = $1`,
      agency.id,
    );
    const base64 = hashes.map(({ hash }) => Buffer.from(hash, 'hex').toString('base64'));
    for (const secret of [...secrets, ...hashes.map(({ hash }) => hash), ...base64, 'reason-for-operators'])
      expect(text).not.toContain(secret);
    expect(text).toContain('secret_prefix');
    expect(text).not.toMatch(/"actor_kind":"operator","actor_id":"|"actor_kind":"operator","actor_id":null,"actor_name":"/);
  });

  test('covers every table in which the database has the id of the agency, and none that the erasure leaves', async () => {
    const found = tablesIn(await searchDatabase(service.database, agency.id)).filter((name) => !outside.includes(name));
    const covered = [...exportedTables(null).map(({ table }) => table as string), ...notExported];
    expect(covered).toEqual(expect.arrayContaining(found));
    const erased = [...tablesOfAgency.map(({ table }) => table), 'audit_log', 'erasures'];
    expect(covered.toSorted()).toEqual(erased.toSorted());
  });

  test('is in the audit log, also where no row was read', async () => {
    await open(agency.id);
    const { body } = await service.operator('GET', `/operator/v1/audit?agency_id=${agency.id}&actions=agency.exported`);
    expect(body.data).toMatchObject([{ subject_id: agency.id, actor: { kind: 'operator' } }]);
    const own = await service.request('GET', '/v1/audit?actions=agency.exported', { key: agency.key });
    expect(own.body.data).toMatchObject([{ action: 'agency.exported', actor: { name: null } }]);
  });

  test('ends with the erasure of the agency', async () => {
    const { id } = (await open(agency.id)).body as { id: string };
    const { name } = (await service.operator('GET', `/operator/v1/agencies/${agency.id}`)).body as { name: string };
    await service.operator('POST', `/operator/v1/agencies/${agency.id}/erasure`, { agency_name: name });
    expect(await pageOf(id)).toMatchObject(problem(404, 'not_found'));
    expect(await open(agency.id)).toMatchObject(problem(404, 'not_found'));
    expect(await open(agency.id, 'fan-1')).toMatchObject(problem(404, 'not_found'));
  });

  test('has 10,000 rows each once while others are added, and takes one statement of a bounded size for each page', async () => {
    await rows(
      `INSERT INTO orders (agency_id, id, order_type, creator_id, account_id, amount_cents, created_at)
       SELECT $1, 'n' || lpad(n::text, 6, '0'), 'tip', 'creator-1', 'account-1', 100, now() FROM generate_series(2, 20000, 2) n`,
      agency.id,
    );
    const { id } = (await open(agency.id)).body as { id: string };
    let added = 0;
    const exported = await read(id, 500, async () => {
      const name = `n${String(1 + 1_000 * added).padStart(6, '0')}`;
      added += 1;
      await rows(
        `INSERT INTO orders (agency_id, id, order_type, creator_id, account_id, amount_cents, created_at) VALUES ($1, $2, 'tip', 'creator-1', 'account-1', 1, now())`,
        agency.id,
        name,
      );
    });
    const ids = exported.filter(({ table, row }) => table === 'orders' && row['amount_cents'] === 100).map(({ row }) => String(row['id']));
    expect(ids.filter((orderId) => orderId.startsWith('n'))).toHaveLength(10_000);
    const all = exported.filter(({ table }) => table === 'orders').map(({ row }) => String(row['id']));
    expect(all).toEqual([...new Set(all)].toSorted());
  });
});

describe('the export of a fan', () => {
  let agency: TestAgency;

  beforeAll(async () => {
    agency = await service.createAgency();
    const types = ['order.created', 'order.refunded', 'assignment.updated', 'conversation.ai_control_requested'];
    await service.request('POST', '/v1/webhooks', { key: agency.key, body: { url: refusing.url, enabled_event_types: types } });
    await agency.ingest(records());
    await useFan(service, agency);
    await vi.waitFor(
      async () => expect(await rows('SELECT count(*) FROM delivery_queue WHERE agency_id = $1', agency.id)).toEqual([{ count: 0 }]),
      15_000,
    );
    await rows(
      `INSERT INTO ingestions (agency_id, outcome, slug, detail, request_count, created_count, updated_count, unchanged_count)
       VALUES ($1, 'refused', 'validation_failed', 'The fan ' || $2 || ' is unknown.', 1, 0, 0, 0)`,
      agency.id,
      person.id,
    );
    await service.operator('POST', '/operator/v1/projections/refresh');
    await rows(
      `INSERT INTO delivery_queue (agency_id, endpoint_id, event_type, event_id, creator_id, occurred_at, generation, due_at, data)
       SELECT agency_id, id, 'order.created', uuidv7(), 'c1', now(), generation, now() + interval '1 hour', json_build_object('id', 'o9', 'fan_id', $2::text)
         FROM webhook_endpoints WHERE agency_id = $1`,
      agency.id,
      person.id,
    );
    await rows(
      `INSERT INTO webhook_recoveries (agency_id, endpoint_id, creator_ids, start_at, end_at, source, after_at, after_id)
       SELECT agency_id, id, '{}', now() - interval '1 hour', now(), 'assignments', now(), json_build_array('account-c1', $2::text)::text FROM webhook_endpoints WHERE agency_id = $1`,
      agency.id,
      person.id,
    );
  });

  test('has the rows of every table in which the database names the fan, on all accounts, and nothing of other fans', async () => {
    const { status, body } = await open(agency.id, person.id);
    expect({ status, body }).toMatchObject({ status: 201, body: { kind: 'fan', agency_id: agency.id } });
    expect(JSON.stringify(body)).not.toContain(person.id);
    const exported = await read(body.id as string, 2);
    expect(countsOf(exported)).toMatchObject({
      fans: 2,
      orders: 2,
      sends: 1,
      sent_messages: 1,
      ai_requests: 1,
      insights: 1,
      fan_spends: 2,
      delivery_queue: 1,
      webhook_recoveries: 1,
    });
    const found = tablesIn(await searchDatabase(service.database, person.id));
    expect(found).toEqual(expect.arrayContaining(['webhook_events', 'delivery_history', 'delivery_failures', 'audit_log', 'ingestions']));
    expect(Object.keys(countsOf(exported)).toSorted()).toEqual(found.toSorted());
    expect(JSON.stringify(exported)).not.toContain('fan-other');
    const history = exported.filter(({ table }) => table === 'delivery_history');
    expect(JSON.stringify(history)).toContain(person.id);
  });

  test('has the tables that the erasure of a fan changes', () => {
    const changed = new Set<string>([...fanSteps.map(({ table }) => table), ...tablesOfFan.map(({ table }) => table), 'delivery_history']);
    changed.delete('idempotent_answers');
    expect(
      exportedTables('any fan')
        .map(({ table }) => table as string)
        .toSorted(),
    ).toEqual([...changed].toSorted());
  });

  test('finds rows in the runs behind the first one', async () => {
    const many = await service.createAgency();
    await many.ingest(records());
    await rows(
      `INSERT INTO sends (agency_id, id, sent_at, source, creator_id, fan_id, is_private_media, media)
       SELECT $1, 'm' || lpad(n::text, 6, '0'), now(), 'messaging', 'c1', CASE WHEN n % 4000 = 0 THEN $2 ELSE 'fan-other' END, false, '[]' FROM generate_series(1, 12000) n`,
      many.id,
      person.id,
    );
    const exported = await read((await open(many.id, person.id)).body.id as string, 200);
    expect(exported.filter(({ table }) => table === 'sends').map(({ row }) => row['id'])).toEqual(['m004000', 'm008000', 'm012000', 's1']);
  });

  test('is empty for a fan of another agency and for one without data', async () => {
    const other = await service.createAgency();
    await other.ingest(records().filter(({ type }) => type === 'creator'));
    await other.ingest([fan('account-c1', 'fan-elsewhere')]);
    for (const id of ['fan-elsewhere', 'fan-nowhere']) {
      const exported = await read((await open(agency.id, id)).body.id as string);
      expect(exported.map(({ table, row }) => [table, row['action']])).toEqual([['audit_log', 'fan.exported']]);
    }
  });
});

describe('operations of exports', () => {
  test('refuse unknown agencies, altered ids, expired ones, and cursors of another export', async () => {
    for (const id of [unknownId, 'nothing']) {
      expect(await open(id)).toMatchObject(problem(404, 'not_found'));
      expect(await open(id, 'x')).toMatchObject(problem(404, 'not_found'));
    }
    const agency = await service.createAgency();
    const { id } = (await open(agency.id)).body as { id: string };
    const { id: second } = (await open(agency.id)).body as { id: string };
    const cursor = (await pageOf(id)).body.next_cursor as string;
    expect(await pageOf(`${id.slice(0, -2)}AA`)).toMatchObject(problem(404, 'not_found'));
    expect(await pageOf('A')).toMatchObject(problem(404, 'not_found'));
    const keyring = new Keyring(service.config.encryptionKey!);
    const endingIn = (ms: number) => keyring.encrypt(JSON.stringify([agency.id, null, Date.now() + ms]), 'export').toString('base64url');
    expect(await pageOf(endingIn(60_000))).toMatchObject({ status: 200 });
    expect(await pageOf(endingIn(-1))).toMatchObject(problem(404, 'not_found'));
    expect(await pageOf(second, { cursor })).toMatchObject(problem(400, 'invalid_cursor'));
    expect(await pageOf(id, { cursor: `${cursor}A` })).toMatchObject(problem(400, 'invalid_cursor'));
    expect(await pageOf(id, { limit: '501' })).toMatchObject(problem(400, 'validation_failed'));
  });

  test('require the permission for everything', async () => {
    const agency = await service.createAgency();
    const { body } = await service.operator('POST', '/operator/v1/tokens', {
      name: `reader ${agency.id}`,
      scopes: ['read', 'keys', 'ingest'],
    });
    const headers = { authorization: `Bearer ${body.token as string}` };
    const { id } = (await open(agency.id)).body as { id: string };
    for (const [method, path] of [
      ['POST', `/operator/v1/agencies/${agency.id}/export`],
      ['GET', `/operator/v1/exports/${id}/rows`],
    ] as const) {
      expect((await fetch(service.operatorUrl + path, { method, headers })).status).toBe(403);
    }
  });
});
