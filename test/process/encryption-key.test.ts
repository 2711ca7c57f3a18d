import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../server/config/config.ts';
import { createLogger } from '../../server/log/log.ts';
import { DataDir } from '../../server/startup/data-dir.ts';
import { StartError } from '../../server/startup/start-error.ts';
import { Startup, type Prepared } from '../../server/startup/startup.ts';
import { creator, order } from '../records/records.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { Keyring } from '../../server/access/encryption/keyring.ts';
import { createDataDir, endProcesses } from './service-process.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startService, type TestAgency, type TestService } from '../support/service.ts';

let database: TestDatabase;
let receiver: Receiver;

beforeAll(async () => {
  [database, receiver] = await Promise.all([createTestDatabase(), startReceiver()]);
});
afterAll(async () => {
  await receiver.close();
  await database.drop();
});

const healthOf = async (service: TestService) => {
  const { status, body } = await service.request('GET', '/v1/_health', { key: null, version: null });
  expect(status).toBe(200);
  return { status: body.status, encryptionKey: body.checks.find(({ name }: { name: string }) => name === 'encryption_key').status };
};

test(
  'a wrong ENCRYPTION_KEY says nothing about receivers; health reports it, and with the right key everything is delivered',
  { timeout: 60_000 },
  async () => {
    const [rightKey, wrongKey] = [randomBytes(32), randomBytes(32)];
    const open = (encryptionKey: Buffer, env: Record<string, string> = {}) =>
      startService({ databaseUrl: database.url, encryptionKey, env });
    const bring = async (service: TestService, agency: TestAgency, ids: readonly string[]) => {
      const path = `/operator/v1/agencies/${agency.id}/records`;
      expect((await service.operator('POST', path, { records: ids.map((id) => order(id, 'c1')) })).status).toBe(200);
    };

    const right = await open(rightKey);
    const agency = await right.createAgency();
    await agency.ingest([creator('c1')]);
    const url = receiver.url;
    const endpoint = await right.request('POST', '/v1/webhooks', { body: { url, enabled_event_types: ['order.created'] } });
    expect(endpoint.status).toBe(201);
    expect(await healthOf(right)).toEqual({ status: 'ok', encryptionKey: 'ok' });
    await right.close();

    const wrong = await open(wrongKey);
    expect(await healthOf(wrong)).toEqual({ status: 'degraded', encryptionKey: 'failed' });
    await bring(wrong, agency, ['o1', 'o2', 'o3']);
    // Deliveries begin at once where they can.
    await sleep(700);
    expect(await healthOf(wrong)).toEqual({ status: 'degraded', encryptionKey: 'failed' });
    expect(receiver.received).toHaveLength(0);
    const rows = await wrong.database.query({
      text: `SELECT d.status, d.attempt_count, d.attempts, d.lease, e.status AS endpoint, e.consecutive_failures
             FROM all_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id`,
    });
    const untouched = { status: 'pending', attempt_count: 0, attempts: [], lease: null, endpoint: 'active', consecutive_failures: 0 };
    expect(rows).toEqual([untouched, untouched, untouched]);
    for (const table of ['delivery_failures', 'delivery_history', 'delivery_minutes'])
      expect(await wrong.database.query({ text: `SELECT FROM ${table}` })).toEqual([]);
    const path = `/v1/webhooks/${endpoint.body.id}/signature-checks`;
    const check = { headers: { 'service-signature': 'v1=00', 'service-signature-timestamp': '1' }, body: '{}' };
    expect(await wrong.request('POST', path, { key: agency.key, body: check })).toMatchObject({
      status: 503,
      body: { type: expect.stringMatching(/unavailable$/), detail: expect.stringContaining('cannot decrypt a stored secret') },
    });
    await wrong.close();

    const wrongApi = await open(wrongKey, { ROLE: 'api' });
    expect(await healthOf(wrongApi)).toEqual({ status: 'degraded', encryptionKey: 'failed' });
    await wrongApi.close();

    const rightAgain = await open(rightKey);
    await bring(rightAgain, agency, ['o4']);
    const received = await receiver.waitFor(4, 10_000);
    expect(received.map(({ event }) => event.data.id).sort()).toEqual(['o1', 'o2', 'o3', 'o4']);
    expect(await healthOf(rightAgain)).toEqual({ status: 'ok', encryptionKey: 'ok' });
    await rightAgain.close();
  },
);

test('a process without the key of a stored secret does not start and names the key; with the key or after re-encryption it starts', async () => {
  const own = await createTestDatabase();
  const [first, second] = [randomBytes(32), randomBytes(32)];
  const base64 = (key: Buffer) => key.toString('base64');
  const firstId = new Keyring(first).keyIds.current;
  const service = await startService({ databaseUrl: own.ownerUrl, encryptionKey: first, delivers: false });
  const agency = await service.createAgency();
  const body = { url: receiver.url, enabled_event_types: ['order.created'] };
  expect((await service.request('POST', '/v1/webhooks', { key: agency.key, body })).status).toBe(201);
  await service.close();
  /** The part of a start before the service is composed. */
  const prepareWith = async (given: Readonly<Record<string, string>>): Promise<Prepared> => {
    const config = readConfig({ DATA_DIR: createDataDir(), DATABASE_URL: own.ownerUrl, LOG_LEVEL: 'silent', ...given }, false);
    const startup = new Startup(config, new DataDir(config.dataDir), createLogger(config));
    return startup.prepare(new AbortController().signal).finally(() => startup.close());
  };
  const isRefused = new StartError(
    `ENCRYPTION_KEY cannot decrypt all signing secrets in the database: some are encrypted with the key ${firstId}; ` +
      'add that key to ENCRYPTION_KEYS_PREVIOUS, or its id to ENCRYPTION_KEYS_LOST if the key is lost',
  );
  await expect(prepareWith({ ENCRYPTION_KEY: base64(second) })).rejects.toThrow(isRefused);
  await expect(prepareWith({ ENCRYPTION_KEY: base64(second), ENCRYPTION_KEYS_LOST: '00000000' })).rejects.toThrow(isRefused);
  const accepted: readonly Readonly<Record<string, string>>[] = [
    { ENCRYPTION_KEY: base64(first) },
    // The steps of a replacement.
    { ENCRYPTION_KEY: base64(first), ENCRYPTION_KEYS_PREVIOUS: base64(second) },
    { ENCRYPTION_KEY: base64(second), ENCRYPTION_KEYS_PREVIOUS: base64(first) },
    { ENCRYPTION_KEY: base64(second), ENCRYPTION_KEYS_LOST: firstId },
  ];
  for (const given of accepted) expect((await prepareWith(given)).encryptionKeys.current.toString('base64')).toBe(given.ENCRYPTION_KEY);
  await endProcesses();
  await own.drop();
});
