import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Keyring } from '../../server/access/encryption/keyring.ts';
import { reencryptSecrets } from '../../server/access/encryption/re-encrypt.ts';
import { openHeaders, sealHeaders } from '../../server/entities/endpoint-headers.ts';
import { placeOfSecrets } from '../../server/entities/signing-secret.ts';
import { sharedService, type TestAgency, type TestService } from '../support/service.ts';

const formerKey = randomBytes(32);
const former = new Keyring(formerKey);
const current = new Keyring(randomBytes(32), [formerKey]);

let service: TestService;
let agency: TestAgency;
beforeAll(async () => {
  service = await sharedService();
  agency = await service.createAgency();
});
beforeEach(() => rows('DELETE FROM webhook_endpoints'));
afterAll(async () => {
  // No key of the service opens their secrets.
  await rows('DELETE FROM webhook_endpoints');
  await service.close();
});

const rows = <Row>(text: string, ...values: unknown[]) => service.database.query<Row>({ text, values });

type Seal = (text: string, place: string) => Buffer;

/** Endpoints with a current secret, each sealed in one way, and earlier ones. */
async function addEndpoints(seals: readonly Seal[], earlier: readonly Seal[] = []): Promise<string[]> {
  return Promise.all(
    seals.map(async (seal, index) => {
      const [{ id }] = (await rows<{ id: string }>('SELECT uuidv7() AS id')) as [{ id: string }];
      const place = placeOfSecrets(agency.id, id);
      await rows(
        `INSERT INTO webhook_endpoints (agency_id, id, url, label, secret_ciphertext, secret_prefix, enabled_event_types, api_version,
                                        earlier_secret_ciphertexts, earlier_secrets_expire_at)
         VALUES ($1, $2, 'https://x.example', '', $3, '', '{}', '2026-07-06', $4, $5)`,
        agency.id,
        id,
        seal(`secret ${index}`, place),
        earlier.map((one, at) => one(`earlier ${at}`, place)),
        earlier.map(() => new Date(Date.now() + 3_600_000)),
      );
      return id;
    }),
  );
}

async function stored(id: string): Promise<{ keys: (string | null)[]; texts: string[] }> {
  const [row] = await rows<{ sealed: Buffer[] }>(
    'SELECT array_prepend(secret_ciphertext, earlier_secret_ciphertexts) AS sealed FROM webhook_endpoints WHERE id = $1',
    id,
  );
  const texts = row!.sealed.map((sealed) => current.decrypt(sealed, placeOfSecrets(agency.id, id)));
  return { keys: row!.sealed.map((sealed) => current.idOfKey(sealed)), texts };
}

const run = (signal = new AbortController().signal) => reencryptSecrets(service.database, current, signal);
const withFormer: Seal = (text, place) => former.encrypt(text, place);
const withCurrent: Seal = (text, place) => current.encrypt(text, place);

test('every secret is encrypted with the current key, in its order and bound to its row', async () => {
  const ids = await addEndpoints([withFormer, withCurrent], [withFormer, withCurrent, withFormer]);
  expect(await run()).toBe(2);
  const key = current.keyIds.current;
  for (const [index, id] of ids.entries()) {
    expect(await stored(id)).toEqual({ keys: [key, key, key, key], texts: [`secret ${index}`, 'earlier 0', 'earlier 1', 'earlier 2'] });
  }
  expect(await run()).toBe(0);
});

test('several batches are written, and secrets under the current key are skipped', async () => {
  const own = await addEndpoints([withCurrent, withCurrent]);
  const before = await rows('SELECT id, secret_ciphertext FROM webhook_endpoints WHERE id = ANY ($1) ORDER BY id', own);
  const ids = await addEndpoints(Array.from({ length: 120 }, () => withFormer));
  expect(await run()).toBe(120);
  for (const id of ids) expect((await stored(id)).keys).toEqual([current.keyIds.current]);
  expect(await rows('SELECT id, secret_ciphertext FROM webhook_endpoints WHERE id = ANY ($1) ORDER BY id', own)).toEqual(before);
});

test('a secret that no key decrypts is not changed, and does not block others', async () => {
  const foreign = new Keyring(randomBytes(32));
  const [unreadable, readable] = (await addEndpoints([(text, place) => foreign.encrypt(text, place), withFormer])) as [string, string];
  const before = await rows('SELECT secret_ciphertext FROM webhook_endpoints WHERE id = $1', unreadable);
  await run();
  expect(await rows('SELECT secret_ciphertext FROM webhook_endpoints WHERE id = $1', unreadable)).toEqual(before);
  expect((await stored(readable)).texts).toEqual(['secret 1']);
});

test('headers are encrypted with the current key, unless they changed meanwhile', async () => {
  const [kept, changed] = (await addEndpoints([withFormer, withFormer])) as [string, string];
  const seal = (keyring: Keyring, id: string, value: string) =>
    sealHeaders(keyring, [['X-Api-Key', value]], agency.id, id).headers_ciphertext;
  const set = (id: string, sealed: Buffer | null) =>
    rows(
      `UPDATE webhook_endpoints SET headers_ciphertext = $2, header_names = '{X-Api-Key}', header_value_prefixes = '{""}' WHERE id = $1`,
      id,
      sealed,
    );
  for (const id of [kept, changed]) await set(id, seal(former, id, 'a'));
  let reads = 0;
  await reencryptSecrets(
    {
      async query<Row>(statement: { text: string; values?: readonly unknown[] }) {
        const found = await service.database.query<Row>(statement);
        if (reads++ === 0) await set(changed, seal(current, changed, 'b'));
        return found;
      },
    },
    current,
    new AbortController().signal,
  );
  for (const [id, value] of [
    [kept, 'a'],
    [changed, 'b'],
  ] as const) {
    expect((await stored(id)).keys).toEqual([current.keyIds.current]);
    const [row] = await rows<{ sealed: Buffer }>('SELECT headers_ciphertext AS sealed FROM webhook_endpoints WHERE id = $1', id);
    expect(current.idOfKey(row!.sealed)).toBe(current.keyIds.current);
    expect(openHeaders(current, row!.sealed, agency.id, id)).toEqual([['X-Api-Key', value]]);
  }
  expect(await run()).toBe(0);
});

test('a secret that was rotated while its endpoint was read is not written over', async () => {
  const [id] = (await addEndpoints([withFormer])) as [string];
  const rotated = current.encrypt('rotated', placeOfSecrets(agency.id, id));
  let reads = 0;
  await reencryptSecrets(
    {
      async query<Row>(statement: { text: string; values?: readonly unknown[] }) {
        const found = await service.database.query<Row>(statement);
        if (reads++ === 0) await rows('UPDATE webhook_endpoints SET secret_ciphertext = $2 WHERE id = $1', id, rotated);
        return found;
      },
    },
    current,
    new AbortController().signal,
  );
  expect((await stored(id)).texts).toEqual(['rotated']);
});
