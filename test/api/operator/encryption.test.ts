import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Keyring } from '../../../server/access/encryption/keyring.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { startReceiver, type Received } from '../../support/receiver.ts';
import { startService, type TestService, type TestServiceOptions } from '../../support/service.ts';
import { eventually } from '../webhooks/fixture.ts';
import { useOperator } from './fixture.ts';

const path = '/operator/v1/encryption';

describe('GET /operator/v1/encryption', () => {
  const service = useOperator({ delivers: false });
  it('shows the current key by its id, before anything is encrypted', async () => {
    const { current } = new Keyring(service().encryptionKey).keyIds;
    expect(await service().operator('GET', path)).toMatchObject({
      status: 200,
      body: {
        current_key_id: current,
        secret_count: 0,
        remaining_count: 0,
        keys: [{ key_id: current, state: 'current', secret_count: 0 }],
      },
    });
  });
});

describe('a replaced ENCRYPTION_KEY', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  const [former, current] = [randomBytes(32), randomBytes(32)];
  const idOf = (key: Buffer) => new Keyring(key).keyIds.current;
  const open = (encryptionKey: Buffer, options: TestServiceOptions = {}) =>
    startService({ databaseUrl: database.url, encryptionKey, ...options });
  const statusOf = async (service: TestService) => (await service.operator('GET', path)).body;

  it('reads with the former one until a job has encrypted everything again; then the former one may go', { timeout: 60_000 }, async () => {
    const receiver = await startReceiver();
    const body = { url: receiver.url, enabled_event_types: ['order.created'] };
    const first = await open(former, { delivers: false });
    const { key } = await first.createAgency();
    const { id } = (await first.request('POST', '/v1/webhooks', { key, body })).body;
    await first.request('POST', `/v1/webhooks/${id}/secret/rotation`, { key, body: { previous_expires_in_seconds: 3_600 } });
    const { next_cursor: cursor } = (await first.request('GET', '/v1/audit?limit=1', { key })).body;
    await first.close();

    const previous = { ENCRYPTION_KEYS_PREVIOUS: former.toString('base64') };
    const resting = await open(current, { env: { ...previous, ROLE: 'api' } });
    expect(await statusOf(resting)).toMatchObject({
      current_key_id: idOf(current),
      secret_count: 2,
      remaining_count: 2,
      keys: [
        { key_id: idOf(current), state: 'current', secret_count: 0 },
        { key_id: idOf(former), state: 'previous', secret_count: 2 },
      ],
    });
    expect((await resting.request('GET', `/v1/audit?limit=1&cursor=${cursor as string}`, { key })).status).toBe(200);
    await resting.close();

    const working = await open(current, { env: previous });
    expect(
      await eventually(
        () => statusOf(working),
        ({ remaining_count }) => remaining_count === 0,
      ),
    ).toMatchObject({ remaining_count: 0, secret_count: 2 });
    await working.close();

    const alone = await open(current);
    expect(await statusOf(alone)).toMatchObject({ keys: [{ key_id: idOf(current), state: 'current', secret_count: 2 }] });
    await alone.request('POST', `/v1/webhooks/${id}/ping`, { key });
    const [{ headers }] = (await receiver.waitFor(1)) as [Received];
    expect(String(headers['service-signature']).split(',')).toHaveLength(2);
    await alone.close();

    const lost = await open(former, { delivers: false });
    expect(await statusOf(lost)).toMatchObject({
      remaining_count: 2,
      keys: [{ secret_count: 0 }, { key_id: idOf(current), state: 'unknown', secret_count: 2 }],
    });
    await lost.close();
    await receiver.close();
  });
});
