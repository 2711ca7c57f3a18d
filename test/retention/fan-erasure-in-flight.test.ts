import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { WorkerPool } from '../../server/database/client/worker-pool.ts';
import { erase } from '../../server/retention/erasure/erase.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startService, type TestAgency, type TestService } from '../support/service.ts';
import { searchDatabase } from './database-search.ts';
import { carryOut, person, records, workerOf } from './erasure-fixture.ts';

const eventTypes = ['order.created', 'order.refunded'];

let service: TestService;
let worker: WorkerPool;
let receiver: Receiver;
let agency: TestAgency;
let endpointId: string;

const rows = <Row>(text: string, ...values: unknown[]) => service.database.query<Row>({ text, values });
const call = (method: string, path: string, body?: unknown) => service.request(method, path, { key: agency.key, body });
const requestErasure = async () =>
  (await service.operator('POST', `/operator/v1/agencies/${agency.id}/fan-erasures`, { fan_id: person.id })).body.id as string;

async function until(isMet: () => Promise<boolean>): Promise<void> {
  for (const giveUpAt = Date.now() + 20_000; !(await isMet()); await sleep(20)) {
    if (Date.now() > giveUpAt) throw new Error('nothing happened');
  }
}

/** The tables that still contain the person, in rows other than those of other agencies. */
async function findPerson(): Promise<string[]> {
  const others = (await rows<{ id: string }>('SELECT id::text FROM agencies WHERE id <> $1', agency.id)).map(({ id }) => id);
  const found = await Promise.all(Object.values(person).map((text) => searchDatabase(service.database, text, others)));
  return found.flatMap((tables) => Object.keys(tables));
}

/** The first pass over all tables. */
async function takeFirstPass(erasureId: string): Promise<void> {
  await until(async () => {
    const [row] = await rows<{ pass: number }>('SELECT pass FROM erasures WHERE id = $1', erasureId);
    if (row!.pass > 1) return true;
    await erase(worker, { erasureId }, new AbortController().signal, { settleMs: 60_000, turnMs: 60_000 });
    return false;
  });
}

const attemptsOf = async (status: 'ended' | 'pending') => {
  const [row] = await rows<{ count: number }>(
    `SELECT coalesce(sum(cardinality(attempts)), 0)::int AS count FROM ${status === 'ended' ? 'delivery_history' : 'delivery_queue'} WHERE agency_id = $1`,
    agency.id,
  );
  return row!.count;
};

beforeAll(async () => {
  service = await startService({ retryDelaysMs: [600_000, 600_000, 600_000] });
  worker = await workerOf(service);
  receiver = await startReceiver();
});
beforeEach(async () => {
  receiver.received.length = 0;
  receiver.answer = (_request, response, { body }) => void response.writeHead(200).end(body);
  agency = await service.createAgency();
  const { body } = await call('POST', '/v1/webhooks', { url: receiver.url, enabled_event_types: eventTypes });
  endpointId = body.id;
});
afterAll(async () => {
  await worker.close();
  await service.close();
  await receiver.close();
});

describe('the erasure of a fan during deliveries', () => {
  test('removes the responses to former attempts of deliveries that wait for another attempt', async () => {
    receiver.answer = (_request, response, { body }) => void response.writeHead(500).end(body);
    await agency.ingest(records());
    await until(async () => (await attemptsOf('pending')) === 4);
    expect(await findPerson()).toContain('delivery_queue');
    await carryOut(worker, await requestErasure());
    expect(await findPerson()).toEqual([]);
    const [left] = await rows<{ count: number }>('SELECT count(*) FROM delivery_queue WHERE agency_id = $1', agency.id);
    expect(left!.count).toBe(4);
  });

  test.each([200, 500])('removes responses with status %i that arrive after the first pass', async (statusCode) => {
    const waiting: (() => void)[] = [];
    receiver.answer = (_request, response, { body }) => void waiting.push(() => response.writeHead(statusCode).end(body));
    await agency.ingest(records());
    await until(() => Promise.resolve(waiting.length === 4));
    const erasureId = await requestErasure();
    await takeFirstPass(erasureId);
    for (const respond of waiting) respond();
    await until(async () => (await attemptsOf(statusCode === 200 ? 'ended' : 'pending')) === 4);
    expect(await findPerson()).not.toEqual([]);
    await carryOut(worker, erasureId);
    expect(await findPerson()).toEqual([]);
  });

  test('keeps the pause between passes where several processes have it', async () => {
    await agency.ingest(records());
    const erasureId = await requestErasure();
    const pace = { settleMs: 60_000, turnMs: 60_000 };
    await Promise.all([1, 2, 3].map(() => erase(worker, { erasureId }, new AbortController().signal, pace)));
    expect(await rows('SELECT pass, step, ended_at FROM erasures WHERE id = $1', erasureId)).toEqual([
      { pass: 2, step: 0, ended_at: null },
    ]);
  });

  test('lets no recovery send an event again whose order is anonymised before it', async () => {
    await agency.ingest(records());
    await receiver.waitFor(4, 10_000);
    await until(async () => (await attemptsOf('ended')) === 4);
    const start = new Date(Date.now() - 3_600_000).toISOString();
    const recover = (body: object) => call('POST', `/v1/webhooks/${endpointId}/recoveries`, { start, ...body });
    let erasing: Promise<void> | undefined;
    await service.database.transaction(async (transaction) => {
      await transaction.query({ text: 'SELECT 1 FROM webhook_events WHERE agency_id = $1 FOR UPDATE', values: [agency.id] });
      const erasureId = await requestErasure();
      erasing = carryOut(worker, erasureId);
      await until(async () => {
        const named = await rows('SELECT 1 AS one FROM orders WHERE agency_id = $1 AND fan_id = $2', agency.id, person.id);
        return named.length === 0;
      });
      expect((await recover({ dry_run: true })).body).toMatchObject({ recorded_count: 0, reconstructed_count: 0, delivered_count: 4 });
      const { body } = await recover({});
      await until(async () => (await call('GET', `/v1/webhooks/${endpointId}/recoveries/${body.id}`)).body.status === 'completed');
      expect((await call('GET', `/v1/webhooks/${endpointId}/recoveries/${body.id}`)).body).toMatchObject({
        recorded_count: 0,
        reconstructed_count: 0,
        delivered_count: 4,
      });
    });
    await erasing;
    expect(await findPerson()).toEqual([]);
    expect(receiver.received.map(({ event }) => `${event.type} ${event.data['id'] as string}`).toSorted()).toEqual([
      'order.created o1',
      'order.created o2',
      'order.created o3',
      'order.refunded o2',
    ]);
  });
});
