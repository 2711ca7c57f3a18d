import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { WorkerPool } from '../../server/database/client/worker-pool.ts';
import { tablesOfAgency } from '../../server/entities/erasure.ts';
import { problem } from '../api/agency.ts';
import { unknownId } from '../api/operator/fixture.ts';
import { order } from '../records/records.ts';
import { createSampleAgency, type SampleAgency } from '../support/sample-agency.ts';
import { startService, type TestService } from '../support/service.ts';
import { rowsOfAgency, searchDatabase } from './database-search.ts';
import type { ErasedRows } from '../../generated/models.ts';
import { carryOut, tablesIn, workerOf } from './erasure-fixture.ts';

const name = 'Erasmus Erased Agency';
const notice = 'notice-of-erased';

let service: TestService;
let worker: WorkerPool;
let agency: SampleAgency;
let other: SampleAgency;
let keyId: string;

beforeAll(async () => {
  service = await startService({ delivers: false });
  worker = await workerOf(service);
});
beforeEach(async () => {
  [agency, other] = [await createSampleAgency(service, 'erased'), await createSampleAgency(service, 'other')];
  await rows('UPDATE agencies SET name = $2 WHERE id = $1', agency.id, name);
  keyId = (await service.request('GET', '/v1/me', { key: agency.key })).body.key.id as string;
  await service.operator('POST', `/operator/v1/agencies/${agency.id}/portal-links`, { label: 'erased link' });
  await service.operator('POST', `/operator/v1/keys/${keyId}/containment`, { reason: notice, notice });
  await service.operator('DELETE', `/operator/v1/keys/${keyId}/containment`);
  const body = { label: 'erased endpoint', url: 'https://erased.example.com/in', enabled_event_types: ['order.created'] };
  await service.request('POST', '/v1/webhooks', { key: agency.key, body });
  await agency.ingest([order('erased-order', 'creator-1')]);
  await service.operator('POST', `/operator/v1/agencies/${agency.id}/records`, { records: [order('x', 'erased-creator')] });
  await service.operator('POST', '/operator/v1/projections/refresh');
});
afterAll(async () => {
  await worker.close();
  await service.close();
});

const rows = <Row>(text: string, ...values: unknown[]) => service.database.query<Row>({ text, values });
const pathOf = (id: string) => `/operator/v1/agencies/${id}/erasure`;
const requestErasure = (body: object) => service.operator('POST', pathOf(agency.id), body);

describe('the erasure of an agency', () => {
  test('leaves no row of it but the audit log without names and the erasure itself, and every row of others as it was', async () => {
    await rows(
      "SELECT graphile_worker.add_job('notify_operator', json_build_object('data', json_build_object('agency_id', $1::text)))",
      agency.id,
    );
    const before = await rowsOfAgency(service.database, other.id);
    const others = (await rows<{ id: string }>('SELECT id::text FROM agencies WHERE id <> $1', agency.id)).map(({ id }) => id);
    const foreseen = (await requestErasure({ agency_name: name, dry_run: true })).body.counts as ErasedRows[];
    const { status, body } = await requestErasure({ agency_name: name });
    expect({ status, body }).toMatchObject({ status: 202, body: { kind: 'agency', status: 'queued' } });
    await carryOut(worker, body.id);

    expect(await searchDatabase(service.database, agency.id)).toEqual({ audit_log: expect.any(Number), erasures: 1 });
    for (const text of [
      name,
      notice,
      'erased link',
      'erased endpoint',
      'erased.example.com',
      'erased-order',
      'erased-creator',
      'erased employee',
    ]) {
      expect({ text, found: await searchDatabase(service.database, text, others) }).toEqual({ text, found: {} });
    }
    expect(await rowsOfAgency(service.database, other.id)).toEqual(before);
    const ended = (await service.operator('GET', `/operator/v1/erasures/${body.id}`)).body;
    expect(tablesIn(ended.counts)).toEqual(expect.arrayContaining(tablesIn(foreseen)));
    expect(ended).toMatchObject({
      status: 'completed',
      counts: expect.arrayContaining([
        foreseen.find(({ table }) => table === 'webhook_endpoints'),
        { table: 'creators', count: 2 },
        { table: 'agencies', count: 1 },
      ]),
    });
    const [entry] = (await service.operator('GET', `/operator/v1/audit?agency_id=${agency.id}&actions=agency.erased`)).body.data;
    expect(entry).toMatchObject({ actor: { kind: 'operator' }, subject_id: body.id, subject_name: 'erased', details: {} });
  });

  test('ends its keys, endpoints and records with the request, before anything is removed', async () => {
    const { body } = await requestErasure({ agency_name: name });
    expect(await service.request('GET', '/v1/me', { key: agency.key })).toMatchObject(problem(401, 'invalid_api_key'));
    expect(await service.operator('GET', `/operator/v1/agencies/${agency.id}`)).toMatchObject(problem(404, 'not_found'));
    expect(JSON.stringify((await service.operator('GET', '/operator/v1/agencies')).body)).not.toContain(agency.id);
    const records = { records: [{ type: 'tag', id: 't9', name: 'x', color: null, position: 1 }] };
    expect(await service.operator('POST', `/operator/v1/agencies/${agency.id}/records`, records)).toMatchObject(problem(404, 'not_found'));
    expect(await rows('SELECT 1 AS one FROM webhook_endpoints WHERE agency_id = $1', agency.id)).toEqual([]);
    expect((await requestErasure({ agency_name: name })).body).toMatchObject({ id: body.id, status: 'queued' });
    await carryOut(worker, body.id);
    expect(await requestErasure({ agency_name: name })).toMatchObject(problem(404, 'not_found'));
  });

  test('ends its live streams and its links to the portal with the request, before anything is removed', async () => {
    const { body: link } = await service.operator('POST', `/operator/v1/agencies/${agency.id}/portal-links`, {
      label: 'framed link',
      allowed_origins: ['https://framed.example.com'],
    });
    const [address, key] = (link.url as string).split('#key=');
    const openLink = () => service.request('POST', `/portal/${link.id}/session`, { key: null, version: null, body: { key } });
    const ancestors = async () => (await fetch(address!)).headers.get('content-security-policy');
    const stream = await fetch(`${service.baseUrl}/v1/webhooks/live`, {
      headers: { 'service-version': 'Amethyste', authorization: `Bearer ${agency.key}` },
    });
    expect([stream.status, (await openLink()).status]).toEqual([200, 201]);
    expect(await ancestors()).toContain('https://framed.example.com');

    const { body } = await requestErasure({ agency_name: name });
    // The rest of the stream: it ends.
    expect(await stream.text()).toContain('event: endpoints');
    expect(await openLink()).toMatchObject(problem(401, 'invalid_api_key'));
    expect(await ancestors()).not.toContain('https://framed.example.com');
    await carryOut(worker, body.id);
  });

  test('requires the exact name, and changes nothing without it or with dry_run', async () => {
    const before = await rowsOfAgency(service.database, agency.id);
    const refused = await requestErasure({ agency_name: name.toLowerCase() });
    expect(refused).toMatchObject(problem(400, 'validation_failed'));
    expect(refused.body.errors).toMatchObject([{ path: 'agency_name' }]);
    const { body } = await requestErasure({ agency_name: name, dry_run: true });
    expect(body).toMatchObject({ id: null, status: 'counted' });
    expect(body.counts).toEqual(
      expect.arrayContaining([
        { table: 'creators', count: 2 },
        { table: 'orders', count: 3 },
      ]),
    );
    expect(await rowsOfAgency(service.database, agency.id)).toEqual(before);
    expect((await service.request('GET', '/v1/me', { key: agency.key })).status).toBe(200);
  });

  test('empties every table with a column of the agency that does not go with its row', async () => {
    const found = await rows<{ name: string }>(
      `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
        WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace AND a.attname = 'agency_id'
          AND NOT EXISTS (SELECT FROM pg_constraint f WHERE f.conrelid = c.oid AND f.confrelid = 'agencies'::regclass AND f.confdeltype = 'c')`,
    );
    const stays = ['audit_log', 'erasures'];
    const emptied = tablesOfAgency.map(({ table }) => table as string);
    expect([...emptied, ...stays]).toEqual(expect.arrayContaining(found.map((table) => table.name)));
  });

  test('is the only thing that may change the audit log, and into one form', async () => {
    const id = (await rows<{ id: string }>('SELECT id FROM audit_log WHERE agency_id = $1 LIMIT 1', agency.id))[0]!.id;
    const erased = "UPDATE audit_log SET subject_name = 'erased', details = '{}' WHERE id = $1";
    await expect(rows(erased, id)).rejects.toThrow('only added to');
    const { body } = await requestErasure({ agency_name: name });
    await expect(rows("UPDATE audit_log SET action = 'key.revoked' WHERE id = $1", id)).rejects.toThrow('only added to');
    await expect(rows('DELETE FROM audit_log WHERE id = $1', id)).rejects.toThrow('only added to');
    await carryOut(worker, body.id);
    const entries = await rows<{ actor_kind: string; actor_name: string; address: string | null }>(
      'SELECT actor_kind, actor_name, address FROM audit_log WHERE agency_id = $1',
      agency.id,
    );
    for (const { actor_kind, actor_name, address } of entries) {
      if (actor_kind === 'key') expect({ actor_name, address }).toEqual({ actor_name: 'erased', address: null });
      else expect(actor_name).not.toBe('erased');
    }
  });
});

describe('operations of erasures', () => {
  test('respond 404 for an unknown id', async () => {
    for (const id of [unknownId, 'nothing']) {
      expect(await service.operator('POST', pathOf(id), { agency_name: 'x' })).toMatchObject(problem(404, 'not_found'));
      expect(await service.operator('POST', `/operator/v1/agencies/${id}/fan-erasures`, { fan_id: 'x' })).toMatchObject(
        problem(404, 'not_found'),
      );
      expect(await service.operator('GET', `/operator/v1/erasures/${id}`)).toMatchObject(problem(404, 'not_found'));
    }
  });
});
