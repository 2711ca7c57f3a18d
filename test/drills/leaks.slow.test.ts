import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { verifyWebhook } from '../../sdk/src/index.ts';
import { Keyring } from '../../server/access/encryption/keyring.ts';
import { bringIn, callApi, callOperator, createAgency } from '../process/http.ts';
import { endProcesses, ServiceProcess, startProcess } from '../process/service-process.ts';
import { order } from '../records/records.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';

let database: TestDatabase;
let receiver: Receiver;
let service: ServiceProcess;
let agency: { id: string; key: string };
let endpoint: { id: string; secret: string };
let encryptionKey: Buffer;
let operatorToken: string;

const start = (given: Readonly<Record<string, string>> = {}) =>
  startProcess({
    DATABASE_URL: database.ownerUrl,
    ENCRYPTION_KEY: encryptionKey.toString('base64'),
    OPERATOR_TOKEN: operatorToken,
    ...given,
  });

beforeAll(async () => {
  [database, receiver] = [await createTestDatabase(), await startReceiver()];
  [encryptionKey, operatorToken] = [randomBytes(32), randomUUID()];
  service = await start();
}, 120_000);
beforeEach(async () => {
  receiver.received.length = 0;
  agency = await createAgency(service);
  const body = { url: receiver.url, enabled_event_types: ['order.created'] };
  endpoint = (await callApi(service, agency.key, 'POST', '/v1/webhooks', body)).body;
});
afterAll(async () => {
  await endProcesses();
  await receiver.close();
  await database.drop();
});

/** The endpoints of a lost key, by the statement of the guide to incidents. */
async function endpointsOf(lostKeyId: string): Promise<string[]> {
  const [, statement] = /-c "(SELECT agency_id, id, [^"]+)"/.exec(readFileSync('docs/operate/incidents.md', 'utf8'))!;
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  try {
    return (await client.query<{ id: string }>(statement!.replace('7d20f1c4', lostKeyId))).rows.map(({ id }) => id);
  } finally {
    await client.end();
  }
}

/** Sends an operator request with another token. */
const asOperator = async (token: string, path: string) =>
  (await fetch(service.operatorUrl + path, { headers: { authorization: `Bearer ${token}` } })).status;

/** Whether a received delivery is signed with a secret. */
const isSignedWith = async (secret: string, index: number) => {
  const { body, headers } = receiver.received[index]!;
  return verifyWebhook(body, headers, secret).then(
    () => true,
    () => false,
  );
};

describe('after a leak', { timeout: 240_000 }, () => {
  test('a named operator token ends with its revocation, and the audit log shows what it did', async () => {
    const made = await callOperator(service, 'POST', '/operator/v1/tokens', { name: `Leaked ${agency.id}`, scopes: ['all'] });
    const { id, token } = made.body as { id: string; token: string };
    await fetch(`${service.operatorUrl}/operator/v1/agencies`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Of the thief' }),
    });
    expect((await callOperator(service, 'DELETE', `/operator/v1/tokens/${id}`)).status).toBe(204);
    expect(await asOperator(token, '/operator/v1/agencies')).toBe(401);
    const { data } = (await callOperator(service, 'GET', '/operator/v1/audit?actions=agency.created')).body;
    expect(data[0]).toMatchObject({ actor: { id, name: `Leaked ${agency.id}` }, subject_name: 'Of the thief' });
  });

  test('an API key ends with its containment, its endpoints receive nothing, and a release restores them with another key', async () => {
    const { data } = (await callOperator(service, 'GET', `/operator/v1/agencies/${agency.id}/keys`)).body;
    const path = `/operator/v1/keys/${data[0].id as string}`;
    const { body } = await callOperator(service, 'POST', `${path}/containment`, { reason: 'leaked' });
    expect(body).toMatchObject({ key_ids: [data[0].id], endpoint_ids: [endpoint.id] });
    expect((await callApi(service, agency.key, 'GET', '/v1/me')).status).toBe(401);
    await bringIn(service, agency.id, [order('during', 'c1')]);
    expect((await callOperator(service, 'DELETE', path)).status).toBe(204);
    expect((await callOperator(service, 'DELETE', `${path}/containment`)).status).toBe(200);
    await bringIn(service, agency.id, [order('after', 'c1')]);
    const received = await receiver.waitFor(1, 30_000);
    expect(received.map(({ event }) => event.data['id'])).toEqual(['after']);
    expect((await callApi(service, agency.key, 'GET', '/v1/me')).status).toBe(401);
  });

  test('a signing secret ends with a rotation without an overlap', async () => {
    await bringIn(service, agency.id, [order('one', 'c1')]);
    await receiver.waitFor(1, 30_000);
    const rotated = await callApi(service, agency.key, 'POST', `/v1/webhooks/${endpoint.id}/secret/rotation`, {});
    await bringIn(service, agency.id, [order('two', 'c1')]);
    await receiver.waitFor(2, 30_000);
    const secrets = [endpoint.secret, rotated.body.secret as string];
    expect(await Promise.all(secrets.map((secret) => isSignedWith(secret, 0)))).toEqual([true, false]);
    expect(await Promise.all(secrets.map((secret) => isSignedWith(secret, 1)))).toEqual([false, true]);
  });
});

describe('after the loss of ENCRYPTION_KEY or of OPERATOR_TOKEN', { timeout: 240_000 }, () => {
  test('the service starts with another key, delivers nothing with a lost secret and counts no failure, and delivers all after a rotation', async () => {
    const lost = new Keyring(encryptionKey).keyIds.current;
    const formerToken = operatorToken;
    await service.exitAfter('SIGTERM');
    [encryptionKey, operatorToken] = [randomBytes(32), randomUUID()];
    const refused = await new ServiceProcess({
      DATABASE_URL: database.ownerUrl,
      ENCRYPTION_KEY: encryptionKey.toString('base64'),
      OPERATOR_TOKEN: operatorToken,
    }).exited;
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(lost) as string });

    service = await start({ ENCRYPTION_KEYS_LOST: lost });
    expect(await asOperator(formerToken, '/operator/v1/agencies')).toBe(401);
    expect(await asOperator(operatorToken, '/operator/v1/agencies')).toBe(200);
    await bringIn(service, agency.id, [order('waits', 'c1')]);
    const path = `/v1/webhooks/${endpoint.id}`;
    expect((await callApi(service, agency.key, 'GET', path)).body).toMatchObject({ status: 'active' });
    expect(receiver.received).toEqual([]);
    expect(await endpointsOf(lost)).toContain(endpoint.id);
    const rotated = await callApi(service, agency.key, 'POST', `${path}/secret/rotation`, {});
    expect(rotated.status).toBe(200);
    expect(await endpointsOf(lost)).not.toContain(endpoint.id);
    const [first] = await receiver.waitFor(1, 90_000);
    expect(first!.event.data['id']).toBe('waits');
    expect(await isSignedWith(rotated.body.secret as string, 0)).toBe(true);
    const stats = (await callApi(service, agency.key, 'GET', `${path}/stats`)).body;
    expect(JSON.stringify(stats)).not.toContain('"failed_count":1');
  });
});
