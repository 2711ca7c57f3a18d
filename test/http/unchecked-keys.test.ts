import { afterAll, beforeAll, expect, test } from 'vitest';
import { newApiKey } from '../../server/access/keys/api-keys.ts';
import { UncheckedKeys } from '../../server/access/keys/unchecked-keys.ts';
import { slugOf } from '../support/raw-connection.ts';
import { startService, type TestAgency, type TestService } from '../support/service.ts';

let service: TestService;
let agency: TestAgency;
/** Another process on the same database. */
let neighbour: TestService;

beforeAll(async () => {
  service = await startService({ delivers: false });
  neighbour = await startService({ delivers: false, databaseUrl: service.config.databaseUrl! });
  agency = await service.createAgency();
});
afterAll(async () => {
  await neighbour.close();
  await service.close();
});

const me = (key: string, at = service) => at.request('GET', '/v1/me', { key });
const mistype = (key: string) => key.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
const broughtOver = 'svc_live_zB3zQ8mW1kT6vR4pX9cL2nH7jF5dS0gYaUeIoE';

test('any number of mistyped keys causes one query', async () => {
  let count = 0;
  const keys = new UncheckedKeys({
    query: (statement) => {
      count += 1;
      return service.database.query(statement);
    },
  });
  const found = await Promise.all(Array.from({ length: 200 }, () => keys.exist()));
  expect(new Set(found).size).toBe(1);
  expect(count).toBe(1);
});

test('until a key without its checksum is imported, no mistyped one is looked up, and it works at once in every process', async () => {
  expect(slugOf(await me(mistype(agency.key)))).toBe('invalid_api_key');
  await service.database.query({ text: 'ALTER TABLE api_keys RENAME TO api_keys_away' });
  try {
    expect((await me(agency.key)).status).toBeGreaterThanOrEqual(500);
    for (const key of [mistype(agency.key), mistype(newApiKey()), broughtOver]) {
      const refused = await me(key);
      expect([refused.status, slugOf(refused)]).toEqual([401, 'invalid_api_key']);
    }
  } finally {
    await service.database.query({ text: 'ALTER TABLE api_keys_away RENAME TO api_keys' });
  }

  for (const at of [service, neighbour]) expect((await me(broughtOver, at)).status).toBe(401);
  const created = await service.operator('POST', `/operator/v1/agencies/${agency.id}/keys`, {
    label: 'older',
    scopes: ['read:orders'],
    api_key: broughtOver,
  });
  expect([created.status, created.body.api_key, created.body.prefix]).toEqual([201, broughtOver, 'svc_live_zB3z']);
  for (const at of [neighbour, service]) {
    const answer = await me(broughtOver, at);
    expect([answer.status, answer.body.key?.label]).toEqual([200, 'older']);
    for (const key of [mistype(broughtOver), mistype(agency.key)]) expect(slugOf(await me(key, at))).toBe('invalid_api_key');
    expect((await me(agency.key, at)).status).toBe(200);
  }

  const later = await startService({ delivers: false, databaseUrl: service.config.databaseUrl! });
  try {
    expect((await me(broughtOver, later)).status).toBe(200);
    expect((await service.operator('DELETE', `/operator/v1/keys/${created.body.id}`)).status).toBe(204);
    for (const at of [service, neighbour, later]) expect(slugOf(await me(broughtOver, at))).toBe('invalid_api_key');
  } finally {
    await later.close();
  }
});
