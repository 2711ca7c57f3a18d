import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startRig, type Rig } from './rig.ts';

let rig: Rig;
let hanging: Receiver;
let answering: Receiver;
beforeAll(async () => {
  rig = await startRig();
  hanging = await startReceiver();
  answering = await startReceiver();
});
afterAll(async () => {
  await hanging.close();
  await rig.close();
  await answering.close();
});

function startChild(settings: Record<string, string> = {}): ChildProcess {
  return fork(fileURLToPath(new URL('./deliver-in-child.ts', import.meta.url)), {
    execArgv: [],
    env: { ...process.env, DATABASE_URL: rig.url, SECRET_KEY: rig.encryptionKey.toString('base64'), ...settings },
  });
}

const hangingCount = 40;
const answeringCount = 5;
const eventsOfEach = 5;
const deadAfterMs = 2_000;

test(
  `what a killed process had in flight to endpoints that answer is sent again soon, though ${hangingCount} others hang`,
  { timeout: 90_000 },
  async () => {
    hanging.answer = () => undefined;
    answering.answer = () => undefined;
    const hangingIds: string[] = [];
    for (let n = 0; n < hangingCount; n++) hangingIds.push(await rig.addEndpoint({ url: hanging.url }));
    const answeringIds: string[] = [];
    for (let n = 0; n < answeringCount; n++) answeringIds.push(await rig.addEndpoint({ url: answering.url }));
    const child = startChild({ DEAD_AFTER_MS: String(deadAfterMs) });
    // As many as a process has slots for, the ones that hang before the others.
    for (const id of hangingIds) await rig.queue(id, 1, '2 hours');
    for (const id of answeringIds) await rig.queue(id, eventsOfEach, '1 hour');
    await rig.until('SELECT 1 FROM delivery_queue WHERE lease IS NULL HAVING count(*) = 0', [], 20_000);
    await hanging.waitFor(hangingCount, 10_000);
    child.kill('SIGKILL');
    const killedAt = performance.now();
    answering.received.length = 0;
    answering.answer = (_request, response) => void setTimeout(() => response.writeHead(200).end(), 50);
    const deliverer = rig.deliver({ deadAfterMs, beatMs: deadAfterMs / 8 });
    const took: number[] = [];
    const due = answeringCount * eventsOfEach;
    while (took.length < due && performance.now() - killedAt < 60_000) {
      await answering.waitFor(took.length + 1, 60_000);
      while (took.length < answering.received.length) took.push(performance.now() - killedAt);
    }
    hanging.answer = 200;
    const stopped = deliverer.stop();
    expect(took).toHaveLength(due);
    // Before the first of the attempts that hang ends.
    expect(Math.max(...took)).toBeLessThan(deadAfterMs + 10_000);
    await stopped;
  },
);

test(
  'a payload that kills its process is given up after its four attempts, and nothing that was in flight with it is',
  { timeout: 120_000 },
  async () => {
    await rig.rows('TRUNCATE delivery_leases, delivery_queue, webhook_events, webhook_endpoints CASCADE');
    answering.answer = (_request, response) => void setTimeout(() => response.writeHead(200).end(), 20);
    const ids: string[] = [];
    for (let n = 0; n < 20; n++) ids.push(await rig.addEndpoint({ url: answering.url }));
    const deadlyId = await rig.addEndpoint({ url: answering.url, enabledEventTypes: ['order.created', 'order.refunded'] });
    await rig.publish([
      { type: 'order.refunded', data: { text: 'deadly' } },
      ...Array.from({ length: 4 }, () => ({ data: { text: 'fine' } })),
    ]);
    let deaths = 0;
    for (let isAlive = false; !isAlive;) {
      const child = startChild({ DEADLY: 'deadly', DEAD_AFTER_MS: '800' });
      const exit = new Promise<boolean>((resolve) => child.once('exit', () => resolve(true)));
      const settled = rig.until('SELECT 1 FROM delivery_queue HAVING count(*) = 0', [], 60_000).then(() => false);
      isAlive = !(await Promise.race([exit, settled]));
      if (isAlive) child.disconnect();
      else deaths++;
      expect(deaths).toBeLessThan(200);
    }
    expect(deaths).toBe(4);
    expect(await rig.rows('SELECT endpoint_id, error FROM all_failures')).toEqual([{ endpoint_id: deadlyId, error: 'connection_error' }]);
    expect(
      await rig.rows(`SELECT count(*) AS count FROM all_deliveries WHERE status = 'delivered' AND endpoint_id = ANY ($1)`, [
        [...ids, deadlyId],
      ]),
    ).toEqual([{ count: 84 }]);
  },
);
