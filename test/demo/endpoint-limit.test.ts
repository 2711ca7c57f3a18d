import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Keyring } from '../../server/access/encryption/keyring.ts';
import { writeWebhooks } from '../../server/demo/webhook-history.ts';
import { openIngestion, type IngestionBench } from '../records/ingestion.ts';

let bench: IngestionBench;
beforeAll(async () => {
  bench = await openIngestion();
});
afterAll(() => bench.close());

test('the largest number of endpoints is left alone, and the other writes of the transaction stay', async () => {
  const agencyId = await bench.newAgency();
  await bench.rows('DELETE FROM webhook_endpoints WHERE agency_id = $1', agencyId);
  const calendar = new Date();
  const sealer = new Keyring(randomBytes(32));
  const labels = async () =>
    (await bench.rows<{ label: string }>('SELECT label FROM webhook_endpoints WHERE agency_id = $1', agencyId)).map(({ label }) => label);
  const add = (count: number) =>
    bench.rows(
      `INSERT INTO webhook_endpoints (agency_id, url, label, secret_ciphertext, secret_prefix, enabled_event_types, api_version)
       SELECT $1, 'https://127.0.0.1/' || n, 'own', '', 'svc_whsec_', '{ping}', '2026-07-06' FROM generate_series(1, $2::int) n`,
      agencyId,
      count,
    );
  const write = () =>
    bench.api.transaction(async (transaction) => {
      await writeWebhooks(transaction, agencyId, calendar, sealer);
      await transaction.query({ text: `UPDATE agencies SET name = 'Written' WHERE id = $1`, values: [agencyId] });
    });

  await add(10);
  await write();
  expect(await labels()).toEqual(Array.from({ length: 10 }, () => 'own'));
  expect(await bench.rows('SELECT name FROM agencies WHERE id = $1', agencyId)).toEqual([{ name: 'Written' }]);

  await bench.rows('DELETE FROM webhook_endpoints WHERE id = (SELECT id FROM webhook_endpoints WHERE agency_id = $1 LIMIT 1)', agencyId);
  await write();
  expect((await labels()).filter((label) => label !== 'own')).toEqual(['Order ledger (demo, paused)']);
});
