import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { bringIn, callApi, callOperator, createAgency, createEndpoint } from '../process/http.ts';
import { endProcesses, startProcess, waitUntil, type ServiceProcess } from '../process/service-process.ts';
import { order } from '../records/records.ts';
import type { Server } from '../replica/replicated-database.ts';
import { backupToolsFor } from '../support/postgres-tools.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { ArchivedServer } from './archived-server.ts';

afterAll(endProcesses);

/** Of the embedded PostgreSQL. */
const release = 18;
const tools = backupToolsFor(release);

/** Where `pg_basebackup` is missing, the files are copied as it copies them. */
const { title, backUp } =
  tools === undefined
    ? { title: 'a copy of the files', backUp: (server: ArchivedServer) => server.copyFiles() }
    : { title: 'pg_basebackup', backUp: (server: ArchivedServer) => server.backUp(tools) };

const ordersOf = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => order(`${prefix}${index}`, 'c1'));

const countsOf = async (server: Server) =>
  (
    await server.query<{ orders: number; events: number; pending: number }>(
      `SELECT (SELECT count(*) FROM orders)::int AS orders, (SELECT count(*) FROM webhook_events)::int AS events,
              (SELECT count(*) FROM delivery_queue)::int AS pending`,
    )
  )[0]!;

/** What was revoked, contained or rotated on a server after a point, by the statement of the guide. */
async function repeatedAfter(server: Server, point: string) {
  const [, statement] = /-c "(SELECT action, [^"]+)"/.exec(readFileSync('docs/operate/back-up.md', 'utf8'))!;
  return server.query<{ action: string; subject_id: string }>(statement!.replace('2026-07-20 09:14:00+00', point));
}

/** The ids of the received events about each order, by the beginning of its id. */
function receivedOf(receiver: Receiver, prefix: string, from = 0): string[] {
  const events = receiver.received.slice(from).map(({ event }) => event);
  return events.filter(({ data }) => (data['id'] as string).startsWith(prefix)).map(({ id }) => id);
}

/** Ingests orders one by one until an action ends, `least` or more. Answers with their number, and how many were acknowledged before it ended. */
async function loadDuring<Result>(service: ServiceProcess, agencyId: string, least: number, action: () => Promise<Result>) {
  let result: Result | undefined;
  let [acknowledged, meanwhile] = [0, 0];
  const acting = action().then((value) => {
    result = value;
    meanwhile = acknowledged;
  });
  while (result === undefined || acknowledged < least) {
    expect((await bringIn(service, agencyId, [order(`load-${acknowledged}`, 'c1')])).body).toMatchObject({ created: 1 });
    acknowledged += 1;
  }
  await acting;
  return { result: result as Result, acknowledged, meanwhile };
}

test(
  `a backup by ${title} under load, restored at a point in time, has everything up to it; what waited then is sent again with its ids, and later records are ingested again`,
  { timeout: 300_000 },
  async () => {
    const archived = await ArchivedServer.start();
    const receiver = await startReceiver();
    const environment = { ENCRYPTION_KEY: randomBytes(32).toString('base64'), OPERATOR_TOKEN: randomUUID() };
    let service: ServiceProcess | undefined;
    try {
      service = await startProcess({ ...environment, DATABASE_URL: archived.primary.url });
      const agency = await createAgency(service);
      await createEndpoint(service, agency.key, receiver.url);
      expect((await bringIn(service, agency.id, ordersOf('before-', 100))).body).toMatchObject({ created: 100 });
      const load = await loadDuring(service, agency.id, 150, () => backUp(archived));
      expect(load.meanwhile).toBeGreaterThan(0);
      await receiver.waitFor(100 + load.acknowledged, 60_000);
      const pendingAre = (count: number) => async () => (await countsOf(archived.primary)).pending === count;
      await waitUntil(pendingAre(0), 'the outcomes', 30_000);

      receiver.answer = 503;
      await bringIn(service, agency.id, ordersOf('pending-', 20));
      await receiver.waitFor(100 + load.acknowledged + 20, 60_000);
      const known = 100 + load.acknowledged + 20;
      const atPoint = await countsOf(archived.primary);
      expect(atPoint).toEqual({ orders: known, events: known, pending: 20 });
      const point = await archived.now();
      receiver.answer = 200;
      for (const later of ordersOf('later-', 60)) await bringIn(service, agency.id, [later]);
      await waitUntil(pendingAre(0), 'the retries', 60_000);
      const { data: keys } = (await callOperator(service, 'GET', `/operator/v1/agencies/${agency.id}/keys`)).body;
      expect((await callOperator(service, 'DELETE', `/operator/v1/keys/${keys[0].id as string}`)).status).toBe(204);
      const sentBefore = receiver.received.length;
      const [pendingIds, laterIds] = [receivedOf(receiver, 'pending-'), receivedOf(receiver, 'later-')];
      const fileCount = await archived.archived();
      await service.exitAfter('SIGTERM');

      await archived.restore(load.result, point);
      const { restored, primary } = archived;
      expect(await countsOf(restored)).toEqual(atPoint);
      expect(await countsOf(primary)).toEqual({ orders: known + 60, events: known + 60, pending: 0 });

      expect(await repeatedAfter(primary, point)).toMatchObject([{ action: 'key.revoked', subject_id: keys[0].id }]);

      service = await startProcess({ ...environment, DATABASE_URL: restored.url });
      expect((await callApi(service, agency.key, 'GET', '/v1/me')).status).toBe(200);
      await receiver.waitFor(sentBefore + 20, 60_000);
      expect(new Set(receivedOf(receiver, 'pending-', sentBefore))).toEqual(new Set(pendingIds));
      const loaded = ordersOf('load-', load.acknowledged);
      const again = [...ordersOf('before-', 100), ...loaded, ...ordersOf('pending-', 20), ...ordersOf('later-', 60)];
      expect((await bringIn(service, agency.id, again)).body).toEqual({ created: 60, updated: 0, unchanged: known });
      await receiver.waitFor(sentBefore + 80, 60_000);
      await waitUntil(async () => (await countsOf(restored)).pending === 0, 'the outcomes after the restore', 60_000);
      expect(receiver.received).toHaveLength(sentBefore + 80);
      const laterAgain = receivedOf(receiver, 'later-', sentBefore);
      expect(laterAgain).toHaveLength(60);
      expect(laterAgain.filter((id) => laterIds.includes(id))).toEqual([]);
      await service.exitAfter('SIGTERM');
      const meanwhile = `${load.meanwhile} of ${load.acknowledged} orders of the load acknowledged before the backup ended`;
      console.log(
        `${title}: ${meanwhile}; ${fileCount} files archived; ${known} orders restored, 60 ingested again, 20 deliveries sent twice`,
      );
    } finally {
      service?.kill('SIGKILL');
      await archived.close();
      await receiver.close();
    }
  },
);
