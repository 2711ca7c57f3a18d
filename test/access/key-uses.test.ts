import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { KeyUses } from '../../server/access/keys/key-uses.ts';
import type { Statement } from '../../server/database/client/sql.ts';
import { sharedService, type TestAgency, type TestService } from '../support/service.ts';

let service: TestService;
let agency: TestAgency;
beforeAll(async () => {
  service = await sharedService();
  agency = await service.createAgency();
});
afterAll(() => service.close());

let keyId: string;
beforeEach(() => {
  keyId = randomUUID();
});
const stored = () =>
  service.database.query({
    text: 'SELECT operation_id, request_count, item_count FROM key_uses WHERE key_id = $1 ORDER BY operation_id',
    values: [keyId],
  });

describe('uses of keys', () => {
  test('are written by one statement for any number of requests, and added up', async () => {
    const statements: Statement[] = [];
    const uses = new KeyUses({ query: (statement) => (statements.push(statement), service.database.query(statement)) }, 60_000);
    for (let times = 0; times < 100; times += 1) uses.count(agency.id, keyId, 'listOrders', 20);
    uses.count(agency.id, keyId, 'getMe', 1);
    await uses.write();
    uses.count(agency.id, keyId, 'listOrders', 5);
    await uses.write();
    await uses.write();
    expect(statements).toHaveLength(2);
    expect(await stored()).toEqual([
      { operation_id: 'getMe', request_count: 1, item_count: 1 },
      { operation_id: 'listOrders', request_count: 101, item_count: 2_005 },
    ]);
  });

  test('that could not be written are counted on', async () => {
    let isDown = true;
    const uses = new KeyUses(
      { query: (statement) => (isDown ? Promise.reject(new Error('down')) : service.database.query(statement)) },
      60_000,
    );
    uses.count(agency.id, keyId, 'getStatus', 1);
    await expect(uses.write()).rejects.toThrow('down');
    uses.count(agency.id, keyId, 'getStatus', 1);
    isDown = false;
    await uses.write();
    expect(await stored()).toContainEqual({ operation_id: 'getStatus', request_count: 2, item_count: 2 });
  });

  test('show operators when a key was last used', async () => {
    const [other, unused] = [await service.createAgency(), await service.createAgency()];
    const lastUse = async ({ id }: TestAgency) =>
      ((await service.operator('GET', `/operator/v1/agencies/${id}/keys`)).body.data as { last_used_at: string | null }[])[0]!.last_used_at;
    const [key] = await service.database.query<{ id: string }>({
      text: 'SELECT id FROM api_keys WHERE agency_id = $1',
      values: [other.id],
    });
    const uses = new KeyUses(service.database, 60_000);
    uses.count(other.id, key!.id, 'getMe', 1);
    await uses.write();
    const [{ now } = { now: new Date() }] = await service.database.query<{ now: Date }>({ text: 'SELECT now()' });
    expect(now.getTime() - Date.parse((await lastUse(other))!)).toBeLessThan(60_000);
    expect(await lastUse(unused)).toBeNull();
  });
});
