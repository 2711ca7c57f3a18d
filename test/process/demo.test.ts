import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientOf, operatorOf } from '../sdk/clients.ts';
import { createEmptyDatabase, type ProcessDatabase } from './database.ts';
import { createAgency } from './http.ts';
import { endProcesses, startProcess, waitUntil } from './service-process.ts';

let database: ProcessDatabase;
beforeAll(async () => {
  database = await createEmptyDatabase();
});
afterAll(async () => {
  await endProcesses();
  await database.drop();
});

test(
  'what the demo agency publishes is posted while the demo runs; another agency’s waits for its poster',
  { timeout: 120_000 },
  async () => {
    const service = await startProcess({ ...database.env, DEMO: '1' });
    const demo = clientOf(service, /svc_live_\w+/.exec(service.stdout)![0]);
    const other = await createAgency(service);
    const [row] = await database.query<{ id: string }>(
      `INSERT INTO publications (agency_id, creator_id, text, status) VALUES ($1, 'c1', 'Hello', 'scheduled') RETURNING id`,
      [other.id],
    );
    await waitUntil(async () => (await demo.creators.list()).data.length > 0, 'the first creators', 60_000);
    const [creator] = (await demo.creators.list()).data;
    const { id, status } = await demo.publications.create({ creator_id: creator!.id, text: 'Live tonight at nine.' });
    expect(status).toBe('scheduled');
    const seen = async () => (await demo.publications.list({ limit: 200 })).data.find((each) => each.id === id)!;
    await waitUntil(async () => (await seen()).status !== 'scheduled', 'the outcome', 60_000);
    const over = await seen();
    expect(over.status === 'published' ? over.published_at : over.failure_reason).toBeTruthy();
    expect((await operatorOf(service).publications.claim()).data).toMatchObject([{ agency_id: other.id, publication: { id: row!.id } }]);
    const { code, stderr } = await service.exitAfter('SIGTERM');
    expect(code).toBe(0);
    expect(stderr).not.toMatch(/^\{/m);
  },
);
