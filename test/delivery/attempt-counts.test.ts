import { afterAll, beforeAll, expect, test } from 'vitest';
import { failedAttemptColumns } from '../../server/entities/attempt-counts.ts';
import { startReceiver } from '../support/receiver.ts';
import { expiredCertificate, expiredCertificateKey } from './expired-certificate.ts';
import { quickRetries, startRig, type Rig } from './rig.ts';
import { startTcpReceiver } from './tcp-receiver.ts';
import { freePort } from '../support/free-port.ts';

/** The deadline of attempts to a receiver that does not answer; for the others it is the specified one. */
const deadlineMs = 500;

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

interface Counted {
  readonly [column: string]: number | number[];
  readonly latencies: number[];
}

/** The counters of an endpoint, summed over minutes and types, without those that are 0. */
async function countsOf(id: string): Promise<Record<string, number>> {
  const columns = ['delivered_count', 'failed_count', 'disabled_count', ...failedAttemptColumns];
  const [row] = await rig.rows<Record<string, number>>(
    `SELECT ${columns.map((column) => `coalesce(sum(${column}), 0)::int AS ${column}`).join(', ')} FROM delivery_minutes WHERE endpoint_id = $1`,
    [id],
  );
  return Object.fromEntries(Object.entries(row!).filter(([, count]) => count > 0));
}

const latenciesOf = async (id: string): Promise<number[]> => {
  const rows = await rig.rows<Counted>('SELECT latencies FROM delivery_minutes WHERE endpoint_id = $1', [id]);
  return rows.reduce<number[]>((sum, { latencies }) => latencies.map((count, index) => count + (sum[index] ?? 0)), []);
};

const failures = (id: string, count: number) =>
  rig.until('SELECT 1 FROM all_failures WHERE endpoint_id = $1 HAVING count(*) = $2', [id, count], 40_000);

test('every attempt is counted by its outcome, as often as the receiver was asked', { timeout: 60_000 }, async () => {
  const answers = [503, 404, 302].map(async (status) => {
    const receiver = await startReceiver();
    receiver.answer = (_request, response) => void response.writeHead(status, { location: '/elsewhere' }).end();
    return receiver;
  });
  const [unavailable, missing, moved] = (await Promise.all(answers)) as [Awaited<(typeof answers)[0]>, ...Awaited<(typeof answers)[0]>[]];
  const silent = await startReceiver();
  silent.answer = () => undefined;
  const expired = await startTcpReceiver(() => undefined, { cert: expiredCertificate, key: expiredCertificateKey });
  const urls = [unavailable.url, missing!.url, moved!.url, `http://127.0.0.1:${await freePort()}/`, `https://127.0.0.1:${expired.port}/`];
  const ids = await Promise.all(urls.map((url) => rig.addEndpoint({ url })));
  const quick = rig.deliver({ retrySchedule: quickRetries, gatherMs: 5 });
  await rig.publish([{}, {}]);
  for (const id of ids) await failures(id, 2);
  await quick.stop();
  await rig.rows(`UPDATE webhook_endpoints SET status = 'disabled', disabled_reason = 'manual', disabled_at = now()`);
  ids.push(await rig.addEndpoint({ url: silent.url }));
  const impatient = rig.deliver({ retrySchedule: quickRetries, gatherMs: 5, deadlineMs });
  await rig.publish([{}, {}]);
  await failures(ids.at(-1)!, 2);
  expect([unavailable, missing, moved].map((receiver) => receiver!.received.length)).toEqual([8, 8, 8]);
  const columns = ['http_5xx_count', 'http_4xx_count', 'other_count', 'connection_error_count', 'tls_error_count', 'timeout_count'];
  for (const [index, id] of ids.entries()) expect(await countsOf(id), columns[index]).toEqual({ failed_count: 2, [columns[index]!]: 8 });
  const measured = await Promise.all(ids.map(latenciesOf));
  const sums = measured.map((latencies) => latencies.reduce((sum, count) => sum + count, 0));
  // Without a response there is nothing to measure, except for the time until a timeout.
  expect(sums).toEqual([8, 8, 8, 0, 0, 8]);
  expect(measured.at(-1)!.at(-1)).toBe(8);
  await rig.rows('DELETE FROM webhook_endpoints');
  await impatient.stop();
  await Promise.all([...[unavailable, missing, moved, silent].map((receiver) => receiver!.close()), expired.close()]);
});

test('an attempt counts when it has ended, while its delivery waits for the next one', async () => {
  const receiver = await startReceiver();
  receiver.answer = 500;
  const id = await rig.addEndpoint({ url: receiver.url });
  const deliverer = rig.deliver({ retrySchedule: [600_000, 600_000, 600_000], gatherMs: 5 });
  await rig.publish([{}, {}, {}]);
  await rig.until('SELECT FROM delivery_minutes WHERE endpoint_id = $1 HAVING sum(http_5xx_count) = 3', [id]);
  expect(await countsOf(id)).toEqual({ http_5xx_count: 3 });
  expect(await rig.rows(`SELECT status FROM all_deliveries WHERE endpoint_id = $1`, [id])).toEqual(
    [1, 2, 3].map(() => ({ status: 'pending' })),
  );
  await rig.rows('DELETE FROM webhook_endpoints');
  await deliverer.stop();
  await receiver.close();
});

test('the counts of a receiver with varying responses equal its own log', { timeout: 60_000 }, async () => {
  const receiver = await startReceiver();
  const answers = [200, 503, 429, 204, 302] as const;
  const ledger: number[] = [];
  receiver.answer = (_request, response) => {
    const status = answers[ledger.length % answers.length]!;
    ledger.push(status);
    response.writeHead(status).end();
  };
  const id = await rig.addEndpoint({ url: receiver.url });
  const deliverer = rig.deliver({ retrySchedule: quickRetries, gatherMs: 5 });
  await rig.publish(Array.from({ length: 30 }, () => ({})));
  await rig.until(`SELECT FROM all_deliveries WHERE endpoint_id = $1 AND status <> 'pending' HAVING count(*) = 30`, [id], 40_000);
  const times = (...statuses: number[]) => ledger.filter((status) => statuses.includes(status)).length;
  const counts = await countsOf(id);
  expect(counts).toMatchObject({
    delivered_count: times(200, 204),
    http_5xx_count: times(503),
    http_4xx_count: times(429),
    other_count: times(302),
  });
  expect(counts['delivered_count']! + (counts['failed_count'] ?? 0)).toBe(30);
  expect((await latenciesOf(id)).reduce((sum, count) => sum + count, 0)).toBe(ledger.length);
  await rig.rows('DELETE FROM webhook_endpoints');
  await deliverer.stop();
  await receiver.close();
});
