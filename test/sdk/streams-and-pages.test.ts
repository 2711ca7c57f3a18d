import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PagedList } from '../../sdk/src/index.ts';
import { createSampleAgency, type SampleAgency } from '../support/sample-agency.ts';
import { keyedOperationIds } from '../support/sample-request.ts';
import { sharedService, type TestService } from '../support/service.ts';
import { clientOf } from './clients.ts';
import { argumentsOf, callOperation, methodOf } from './sample-call.ts';

let service: TestService;
let agency: SampleAgency;

beforeAll(async () => {
  service = await sharedService();
  agency = await createSampleAgency(service);
});
afterAll(() => service.close());

test('watchWebhooks, event by event', async () => {
  const client = clientOf(service, agency.key);
  const told: string[] = [];
  for await (const { event, data } of client.webhooks.watch()) {
    told.push(event);
    expect(Object.keys(data)).toEqual(['endpoints']);
    break;
  }
  expect(told).toEqual(['endpoints']);
  const withoutScope = clientOf(service, await agency.createKey({ scopes: ['read:fans'] }));
  await expect(withoutScope.webhooks.watch().next()).rejects.toMatchObject({ status: 403 });
});

test('streamWebhookListener, event by event', async () => {
  const client = clientOf(service, agency.key);
  const { id } = await client.webhookListeners.create({ enabled_event_types: ['order.created'] });
  for await (const { event, data } of client.webhookListeners.stream({ listener_id: id })) {
    expect([event, data]).toEqual([
      'listener',
      { id, status: 'active', disabled_reason: null, disabled_detail: null, consecutive_failures: 0 },
    ]);
    break;
  }
  await client.webhookListeners.delete({ listener_id: id });
  await expect(client.webhookListeners.stream({ listener_id: id }).next()).rejects.toMatchObject({ slug: 'unknown_webhook_listener' });
});

const paged = keyedOperationIds.filter((id) =>
  /^list(Orders|SentMessages|Fans|Publications|WebhookFailures|WebhookDeliveries|WebhookEvents|AuditEntries)$/.test(id),
);

test.each(paged)('%s in all its pages', async (id) => {
  const client = clientOf(service, agency.key);
  const given = argumentsOf(id, agency.ids);
  const { group, name } = methodOf(id);
  const first = (await callOperation(client, id, given)) as { data: { id?: string }[]; next_cursor: string | null };
  const items: unknown[] = [];
  const all = (client as unknown as Record<string, Record<string, (params: Record<string, unknown>) => PagedList<unknown>>>)[group]!;
  for await (const item of all[name.replace('list', 'listAll')]!({ ...given, limit: 1 })) items.push(item);
  expect(first.next_cursor).toBeNull();
  expect(items).toEqual(first.data);
});
