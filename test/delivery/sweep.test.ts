import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Statement } from '../../server/database/client/sql.ts';
import { oldestDue } from '../../server/delivery/claim/sweep.ts';
import { planNodesOf, type Explained } from '../support/explained-plan.ts';
import { startRig, type Rig } from './rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
beforeEach(() => rig.empty('webhook_events', 'delivery_queue', 'webhook_endpoints'));
afterAll(() => rig.close());

const addEndpoint = () => rig.addEndpoint({ url: 'http://127.0.0.1:9/' });

const waited = async (lowWaterMicros = 0) => Math.round((await oldestDue(rig.sql, lowWaterMicros)).oldestDueMs / 60_000);

test('the oldest due delivery is the oldest that must be sent', async () => {
  expect(await oldestDue(rig.sql, 0)).toMatchObject({ oldestDueMs: 0 });
  const [disabled, gone, moved, active] = [await addEndpoint(), await addEndpoint(), await addEndpoint(), await addEndpoint()];
  await rig.queue(active, 1, '5 minutes');
  await rig.queue(active, 1, '-1 minute');
  expect(await waited()).toBe(5);
  await rig.queue(disabled, 1, '9 minutes');
  await rig.queue(gone, 1, '8 minutes');
  await rig.queue(moved, 1, '7 minutes');
  await rig.queue(active, 1, '6 minutes');
  expect(await waited()).toBe(9);
  await rig.rows(
    `UPDATE webhook_endpoints SET status = 'disabled', disabled_reason = 'manual', disabled_at = now(), generation = 2 WHERE id = $1`,
    [disabled],
  );
  expect(await waited()).toBe(8);
  await rig.rows('DELETE FROM webhook_endpoints WHERE id = $1', [gone]);
  expect(await waited()).toBe(7);
  await rig.rows(`UPDATE webhook_endpoints SET url_creator_ids = '{creator-2}' WHERE id = $1`, [moved]);
  expect(await waited()).toBe(6);
  // Enabled again: what was recorded before stays unsent.
  await rig.rows(`UPDATE webhook_endpoints SET status = 'active', disabled_reason = NULL, disabled_at = NULL WHERE id = $1`, [disabled]);
  expect(await waited()).toBe(6);
});

test('however large the backlog to drain is, a query reads a part of it and the next one continues', async () => {
  const [gone, active] = [await addEndpoint(), await addEndpoint()];
  await rig.queue(gone, 900, '20 minutes');
  await rig.queue(gone, 900, '10 minutes');
  await rig.queue(active, 1, '5 minutes');
  await rig.rows('DELETE FROM webhook_endpoints WHERE id = $1', [gone]);
  const first = await oldestDue(rig.sql, 0);
  expect(first.oldestDueMs).toBe(0);
  const second = await oldestDue(rig.sql, first.lowWaterMicros);
  expect(Math.round(second.oldestDueMs / 60_000)).toBe(5);
  // What becomes due later is not passed over.
  await rig.queue(active, 1, '3 minutes');
  await rig.rows(`DELETE FROM delivery_queue WHERE due_at < now() - interval '4 minutes'`);
  expect(await waited(second.lowWaterMicros)).toBe(3);
});

test('a query of a long queue reads one of its rows', async () => {
  const id = await addEndpoint();
  await rig.queue(id, 20_000);
  await rig.rows('ANALYZE delivery_queue');
  let asked: Statement | undefined;
  const asking = { query: (statement: Statement) => rig.sql.query<any>((asked = statement)) };
  await oldestDue(asking, 0);
  const explained = await rig.rows<Explained[number]>(`EXPLAIN (ANALYZE, FORMAT JSON) ${asked!.text.replace('$1', '0')}`);
  const reads = planNodesOf(explained).filter((node) => node['Relation Name'] === 'delivery_queue');
  expect(reads.map((node) => [node['Index Name'], node['Actual Rows'] * node['Actual Loops']])).toEqual([['delivery_queue_due', 1]]);
});
