import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { creator, order } from '../../records/records.ts';
import { startReceiver } from '../../support/receiver.ts';
import { startService } from '../../support/service.ts';

test('a receiver that hangs does not degrade the service', async () => {
  const [service, receiver] = [await startService(), await startReceiver()];
  receiver.answer = () => undefined;
  const agency = await service.createAgency();
  const body = { url: receiver.url, label: 'hangs', enabled_event_types: ['order.created'] };
  const endpoint = (await service.request('POST', '/v1/webhooks', { key: agency.key, body })).body;
  await agency.ingest([creator('c1')]);
  await agency.ingest(Array.from({ length: 100 }, (_, index) => order(`o${index}`, 'c1')));
  await receiver.waitFor(32, 10_000);
  await service.database.query({
    text: `UPDATE delivery_queue SET due_at = now() - interval '55 s' WHERE endpoint_id = $1 AND lease IS NULL`,
    values: [endpoint.id],
  });
  // Attempts time out after ten seconds, and others follow.
  for (const until = Date.now() + 12_000; Date.now() < until || receiver.received.length === 32; await sleep(500)) {
    const { body: status } = await service.request('GET', '/status', { key: null, version: null });
    const found = (status.components as { name: string }[]).find(({ name }) => name === 'Webhook deliveries');
    const detail = expect.stringMatching(
      /^Oldest due delivery: 0 s\.( Deliveries to 1 endpoint wait for their receivers, the oldest for \d+ s\.)?$/,
    );
    expect(found).toMatchObject({ status: 'operational', detail });
  }
  const { text } = await service.operator('GET', '/metrics');
  expect(Number(/^service_delivery_oldest_due_seconds (\S+)$/m.exec(text)![1])).toBe(0);
  expect(/^service_endpoints_behind (\S+)$/m.exec(text)![1]).toBe('1');
  expect(Number(/^service_delivery_oldest_pending_seconds (\S+)$/m.exec(text)![1])).toBeGreaterThan(60);
  await receiver.close();
  await service.close();
});
