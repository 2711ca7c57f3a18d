import { afterAll, expect, test } from 'vitest';
import { createClient } from '../../sdk/src/index.ts';
import { createDatabase } from '../process/database.ts';
import { bringIn, createAgency } from '../process/http.ts';
import { createDataDir, endProcesses, startProcess, waitUntil, type ServiceProcess } from '../process/service-process.ts';
import { order } from '../records/records.ts';
import { freePort } from '../support/free-port.ts';
import { Listening } from './listeners.ts';

afterAll(endProcesses);

test(
  'a stream in one process, deliveries in another: each event arrives at least once and ends, whichever process is killed',
  { timeout: 300_000 },
  async () => {
    const database = await createDatabase();
    const DATA_DIR = createDataDir();
    const apiPort = await freePort();
    const startApi = () => startProcess({ ...database.env, DATA_DIR, ROLE: 'api', PORT: String(apiPort) });
    const startWorker = () => startProcess({ ...database.env, DATA_DIR, ROLE: 'worker' });
    let [api, worker] = await Promise.all([startApi(), startWorker()]);
    const agency = await createAgency(api);
    const client = createClient({ baseUrl: api.baseUrl, apiKey: agency.key });
    const { id, secret } = await client.webhookListeners.create({ enabled_event_types: ['order.created'] });
    // Some answers are slow enough that a process dies between the attempt and its response.
    const listener = new Listening(client, id, secret, async ({ attempt }) => {
      await new Promise((resolve) => setTimeout(resolve, attempt === 1 ? 300 : 0));
      return { status_code: 204 };
    });
    await waitUntil(() => listener.states.length > 0, 'the stream');
    let recorded = 0;
    const record = async (from: ServiceProcess, count: number) => {
      const records = Array.from({ length: count }, () => order(`o${(recorded += 1)}`, 'c1'));
      expect((await bringIn(from, agency.id, records)).status).toBe(200);
    };

    await record(api, 20);
    await waitUntil(() => listener.attempts.length >= 20, 'the first attempts');

    // The process with the stream dies while attempts are with the client.
    await record(api, 20);
    await waitUntil(() => listener.attempts.length >= 25, 'attempts in flight');
    await api.exitAfter('SIGKILL');
    api = await startApi();
    await record(api, 20);

    // The process that waits for the responses dies.
    await waitUntil(() => listener.attempts.length >= 50, 'attempts after the restart', 60_000);
    await worker.exitAfter('SIGKILL');
    await record(api, 20);
    worker = await startWorker();

    const seen = () => new Set(listener.attempts.map(({ event_id }) => event_id)).size;
    await waitUntil(() => seen() === recorded, `each of ${recorded} events`, 120_000);
    const pending = () => database.query(`SELECT FROM all_deliveries WHERE status = 'pending'`);
    await waitUntil(async () => (await pending()).length === 0, 'the end of each delivery', 120_000);
    const ends = await database.query<{ status: string; count: string }>(
      'SELECT status, count(*)::int AS count FROM all_deliveries GROUP BY status',
    );
    expect(ends).toEqual([{ status: 'delivered', count: recorded }]);
    expect(listener.breaks).toBeGreaterThan(0);
    await listener.close();
    await Promise.all([api, worker].map((service) => service.exitAfter('SIGTERM')));
    await database.drop();
  },
);
