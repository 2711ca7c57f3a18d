import { afterAll, expect, test } from 'vitest';
import { order } from '../records/records.ts';
import { startReceiver } from '../support/receiver.ts';
import { createEmptyDatabase } from './database.ts';
import { bringIn, callOperator, createAgency, createEndpoint } from './http.ts';
import { createDataDir, endProcesses, startProcess, waitUntil } from './service-process.ts';

afterAll(endProcesses);

/** How long another process sees no beat of one before it takes over what that one held. */
const deadAfterMs = 10_000;

test(
  'processes share a database: one accepts, another delivers, a third takes over from one that was killed',
  { timeout: 180_000 },
  async () => {
    const [database, receiver] = await Promise.all([createEmptyDatabase(), startReceiver()]);

    // Both find an empty database, and one of them makes the tables; so with the directory and the operator token.
    const DATA_DIR = createDataDir();
    const [api, worker] = await Promise.all(['api', 'worker'].map((ROLE) => startProcess({ ...database.env, DATA_DIR, ROLE })));
    expect(worker!.stdout).not.toContain('API');
    for (const service of [api!, worker!]) expect((await callOperator(service, 'GET', '/operator/v1/agencies')).status).toBe(200);
    // What the HTTP parser itself refuses names the port that the system chose, too.
    for (const url of [api!.baseUrl, api!.operatorUrl]) {
      const refused = await fetch(url, { headers: { filler: 'x'.repeat(20_000) } });
      expect(((await refused.json()) as { type: string }).type).toBe(`${api!.baseUrl}/errors/headers_too_large`);
    }
    const agency = await createAgency(api!);
    await createEndpoint(api!, agency.key, receiver.url);

    const acceptedAt = Date.now();
    expect((await bringIn(api!, agency.id, [order('o1', 'c1')])).status).toBe(200);
    const [first] = await receiver.waitFor(1, 10_000);
    expect(first!.receivedAt - acceptedAt).toBeLessThan(3_000);

    const delivered = async () => (await database.query(`SELECT FROM all_deliveries WHERE status = 'delivered'`)).length;
    await waitUntil(async () => (await delivered()) === 1, 'the record of the first delivery');

    receiver.answer = () => undefined;
    await bringIn(api!, agency.id, [order('o2', 'c1')]);
    const [, lost] = await receiver.waitFor(2, 10_000);
    const killed = await worker!.exitAfter('SIGKILL');
    expect(killed.signal).toBe('SIGKILL');
    receiver.answer = 200;
    const other = await startProcess({ ...database.env, ROLE: 'worker' });
    const [, , again] = await receiver.waitFor(3, deadAfterMs + 10_000);
    expect(again!.event.id).toBe(lost!.event.id);
    expect(again!.headers['service-delivery-id']).toBe(lost!.headers['service-delivery-id']);
    expect(again!.receivedAt - lost!.receivedAt).toBeGreaterThan(deadAfterMs - 1_000);

    await waitUntil(async () => (await delivered()) === 2, 'the record of the second delivery');
    // Of the attempt that ended with its process nothing is known.
    const rows = await database.query('SELECT status, jsonb_array_length(attempts) AS recorded FROM all_deliveries ORDER BY id');
    expect(rows).toEqual([
      { status: 'delivered', recorded: 1 },
      { status: 'delivered', recorded: 1 },
    ]);
    expect(receiver.received).toHaveLength(3);
    const exits = await Promise.all([api!, other].map((service) => service.exitAfter('SIGTERM')));
    expect(exits.map(({ code }) => code)).toEqual([0, 0]);
    await receiver.close();
    await database.drop();
  },
);
