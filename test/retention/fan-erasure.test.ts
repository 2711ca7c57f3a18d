import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { WorkerPool } from '../../server/database/client/worker-pool.ts';
import type { Sql } from '../../server/database/client/sql.ts';
import { fan, order } from '../records/records.ts';
import type { ErasedRows } from '../../generated/models.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startService, type TestAgency, type TestService } from '../support/service.ts';
import { rowsOfAgency, searchDatabase } from './database-search.ts';
import { carryOut, person, records, tablesIn, useFan, workerOf } from './erasure-fixture.ts';

let service: TestService;
let worker: WorkerPool;
let receiver: Receiver;
let refusing: Receiver;
let agency: TestAgency;
let other: TestAgency;
let refusingEndpoint: string;

async function until(isMet: () => Promise<boolean>): Promise<void> {
  for (const giveUpAt = Date.now() + 20_000; !(await isMet());) {
    if (Date.now() > giveUpAt) throw new Error('nothing happened');
    await sleep(50);
  }
}

const rows = <Row>(text: string, ...values: unknown[]) => service.database.query<Row>({ text, values });
const call = (method: string, path: string, body?: unknown) => service.request(method, path, { key: agency.key, body });
const requestErasure = (body: object, of = agency) => service.operator('POST', `/operator/v1/agencies/${of.id}/fan-erasures`, body);

const eventTypes = ['order.created', 'order.refunded', 'assignment.updated', 'conversation.ai_control_requested'];

/** An agency with facts of the person, delivered to one endpoint and failed permanently at another, whose responses repeat the body. */
async function fill(): Promise<TestAgency> {
  const filled = await service.createAgency();
  for (const { url } of [receiver, refusing]) {
    await service.request('POST', '/v1/webhooks', { key: filled.key, body: { url, enabled_event_types: eventTypes } });
  }
  await filled.ingest(records());
  await useFan(service, filled);
  await until(async () => {
    const [open] = await rows<{ count: number }>('SELECT count(*) FROM delivery_queue WHERE agency_id = $1', filled.id);
    return open!.count === 0;
  });
  await service.operator('POST', '/operator/v1/projections/refresh');
  return filled;
}

beforeAll(async () => {
  service = await startService({ retryDelaysMs: [20, 20, 20] });
  worker = await workerOf(service);
  [receiver, refusing] = [await startReceiver(), await startReceiver()];
  receiver.answer = (_request, response, { body }) => void response.writeHead(200).end(body);
  refusing.answer = (_request, response, { body }) => void response.writeHead(500).end(body);
  other = await fill();
});
beforeEach(async () => {
  agency = await fill();
  const { body } = await call('GET', '/v1/webhooks');
  refusingEndpoint = body.data.find(({ url }: { url: string }) => url === refusing.url).id;
});
afterAll(async () => {
  await worker.close();
  await service.close();
  await receiver.close();
  await refusing.close();
});

/** Texts that only the person's data contains, in rows other than those of the other agency, which has the same. */
async function findPerson(): Promise<Record<string, Record<string, number>>> {
  const found: Record<string, Record<string, number>> = {};
  const others = (await rows<{ id: string }>('SELECT id::text FROM agencies WHERE id <> $1', agency.id)).map(({ id }) => id);
  for (const text of Object.values(person)) found[text] = await searchDatabase(service.database, text, others);
  return found;
}

const nothing = Object.fromEntries(Object.values(person).map((text) => [text, {}]));

/** Adds what waits to be sent: an order and an assignment, with and without a payload of their own, and their failures of days that are over. */
async function addPending(of: TestAgency): Promise<void> {
  await rows(
    `INSERT INTO delivery_queue (agency_id, endpoint_id, event_type, event_id, creator_id, occurred_at, generation, due_at, data)
     SELECT agency_id, id, type, uuidv7(), 'c1', now(), generation, now() + interval '1 hour', json_build_object('id', 'o9', 'account_id', 'account-c1', 'fan_id', $2::text, 'fan_username', $3::text)
       FROM webhook_endpoints, unnest(ARRAY['order.created', 'assignment.updated']) AS type WHERE agency_id = $1`,
    of.id,
    person.id,
    person.name,
  );
}

describe('the erasure of a fan', () => {
  test('leaves nothing of the person in any column of any table, and every row of others as it was', async () => {
    await addPending(agency);
    const before = await rowsOfAgency(service.database, other.id);
    const found = await findPerson();
    expect(Object.keys(found[person.id]!)).toEqual(
      expect.arrayContaining([
        'ai_requests',
        'audit_log',
        'delivery_queue',
        'fan_spends',
        'fans',
        'insight_edits',
        'insights',
        'orders',
        'sends',
        'sent_messages',
      ]),
    );
    const tables = Object.keys(found[person.id]!).join();
    for (const partitioned of ['webhook_events_', 'delivery_history_', 'delivery_failures_']) expect(tables).toContain(partitioned);

    const foreseen = (await requestErasure({ fan_id: person.id, dry_run: true })).body.counts as ErasedRows[];
    const { status, body } = await requestErasure({ fan_id: person.id });
    expect({ status, body }).toMatchObject({ status: 202, body: { kind: 'fan', agency_id: agency.id, ended_at: null } });
    expect(JSON.stringify(body)).not.toContain(person.id);
    await carryOut(worker, body.id);

    expect(await findPerson()).toEqual(nothing);
    expect(await rowsOfAgency(service.database, other.id)).toEqual(before);
    const ended = (await service.operator('GET', `/operator/v1/erasures/${body.id}`)).body;
    const facts = foreseen.filter(({ table }) => ['orders', 'sends', 'sent_messages', 'delivery_failures'].includes(table));
    expect(facts).toHaveLength(4);
    expect(ended).toMatchObject({ status: 'completed', counts: expect.arrayContaining(facts) });
    expect(tablesIn(ended.counts)).toEqual(expect.arrayContaining(tablesIn(foreseen)));
    const { data: entries } = (await service.operator('GET', `/operator/v1/audit?agency_id=${agency.id}&actions=fan.erased`)).body;
    expect(entries).toMatchObject([{ subject_id: body.id, subject_name: 'erased' }]);
  });

  test('changes no amount, no figure and nothing of other fans', async () => {
    const day = new Date().toISOString().slice(0, 10);
    const read = async () => {
      await service.operator('POST', '/operator/v1/projections/refresh');
      const revenue = await call('GET', `/v1/analytics/revenue?start=${day}T00:00:00Z&end=${day}T23:59:59Z`);
      const orders = (await call('GET', '/v1/orders')).body.data as Record<string, unknown>[];
      const [others] = await rows<{ rows: string }>(
        `SELECT concat((SELECT json_agg(f) FROM fans f WHERE agency_id = $1 AND fan_id = 'fan-other'), (SELECT json_agg(s) FROM fan_spends s WHERE agency_id = $1 AND fan_id = 'fan-other'),
                       (SELECT json_agg(s) FROM sends s WHERE agency_id = $1 AND id = 's2'), (SELECT json_agg(a) FROM ai_requests a WHERE agency_id = $1 AND id = 'r2')) AS rows`,
        agency.id,
      );
      return {
        revenue: revenue.body,
        orders: orders.map(({ id, amount_cents, creator_id, created_at, refunded_at }) => ({
          id,
          amount_cents,
          creator_id,
          created_at,
          refunded_at,
        })),
        others: others!.rows,
      };
    };
    const before = await read();
    expect(before.orders).toHaveLength(3);
    await carryOut(worker, (await requestErasure({ fan_id: person.id })).body.id);
    expect(await read()).toEqual(before);
  });

  test('counts and changes nothing with dry_run', async () => {
    const before = await rowsOfAgency(service.database, agency.id);
    const { status, body } = await requestErasure({ fan_id: person.id, dry_run: true });
    expect({ status, body }).toMatchObject({ status: 202, body: { id: null, status: 'counted' } });
    expect(Object.fromEntries(body.counts.map(({ table, count }: { table: string; count: number }) => [table, count]))).toMatchObject({
      fans: 2,
      orders: 2,
      sends: 1,
      ai_requests: 1,
      insights: 1,
      insight_edits: 3,
      audit_log: 1,
    });
    expect(await rowsOfAgency(service.database, agency.id)).toEqual(before);
  });

  test('is completed wherever it is interrupted', async () => {
    const { id } = (await requestErasure({ fan_id: person.id })).body;
    let number = 0;
    const dying = {
      query: <Row>(statement: Parameters<Sql['query']>[0]) => worker.query<Row>(statement),
      transaction: <Result>(work: (sql: Sql) => Promise<Result>) =>
        worker.transaction(async (sql) => {
          const result = await work(sql);
          if (++number % 3 !== 0) throw new Error('killed before the commit');
          return result;
        }),
    };
    let isOver = false;
    for (let deaths = 0; !isOver && deaths < 400; deaths++)
      isOver = await carryOut(dying, id).then(
        () => true,
        () => false,
      );
    expect((await service.operator('GET', `/operator/v1/erasures/${id}`)).body.status).toBe('completed');
    expect(await findPerson()).toEqual(nothing);
  });

  test('sends pending order events without the person, and others not at all; a replay does the same', async () => {
    await addPending(agency);
    await carryOut(worker, (await requestErasure({ fan_id: person.id })).body.id);
    const pending = await rows<{ event_type: string; data: object }>(
      'SELECT event_type, data FROM delivery_queue WHERE agency_id = $1',
      agency.id,
    );
    expect(pending.map(({ event_type }) => event_type)).toEqual(['order.created', 'order.created']);
    expect(pending[0]!.data).toEqual({ id: 'o9', account_id: 'account-c1', fan_id: null, fan_username: null });
    refusing.received.length = 0;
    const replayed = await call('POST', `/v1/webhooks/${refusingEndpoint}/failures/replay`);
    expect(replayed.status).toBe(202);
    const ofOrders = await refusing.waitFor(4, 10_000);
    expect(JSON.stringify(ofOrders.map(({ event }) => event))).not.toContain(person.id);
  });

  test('is not undone by a recovery, which sends nothing a second time', async () => {
    await carryOut(worker, (await requestErasure({ fan_id: person.id })).body.id);
    const { body: endpoint } = await call('POST', '/v1/webhooks', { url: receiver.url, enabled_event_types: eventTypes });
    receiver.received.length = 0;
    const start = new Date(Date.now() - 3_600_000).toISOString();
    const { status, body } = await call('POST', `/v1/webhooks/${endpoint.id}/recoveries`, { start });
    expect(status).toBe(202);
    await until(async () => (await call('GET', `/v1/webhooks/${endpoint.id}/recoveries/${body.id}`)).body.status === 'completed');
    const recovered = await receiver.waitFor(5, 10_000);
    await sleep(200);
    expect(receiver.received.map(({ event }) => `${event.type} ${event.data['id'] as string}`).toSorted()).toEqual([
      'conversation.ai_control_requested r2',
      'order.created o1',
      'order.created o2',
      'order.created o3',
      'order.refunded o2',
    ]);
    for (const text of Object.values(person)) expect(JSON.stringify(recovered.map(({ event }) => event))).not.toContain(text);
    expect(await findPerson()).toEqual(nothing);
  });

  test('lets records be ingested that name the person again, as new ones, and publishes known orders no second time', async () => {
    await carryOut(worker, (await requestErasure({ fan_id: person.id })).body.id);
    receiver.received.length = 0;
    const again = [fan('account-c1', person.id), order('o10', 'c1', { fan_id: person.id, amount_cents: 50 })];
    expect(await agency.ingest([...records(), ...again])).toMatchObject({ created: expect.any(Number) });
    await receiver.waitFor(2, 10_000);
    await sleep(200);
    expect(receiver.received.map(({ event }) => event.data['id']).toSorted()).toEqual(['o10', 'r1']);
    const [spend] = await rows<{ spend_cents: number }>(
      "SELECT spend_cents FROM fan_spends WHERE agency_id = $1 AND account_id = 'account-c1' AND fan_id = $2",
      agency.id,
      person.id,
    );
    expect(spend).toEqual({ spend_cents: 750 });
    const second = (await requestErasure({ fan_id: person.id })).body.id;
    await carryOut(worker, second);
    expect(await findPerson()).toEqual(nothing);
  });

  test('removes responses that are stored for repeated requests, which are encrypted', async () => {
    const [known] = await rows<{ is_known: boolean }>("SELECT to_regclass('idempotent_answers') IS NOT NULL AS is_known");
    if (!known!.is_known) {
      const [owner] = await rows<{ name: string }>("SELECT tableowner::text AS name FROM pg_tables WHERE tablename = 'agencies'");
      await rows('CREATE TABLE idempotent_answers (key_hash bytea, agency_id uuid, creator_ids text[], answer bytea)');
      await rows(`ALTER TABLE idempotent_answers OWNER TO "${owner!.name}"`);
    }
    try {
      for (const { id } of [agency, other]) {
        await rows(
          "INSERT INTO idempotent_answers (key_hash, agency_id, caller, creator_ids, answer) VALUES (sha256(convert_to($1::uuid::text, 'UTF8')), $1::uuid, '', '{}', '')",
          id,
        );
      }
      await carryOut(worker, (await requestErasure({ fan_id: person.id })).body.id);
      const left = await rows<{ agency_id: string }>('SELECT agency_id FROM idempotent_answers WHERE agency_id = ANY ($1)', [
        agency.id,
        other.id,
      ]);
      expect(left).toEqual([{ agency_id: other.id }]);
    } finally {
      if (!known!.is_known) await rows('DROP TABLE idempotent_answers');
    }
  });

  test('runs once: a repeated request returns the running one', async () => {
    const bodies = await Promise.all([1, 2, 3].map(async () => (await requestErasure({ fan_id: person.id })).body.id as string));
    expect(new Set(bodies).size).toBe(1);
    await carryOut(worker, bodies[0]!);
    const entries = await rows("SELECT 1 AS one FROM audit_log WHERE agency_id = $1 AND action = 'fan.erased'", agency.id);
    expect(entries).toHaveLength(1);
  });
});
