import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { order } from '../records/records.ts';
import { startReceiver } from '../support/receiver.ts';
import { createEmptyDatabase } from './database.ts';
import { bringIn, callApi, createAgency, createEndpoint } from './http.ts';
import { endProcesses, startProcess, waitUntil } from './service-process.ts';

afterAll(endProcesses);

const seed = Number(process.env.CHAOS_SEED ?? 20_261_121);
const kills = 3;

/** mulberry32: the same numbers for the same seed. */
function randomFrom(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

test(`every accepted fact is delivered although workers are killed again and again (seed ${seed})`, { timeout: 240_000 }, async () => {
  const random = randomFrom(seed);
  const database = await createEmptyDatabase();
  const receivers = await Promise.all([startReceiver(), startReceiver(), startReceiver()]);
  const api = await startProcess({ ...database.env, ROLE: 'api' });
  const startWorker = () => startProcess({ ...database.env, ROLE: 'worker' });
  const agency = await createAgency(api);

  const endpoints: string[] = [];
  for (const receiver of receivers) endpoints.push(await createEndpoint(api, agency.key, receiver.url));
  // Until the first kill, what is refused is a first attempt, which is tried again 10 s later: a second one would be a minute later.
  let refusalRate = 0.05;
  for (const receiver of receivers) {
    receiver.answer = (_request, response) => {
      const status = random() < refusalRate ? 500 : 200;
      setTimeout(() => response.writeHead(status).end(), random() * 150);
    };
  }

  const accepted: string[] = [];
  let isOver = false;
  const bring = async (lane: number) => {
    for (let count = 0; !isOver; count++) {
      const ids = Array.from({ length: 1 + Math.floor(random() * 10) }, (_, index) => `o-${lane}-${count}-${index}`);
      const { status } = await bringIn(
        api,
        agency.id,
        ids.map((id) => order(id, 'c1')),
      );
      expect(status).toBe(200);
      accepted.push(...ids);
      await sleep(random() * 200);
    }
  };
  const facts = Promise.all([bring(1), bring(2)]);

  let worker = await startWorker();
  for (let kill = 0; kill < kills; kill++) {
    await sleep(300 + random() * 1_200);
    refusalRate = 0;
    await worker.exitAfter('SIGKILL');
    worker = await startWorker();
  }
  isOver = true;
  await facts;

  const pending = async () => (await database.query(`SELECT FROM all_deliveries WHERE status = 'pending'`)).length;
  await waitUntil(async () => (await pending()) === 0, 'the end of every delivery', 60_000);
  for (const receiver of receivers) {
    const received = new Set(receiver.received.map(({ event }) => event.data.id));
    expect(accepted.filter((id) => !received.has(id))).toEqual([]);
    expect(received.size).toBe(accepted.length);
  }
  expect(await database.query('SELECT status, count(*)::int FROM all_deliveries GROUP BY status')).toEqual([
    { status: 'delivered', count: 3 * accepted.length },
  ]);
  expect(await database.query('SELECT FROM all_failures')).toEqual([]);
  for (const endpoint of endpoints) {
    const { body } = await callApi(api, agency.key, 'GET', `/v1/webhooks/${endpoint}/stats`);
    const counter = body.data.find(({ event_type }: { event_type: string }) => event_type === 'order.created');
    expect(counter).toMatchObject({ delivered_count: accepted.length, failed_count: 0 });
  }
  for (const receiver of receivers) {
    const attempts = new Map<unknown, number>();
    for (const { headers } of receiver.received) {
      const id = headers['service-delivery-id'];
      attempts.set(id, (attempts.get(id) ?? 0) + 1);
    }
    expect(Math.max(...attempts.values())).toBeLessThanOrEqual(4);
  }

  const exits = await Promise.all([api, worker].map((service) => service.exitAfter('SIGTERM')));
  expect(exits.map(({ code }) => code)).toEqual([0, 0]);
  // Nobody holds anything: the killed were found dead, and who was told to stop has ended what it held.
  expect(await database.query('SELECT FROM delivery_leases WHERE ended_at IS NULL')).toEqual([]);
  await Promise.all([...receivers.map((receiver) => receiver.close()), database.drop()]);
});
