import { afterAll, expect, test } from 'vitest';
import { order } from '../records/records.ts';
import { startReceiver } from '../support/receiver.ts';
import { createDatabase } from './database.ts';
import { bringIn, createAgency, createEndpoint } from './http.ts';
import { endProcesses, startProcess } from './service-process.ts';

afterAll(endProcesses);

const warmUps = 30;
const rounds = 80;

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1]!;
}

/** An installation of its own, where one fact after another is brought in. */
async function startInstallation(...roles: string[]) {
  const [database, receiver] = await Promise.all([createDatabase(), startReceiver()]);
  const services = await Promise.all(roles.map((ROLE) => startProcess({ ...database.env, ROLE })));
  const agency = await createAgency(services[0]!);
  await createEndpoint(services[0]!, agency.key, receiver.url);
  let received: (at: number) => void;
  receiver.answer = (_request, response) => {
    received(performance.now());
    response.writeHead(200).end();
  };
  /** From each request's beginning, in milliseconds: a process that sends by itself may do so before its response arrives. */
  const waits: number[] = [];
  return {
    waits,
    async bringOneIn(id: string) {
      const arrival = new Promise<number>((resolve) => (received = resolve));
      const startedAt = performance.now();
      await bringIn(services[0]!, agency.id, [order(id, 'c1')]);
      waits.push((await arrival) - startedAt);
    },
    async close() {
      await Promise.all(services.map((service) => service.exitAfter('SIGTERM')));
      await Promise.all([receiver.close(), database.drop()]);
    },
  };
}

test(
  'a fact that one process accepts and another one sends is received nearly as soon as one that a single process accepts and sends',
  { timeout: 180_000 },
  async () => {
    const [together, apart] = await Promise.all([startInstallation('all'), startInstallation('api', 'worker')]);
    for (let n = 0; n < warmUps + rounds; n++) for (const installation of [together, apart]) await installation.bringOneIn(`order-${n}`);
    const [one, other] = [together, apart].map(({ waits }) => median(waits.slice(warmUps))) as [number, number];
    // 1.5 times on a machine that does nothing else.
    expect(other, `${one.toFixed(1)} and ${other.toFixed(1)} ms`).toBeLessThan(2 * one);
    await Promise.all([together.close(), apart.close()]);
  },
);
