import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Statement } from '../../server/database/client/sql.ts';
import { postpone, returnUnsent } from '../../server/delivery/claim/returns.ts';
import { creator, order } from '../records/records.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startService, type TestAgency, type TestService } from '../support/service.ts';

let service: TestService;
let receiver: Receiver;
let agency: TestAgency;
/** Each responds to an attempt that waits. */
let responses: ((status: number) => void)[];

const rows = <Row>(text: string, ...values: unknown[]) => service.database.query<Row>({ text, values });

async function until(isMet: () => boolean | Promise<boolean>): Promise<void> {
  for (const giveUpAt = Date.now() + 10_000; !(await isMet()); await sleep(20)) {
    if (Date.now() > giveUpAt) throw new Error('nothing happened');
  }
}

/** Whether a statement of another connection waits for a lock of a row of the queue. */
const isWaiting = async () => {
  const [row] = await rows<{ count: number }>(
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%delivery_queue%'",
  );
  return row!.count > 0;
};

/** Runs work that waits for another transaction, which updates the agency's deliveries in flight. */
async function whileUpdated<Result>(work: () => Promise<Result>): Promise<Result> {
  const update: Statement = { text: 'UPDATE delivery_queue SET attempts = attempts WHERE agency_id = $1', values: [agency.id] };
  const { done } = await service.database.transaction(async (transaction) => {
    await transaction.query(update);
    const running = work();
    await until(isWaiting);
    return { done: running };
  });
  return done;
}

beforeAll(async () => {
  service = await startService({ retryDelaysMs: [600_000, 600_000, 600_000] });
});
beforeEach(async () => {
  receiver = await startReceiver();
  responses = [];
  receiver.answer = (_request, response) => void responses.push((status) => response.writeHead(status).end());
  agency = await service.createAgency();
  const body = { url: receiver.url, enabled_event_types: ['order.created'] };
  await service.request('POST', '/v1/webhooks', { key: agency.key, body });
  await agency.ingest([creator('c1'), order('o1', 'c1'), order('o2', 'c1'), order('o3', 'c1')]);
  await until(() => responses.length === 3);
});
afterEach(async () => {
  for (const respond of responses.splice(0)) respond(200);
  await receiver.close();
});
afterAll(() => service.close());

describe('deliveries that another transaction updates while they are in flight', () => {
  test.each([
    [200, 'SELECT count(*) FROM delivery_history WHERE agency_id = $1'],
    [500, 'SELECT count(*) FROM delivery_queue WHERE agency_id = $1 AND lease IS NULL AND cardinality(attempts) = 1'],
  ])('have their outcome %i recorded', async (status, recorded) => {
    await whileUpdated(() => {
      for (const respond of responses.splice(0)) respond(status);
      return Promise.resolve();
    });
    await until(async () => (await rows<{ count: number }>(recorded, agency.id))[0]!.count === 3);
    const [left] = await rows<{ count: number }>(
      'SELECT count(*) FROM delivery_queue WHERE agency_id = $1 AND lease IS NOT NULL',
      agency.id,
    );
    expect(left!.count).toBe(0);
  });

  test.each([
    ['given back', returnUnsent],
    ['put off', postpone],
  ])('are %s', async (_, free) => {
    const held = await rows<{ endpoint_id: string; id: string; lease: number; attempt_count: number }>(
      'SELECT endpoint_id, id, lease, attempt_count FROM delivery_queue WHERE agency_id = $1',
      agency.id,
    );
    const deliveries = held.map(({ endpoint_id: endpointId, id: deliveryId, lease, attempt_count: attempt }) => ({
      target: { agencyId: agency.id, endpointId },
      eventType: 'order.created' as const,
      deliveryId,
      lease,
      attempt,
    }));
    await whileUpdated(() => free(service.database, deliveries));
    const leased = await rows('SELECT 1 AS one FROM delivery_queue WHERE agency_id = $1 AND lease = $2', agency.id, held[0]!.lease);
    expect(held).toHaveLength(3);
    // What was given back may be leased again.
    if (free === postpone) expect(leased).toEqual([]);
    else await until(() => responses.length > 3);
  });
});
