import { expect } from 'vitest';
import type { World } from './world.ts';

/** What holds at the end of every simulation, whatever went wrong in it. */
export async function expectNothingLost(world: World): Promise<void> {
  const missing = await world.rows(`
    SELECT ev.id FROM webhook_events ev
      JOIN webhook_endpoints e ON e.agency_id = ev.agency_id
      LEFT JOIN delivery_history h ON h.agency_id = e.agency_id AND h.endpoint_id = e.id AND h.event_id = ev.id
     GROUP BY ev.id, e.id HAVING count(h.id) <> 1 AND bool_and(e.generation = 1)`);
  expect(missing, 'each event ends once at each endpoint').toEqual([]);

  const history = await world.rows<{ id: string; endpoint_id: string; status: string; attempts: string[] }>(
    'SELECT * FROM delivery_history',
  );
  const sums = await world.rows<{ delivered: number; failed: number }>(
    'SELECT coalesce(sum(delivered_count), 0)::int AS delivered, coalesce(sum(failed_count), 0)::int AS failed FROM delivery_minutes',
  );
  const failures = await world.rows<{ delivery_id: string; error: string }>('SELECT delivery_id, error FROM delivery_failures');
  const disabled = failures.filter(({ error }) => error === 'endpoint_disabled').length;
  const countOf = (status: string) => history.filter((row) => row.status === status).length;
  expect(sums[0], 'counters equal history').toEqual({ delivered: countOf('delivered'), failed: countOf('failed') - disabled });
  expect(failures.map(({ delivery_id }) => delivery_id).sort(), 'failures equal history').toEqual(
    history
      .filter(({ status }) => status === 'failed')
      .map(({ id }) => id)
      .sort(),
  );
  const breakers = await world.rows(`
    SELECT e.id FROM webhook_endpoints e
     WHERE e.status = 'disabled' AND NOT EXISTS (SELECT FROM delivery_failures f WHERE f.endpoint_id = e.id AND f.error <> 'endpoint_disabled')`);
  expect(breakers, 'no endpoint is disabled without its failures').toEqual([]);

  for (const { id, status, attempts } of history) {
    const seen = world.seen.filter(({ deliveryId }) => deliveryId === id);
    if (status === 'delivered')
      expect(
        seen.some(({ isSuccess }) => isSuccess),
        'what is delivered was received',
      ).toBe(true);
    expect(attempts.length, 'what is recorded was received').toBeLessThanOrEqual(seen.length);
    expect(seen.length, 'four attempts, and those that a crash left unknown').toBeLessThanOrEqual(4 + world.crashes);
  }
}

/** Without a crash nobody sends again what a living process knows to be received. */
export function expectNothingSentAfterSuccess(world: World): void {
  if (world.crashes > 0) return;
  const succeeded = new Set<string>();
  for (const { deliveryId, isSuccess } of world.seen) {
    expect(succeeded.has(deliveryId), 'sent again after a success that a living process knows').toBe(false);
    if (isSuccess) succeeded.add(deliveryId);
  }
}
