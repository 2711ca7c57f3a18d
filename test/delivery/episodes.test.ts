import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { failedAttemptColumns } from '../../server/entities/attempt-counts.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { quickRetries, startRig, type Rig } from './rig.ts';

let rig: Rig;
let receiver: Receiver;
/** The statuses that the receiver still sends, one a request; then 204. */
let statuses: number[];
beforeAll(async () => {
  rig = await startRig();
  receiver = await startReceiver();
  receiver.answer = (_request, response) => void response.writeHead(statuses.shift() ?? 204).end();
});
beforeEach(() => {
  statuses = [];
});
afterAll(async () => {
  await rig.close();
  await receiver.close();
});

interface Episode {
  readonly number: number;
  readonly began_at: Date;
  readonly last_failed_at: Date;
  readonly delivered_count: number;
  readonly delivered_of_minute: number;
  readonly delivered_before: number;
}

const episodeOf = async (id: string) => (await rig.rows<Episode>('SELECT * FROM endpoint_episodes WHERE endpoint_id = $1', [id]))[0];
const outcomesOf = async (id: string): Promise<Record<string, number>> => {
  const rows = await rig.rows<{ code: string; attempt_count: number }>(
    'SELECT x.code, x.attempt_count FROM episode_errors x JOIN endpoint_episodes p USING (endpoint_id, number) WHERE endpoint_id = $1',
    [id],
  );
  return Object.fromEntries(rows.map(({ code, attempt_count: count }) => [code, count]));
};
/** Moves what was counted so far into the past, a minute for each. */
const age = async (id: string, minutes: number) => {
  for (const [table, columns] of [
    ['delivery_minutes', ['minute']],
    ['endpoint_episodes', ['minute', 'began_at', 'last_failed_at']],
  ] as const) {
    const moved = columns.map((column) => `${column} = ${column} - make_interval(mins => $2)`).join(', ');
    await rig.rows(`UPDATE ${table} SET ${moved} WHERE endpoint_id = $1`, [id, minutes]);
  }
};

/** Publishes one event after the other, so that each outcome is a batch of its own, and waits for their deliveries to end. */
async function sendEach(id: string, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent++) {
    const before = await rig.rows('SELECT id FROM delivery_history WHERE endpoint_id = $1', [id]);
    await rig.publish();
    await rig.until('SELECT 1 FROM delivery_history WHERE endpoint_id = $1 HAVING count(*) > $2', [id, before.length]);
  }
}

const start = async () => {
  const id = await rig.addEndpoint({ url: receiver.url });
  rig.deliver({ retrySchedule: quickRetries, gatherMs: 1 });
  return id;
};
const end = () => rig.reset();

test('an episode begins with the first failed attempt and counts every attempt until the last failed one by its outcome', async () => {
  const id = await start();
  await sendEach(id, 2);
  expect(await episodeOf(id)).toBeUndefined();
  statuses = [401, 401, 500, 204, 204, 401];
  const from = new Date();
  await sendEach(id, 4);
  expect(await outcomesOf(id)).toEqual({ 401: 3, 500: 1 });
  const byTheHour = 'SELECT sum(n)::int AS count FROM failed_attempts f, unnest(f.counts) n WHERE endpoint_id = $1 AND code = $2';
  expect([...(await rig.rows(byTheHour, [id, '401'])), ...(await rig.rows(byTheHour, [id, '500']))]).toEqual([{ count: 3 }, { count: 1 }]);
  expect(await episodeOf(id)).toMatchObject({
    number: 1,
    http_4xx_count: 3,
    http_5xx_count: 1,
    delivered_count: 2,
    delivered_before: 2,
    // Both before the episode, both in it, and none after it yet, because the last failed attempt was retried after them.
    delivered_of_minute: 4,
  });
  const { began_at: beganAt, last_failed_at: lastFailedAt } = (await episodeOf(id))!;
  expect(beganAt.getTime()).toBeGreaterThanOrEqual(from.getTime());
  expect(lastFailedAt.getTime()).toBeGreaterThan(beganAt.getTime());
  await end();
});

test('quiet minutes do not end it, nor four minutes without failed attempts, but five do', async () => {
  const id = await start();
  statuses = [500];
  await sendEach(id, 1);
  await age(id, 120);
  statuses = [500];
  await sendEach(id, 1);
  expect(await episodeOf(id)).toMatchObject({ number: 1, http_5xx_count: 2, delivered_count: 1 });
  const clean = (minutes: readonly number[]) =>
    rig.rows(
      `INSERT INTO delivery_minutes (agency_id, endpoint_id, minute, event_type, delivered_count)
       SELECT $1, $2, date_trunc('minute', now()) - make_interval(mins => n), 'order.created', 1 FROM unnest($3::int[]) n`,
      [rig.agencyId, id, minutes],
    );
  await age(id, 30);
  await clean([20, 15, 10, 5]);
  statuses = [500];
  await sendEach(id, 1);
  expect(await episodeOf(id)).toMatchObject({ number: 1, http_5xx_count: 3 });
  await age(id, 30);
  await clean([20, 15, 10, 5, 1]);
  statuses = [502];
  await sendEach(id, 1);
  expect(await episodeOf(id)).toMatchObject({ number: 2, http_5xx_count: 1, delivered_count: 0 });
  expect(await outcomesOf(id)).toEqual({ 502: 1 });
  await end();
});

test('a hundred accepted attempts in a row end it', async () => {
  const id = await start();
  statuses = [500];
  await sendEach(id, 1);
  await rig.publish(Array.from({ length: 98 }, () => ({})));
  await rig.until('SELECT 1 FROM delivery_history WHERE endpoint_id = $1 HAVING count(*) = 99', [id]);
  statuses = [500];
  await sendEach(id, 1);
  // The first delivery itself was accepted too.
  expect(await episodeOf(id)).toMatchObject({ number: 1, http_5xx_count: 2, delivered_count: 99 });
  await rig.publish(Array.from({ length: 99 }, () => ({})));
  await rig.until('SELECT 1 FROM delivery_history WHERE endpoint_id = $1 HAVING count(*) = 199', [id]);
  statuses = [500];
  await sendEach(id, 1);
  expect(await episodeOf(id)).toMatchObject({ number: 2, http_5xx_count: 1, delivered_count: 0 });
  await end();
});

test('a receiver cannot add rows: statuses that are not registered share the code of their class', async () => {
  const id = await start();
  statuses = Array.from({ length: 400 }, (_, index) => 400 + index);
  await rig.publish(Array.from({ length: 100 }, () => ({})));
  await rig.until('SELECT 1 FROM delivery_failures WHERE endpoint_id = $1 HAVING count(*) = 100', [id]);
  const outcomes = await outcomesOf(id);
  expect(Object.values(outcomes).reduce((sum, count) => sum + count, 0)).toBe(400);
  expect(outcomes).toMatchObject({ 401: 1, 503: 1, '6xx': 100, '7xx': 100 });
  expect(outcomes['499']).toBeUndefined();
  expect(Object.keys(outcomes).length).toBeLessThan(60);
  const [{ failed } = { failed: 0 }] = await rig.rows(
    `SELECT (${failedAttemptColumns.join(' + ')})::int AS failed FROM endpoint_episodes WHERE endpoint_id = $1`,
    [id],
  );
  expect(failed).toBe(400);
  await end();
});
