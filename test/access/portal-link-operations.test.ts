import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations, type OperationId } from '../../generated/operations.ts';
import { operationsOf } from '../../spec/generate/contract.ts';
import { problemsOf } from '../../spec/generate/problems.ts';
import { readContract } from '../../spec/generate/read-contract.ts';
import { partsOfFailure, recordFailure, recordListenerAttempt, recordRecovery, recordsOf } from '../support/sample-agency.ts';
import { keyedOperationIds, sampleRequest, targetOf, type SampleIds } from '../support/sample-request.ts';
import { sharedService, type Answer, type TestAgency, type TestService } from '../support/service.ts';

/**
 * What a portal link with every scope may do with endpoints and listeners: `any` of the agency, or only its `own`, those that were created through it.
 * `agency` names none of them, `listener` only listeners.
 */
const rules: Readonly<Partial<Record<OperationId, 'any' | 'own' | 'own listener' | 'agency'>>> = {
  listWebhookEndpoints: 'agency',
  createWebhookEndpoint: 'agency',
  getWebhookEndpoint: 'any',
  updateWebhookEndpoint: 'any',
  deleteWebhookEndpoint: 'own',
  pingWebhookEndpoint: 'any',
  rotateWebhookSecret: 'own',
  getWebhookStats: 'any',
  listWebhookFailures: 'any',
  replayWebhookFailure: 'any',
  replayWebhookFailures: 'any',
  listWebhookDeliveries: 'any',
  getWebhookDelivery: 'any',
  retryWebhookDelivery: 'any',
  resendWebhookDelivery: 'any',
  resendWebhookDeliveries: 'any',
  recoverWebhookEvents: 'any',
  getWebhookRecovery: 'any',
  cancelWebhookRecovery: 'any',
  getSentWebhookRequest: 'any',
  listWebhookEvents: 'agency',
  getWebhookEvent: 'agency',
  getWebhookFigures: 'any',
  listWebhookFigures: 'agency',
  sendTestWebhookEvent: 'any',
  verifyWebhookSignature: 'any',
  watchWebhooks: 'agency',
  createWebhookListener: 'agency',
  streamWebhookListener: 'own listener',
  answerListenerAttempt: 'own listener',
  deleteWebhookListener: 'own listener',
};

const webhookOperations = keyedOperationIds.filter((id) => operations[id].path.startsWith('/v1/webhook'));
const isDelete = (id: OperationId) => operations[id].method === 'delete';

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

/** A session of a new link with every scope. */
async function openLink(agency: TestAgency): Promise<string> {
  const scopes = [...new Set(webhookOperations.map((id) => operations[id].scope!)), 'read:orders'];
  const { body } = await service.operator('POST', `/operator/v1/agencies/${agency.id}/portal-links`, { label: 'Link', scopes });
  const { pathname, hash } = new URL(body.url as string);
  const opened = await service.request('POST', `${pathname}/session`, {
    key: null,
    version: null,
    body: { key: hash.slice('#key='.length) },
  });
  return opened.body.token as string;
}

const bodies = {
  endpoint: { url: 'https://hooks.example.com/in', enabled_event_types: ['order.created'], allowed_creator_ids: ['creator-1'] },
  listener: { enabled_event_types: ['order.created'], allowed_creator_ids: ['creator-1'] },
} as const;
const paths = { endpoint: '/v1/webhooks', listener: '/v1/webhook-listeners' } as const;
type Kind = keyof typeof paths;

/** An endpoint or a listener with one of everything, by the names of the contract. */
async function make(agency: TestAgency, kind: Kind, key: string): Promise<SampleIds> {
  const made = await service.request('POST', paths[kind], { key, body: bodies[kind] });
  expect(made.status, made.text).toBe(201);
  const id = made.body.id as string;
  const failure_id = await recordFailure(service, agency.id, id);
  return {
    endpoint_id: id,
    listener_id: id,
    failure_id,
    recovery_id: await recordRecovery(service, agency.id, id),
    attempt_id: kind === 'listener' ? await recordListenerAttempt(service, agency.id, id) : id,
    creator_id: 'creator-1',
    ...(await partsOfFailure(service, failure_id)),
  };
}

function send(operationId: OperationId, ids: SampleIds, key: string): Promise<Answer> {
  const { method, path, query, body } = sampleRequest(operationId, ids);
  return service.request(method, targetOf(path, query), { key, ...(body === undefined ? {} : { body }) });
}

const slugOf = ({ body, status }: Answer) => (status < 400 ? String(status) : (body.type as string).split('/').at(-1)!);

function expected(operationId: OperationId, kind: Kind, isOwn: boolean): string {
  const rule = rules[operationId];
  if (rule === 'own listener' && kind === 'endpoint') return 'unknown_webhook_listener';
  if ((rule === 'own' || rule === 'own listener') && !isOwn) return 'not_through_link';
  return String(operations[operationId].successStatus);
}

test('every webhook operation of the contract is in the table, and declares the refusal that it has', async () => {
  expect(Object.keys(rules).toSorted()).toEqual(webhookOperations.toSorted());
  const { document, registry } = await readContract();
  const declaring = operationsOf(document).filter(({ object }) => problemsOf(registry, object).includes('not_through_link'));
  const refusing = webhookOperations.filter((id) => rules[id]!.startsWith('own'));
  // An update refuses members of its body.
  expect(declaring.map(({ id }) => id).toSorted()).toEqual([...refusing, 'updateWebhookEndpoint'].toSorted());
});

describe.each<Kind>(['endpoint', 'listener'])('through a portal link, every operation with an %s that was created', (kind) => {
  test.each(['by a key of the agency', 'through the link', 'through another link'])('%s follows the table', async (maker) => {
    const agency = await service.createAgency();
    await agency.ingest(recordsOf('1', 'sample').filter(({ type }: { type?: string }) => type === 'creator'));
    const session = await openLink(agency);
    const isOwn = maker === 'through the link';
    const makerKey = isOwn ? session : maker === 'through another link' ? await openLink(agency) : agency.key;
    const ids = await make(agency, kind, makerKey);
    const results: Record<string, string> = {};
    for (const id of webhookOperations.filter((id) => !isDelete(id))) results[id] = slugOf(await send(id, ids, session));
    for (const id of webhookOperations.filter(isDelete)) {
      const deleted = await make(agency, kind, makerKey);
      results[id] = slugOf(await send(id, deleted, session));
      await send('deleteWebhookEndpoint', deleted, agency.key);
    }
    expect(results).toEqual(Object.fromEntries(webhookOperations.map((id) => [id, expected(id, kind, isOwn)])));

    const update = async (body: object) =>
      slugOf(await service.request('PATCH', `/v1/webhooks/${ids['endpoint_id']}`, { key: session, body }));
    const ofOwn = kind === 'listener' ? 'validation_failed' : '200';
    expect(await update({ url: 'https://other.example.com/' })).toBe(isOwn ? ofOwn : 'not_through_link');
    expect(await update({ headers: [{ name: 'X-Api-Key', value: 'x' }] })).toBe(isOwn ? ofOwn : 'not_through_link');
    expect(await update({ ends_with_link: false })).toBe('not_through_link');
    expect(await update({ label: 'new', enabled_event_types: ['order.refunded'], status: 'disabled' })).toBe('200');
  });
});

test('a refused link leaves the owner its stream and its attempts', async () => {
  const agency = await service.createAgency();
  await agency.ingest(recordsOf('1', 'sample').filter(({ type }: { type?: string }) => type === 'creator'));
  const ids = await make(agency, 'listener', agency.key);
  const session = await openLink(agency);
  const url = `${service.baseUrl}/v1/webhook-listeners/${ids['listener_id']}/stream`;
  const controller = new AbortController();
  const stream = await fetch(url, {
    headers: { authorization: `Bearer ${agency.key}`, 'service-version': 'Amethyste' },
    signal: controller.signal,
  });
  const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const readUntil = async (part: string) => {
    while (!text.includes(part)) text += (await reader.read()).value ?? '';
  };
  await readUntil('event: attempt');
  for (const id of ['streamWebhookListener', 'answerListenerAttempt', 'deleteWebhookListener', 'deleteWebhookEndpoint'] as const)
    expect((await send(id, ids, session)).status).toBe(403);
  expect(
    (await service.request('PATCH', `/v1/webhooks/${ids['endpoint_id']}`, { key: agency.key, body: { status: 'disabled' } })).status,
  ).toBe(200);
  await readUntil('"status":"disabled"');
  expect(text).not.toContain('event: ended');
  const [attempt] = await service.database.query<{ answered_at: Date | null }>({
    text: 'SELECT answered_at FROM listener_attempts WHERE id = $1',
    values: [ids['attempt_id']],
  });
  expect(attempt).toEqual({ answered_at: null });
  controller.abort();
});
