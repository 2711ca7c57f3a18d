import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations, type OperationId } from '../../generated/operations.ts';
import type { AnswerInformation, PagedList } from '../../sdk/src/index.ts';
import { answerValidator } from '../support/answer-validators.ts';
import { createSampleAgency, type SampleAgency } from '../support/sample-agency.ts';
import { keyedOperationIds, openOperationIds, openOperatorOperationIds, operatorOperationIds } from '../support/sample-request.ts';
import { startService, type TestService } from '../support/service.ts';
import { clientOf, operatorOf } from './clients.ts';
import { argumentsOf, callOperation, methodOf } from './sample-call.ts';

type Given = Record<string, unknown>;

let service: TestService;
let agency: SampleAgency;

beforeAll(async () => {
  service = await startService({ delivers: false });
  agency = await createSampleAgency(service);
});
afterAll(() => service.close());

const texts: readonly OperationId[] = ['getDocs', 'getOperatorDocs', 'getErrorPage', 'getMetrics'];

/** Calls the operation's method and expects the answer that the contract declares for it. */
async function call(client: object, id: OperationId, given: Given): Promise<unknown> {
  const { successStatus } = operations[id];
  const seen: AnswerInformation[] = [];
  const answer = await callOperation(client, id, given, { onAnswer: (each) => void seen.push(each) });
  expect(seen).toMatchObject([{ status: successStatus, requestId: expect.stringMatching(/./) as string }]);
  if (successStatus === 204) expect(answer).toBeUndefined();
  else if (texts.includes(id)) expect(answer).toMatch(/^# /);
  else {
    const fits = answerValidator(id, successStatus)!;
    expect(fits(answer) || fits.errors).toBe(true);
  }
  return answer;
}

describe('the client calls each public operation of the contract and resolves with its answer', () => {
  test.each([...keyedOperationIds, ...openOperationIds].filter((id) => id !== 'watchWebhooks' && id !== 'streamWebhookListener'))(
    '%s',
    async (id) => {
      const own = operations[id].method === 'get' ? agency : await createSampleAgency(service);
      const client = clientOf(service, own.key);
      const given = argumentsOf(id, own.ids);
      if (id === 'updateInsight') {
        const { account_id, fan_id } = own.ids as { account_id: string; fan_id: string };
        given['etag'] = (await client.insights.get({ account_id, fan_id })).etag;
      }
      await call(client, id, given);
    },
  );

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
    const first = (await call(client, id, given)) as { data: { id?: string }[]; next_cursor: string | null };
    const items: unknown[] = [];
    const all = (client as unknown as Record<string, Record<string, (given: Given) => PagedList<unknown>>>)[group]!;
    for await (const item of all[name.replace('list', 'listAll')]!({ ...given, limit: 1 })) items.push(item);
    expect(first.next_cursor).toBeNull();
    expect(items).toEqual(first.data);
  });
});

describe('the operator’s client calls each operation of the operator and resolves with its answer', () => {
  test.each([...operatorOperationIds, ...openOperatorOperationIds])('%s', async (id) => {
    const operator = operatorOf(service);
    const own = await createSampleAgency(service);
    const [key] = (await operator.keys.list({ agency_id: own.id })).data;
    const given = argumentsOf(id, { ...own.ids, key_id: key!.id });
    if (id === 'revokeOperatorToken') given['token_id'] = (await operator.tokens.create({ name: own.id, scopes: ['read'] })).id;
    if (id === 'eraseAgency') given['agency_name'] = (await operator.agencies.get({ agency_id: own.id })).name;
    if (id === 'getErasure') given['erasure_id'] = (await operator.fans.erase({ agency_id: own.id, fan_id: 'fan-1' })).id;
    if (id === 'listExportedRows') given['export_id'] = (await operator.agencies.export({ agency_id: own.id })).id;
    if (id === 'releaseAgency') await operator.agencies.contain({ agency_id: own.id });
    if (id === 'releaseApiKey') await operator.keys.contain({ key_id: key!.id });
    if (id === 'reportPublication') {
      const { data } = await operator.publications.claim({ limit: 200 });
      given['lease_id'] = data.find(({ publication }) => publication.id === given['publication_id'])!.lease_id;
    }
    await call(operator, id, given);
  });
});
