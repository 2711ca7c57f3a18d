import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations, type OperationId } from '../../generated/operations.ts';
import { operations as publicOperations } from '../../sdk/src/generated/operations.ts';
import { operatorOperations } from '../../sdk/src/generated/operator-operations.ts';
import { createClient, isProblem, ServiceError, type Client } from '../../sdk/src/index.ts';
import { createOperatorClient } from '../../sdk/src/operator.ts';
import { createIncidentGroup } from '../support/incident-group.ts';
import { createSampleAgency, type SampleAgency } from '../support/sample-agency.ts';
import { operationIds } from '../support/sample-request.ts';
import { startService, type TestService } from '../support/service.ts';
import { startResponseLosingProxy, type ResponseLosingProxy } from './response-losing-proxy.ts';
import { withoutHealthWindow } from '../support/health-window.ts';
import { clientOf } from './clients.ts';
import { argumentsOf, callOperation } from './sample-call.ts';

let service: TestService;
let toService: ResponseLosingProxy;
let tables: { name: string }[] | undefined;

beforeAll(async () => {
  service = await startService({ delivers: false });
  toService = await startResponseLosingProxy(service.baseUrl);
});
afterAll(async () => {
  await toService?.close();
  await service?.close();
});

const fan = { account_id: 'account-1', fan_id: 'fan-1' };
const isOperators = (id: OperationId) => operations[id].access === 'operator';
const isRead = (id: OperationId) => operations[id].method === 'get';
const clientThrough = (proxy: ResponseLosingProxy, apiKey: string): Client => createClient({ baseUrl: proxy.url, apiKey });

/** What the SDK knows of each operation. */
const called = { ...publicOperations, ...operatorOperations };

/** How many rows each table holds for an agency, but those that count the requests themselves. */
async function rowsOf(agencyId: string): Promise<unknown> {
  tables ??= await service.database.query<{ name: string }>({
    text: `
      SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
       WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace
         AND a.attname = 'agency_id' AND c.relname NOT IN ('key_uses', 'ingestions') ORDER BY 1`,
  });
  const counts = tables.map(({ name }) => `SELECT '${name}' AS name, count(*) FROM "${name}" WHERE agency_id::text = $1`);
  return service.database.query({ text: counts.join(' UNION ALL '), values: [agencyId] });
}

/** The arguments of an operation's sample request for one agency. */
async function givenFor(id: OperationId, agency: SampleAgency): Promise<Record<string, unknown>> {
  const [key] = (await service.operator('GET', `/operator/v1/agencies/${agency.id}/keys`)).body.data as { id: string }[];
  const given = argumentsOf(id, { ...agency.ids, key_id: key!.id });
  if (id === 'reportPublication') {
    const [row] = await service.database.query<{ lease_id: string }>({
      text: `UPDATE publications SET lease_id = gen_random_uuid(), leased_until = now() + interval '1 minute' WHERE id = $1 RETURNING lease_id`,
      values: [given['publication_id']],
    });
    given['lease_id'] = row!.lease_id;
  }
  if (id === 'createOperatorToken') given['name'] = agency.id;
  if (id === 'revokeOperatorToken') {
    given['token_id'] = (await service.operator('POST', '/operator/v1/tokens', { name: agency.id, scopes: ['read'] })).body.id;
  }
  if (id === 'acknowledgeIncidentGroup') given['group_id'] = await createIncidentGroup(service, agency.id);
  const ofAgency = `/operator/v1/agencies/${agency.id}`;
  if (id === 'eraseAgency') given['agency_name'] = (await service.operator('GET', ofAgency)).body.name;
  if (id === 'releaseAgency') await service.operator('POST', `${ofAgency}/containment`);
  if (id === 'releaseApiKey') await service.operator('POST', `/operator/v1/keys/${key!.id}/containment`);
  if (id === 'updateInsight') given['etag'] = (await clientOf(service, agency.key).insights.get(fan)).etag;
  return given;
}

/** Reads whose response is of the moment, so that two of them differ. The last use of a key is recorded after its request. */
const ofTheMoment: readonly OperationId[] = ['listApiKeys', 'getDiagnostics', 'getHealth', 'getMetrics', 'getServiceOverview', 'getStatus'];

/** Calls the operation's method, whose first response is lost, and expects that the method resolves with what it said. */
async function expectTrueResult(
  id: OperationId,
  agency: SampleAgency,
  given: Record<string, unknown>,
  atLoss?: () => Promise<unknown>,
): Promise<void> {
  const proxy = await startResponseLosingProxy(isOperators(id) ? service.operatorUrl : service.baseUrl);
  const client = isOperators(id)
    ? createOperatorClient({ operatorUrl: proxy.url, operatorToken: service.operatorToken })
    : clientThrough(proxy, agency.key);
  proxy.loseNext(atLoss);
  const outcome = await callOperation(client, id, given).catch((error: unknown) => error);
  expect(proxy.lost, id).toHaveLength(1);
  const { status, text } = proxy.lost[0]!;
  expect(status, id).toBe(operations[id].successStatus);
  if (outcome instanceof Error) throw outcome;
  expect(proxy.seen.length, id).toBeGreaterThan(1);
  if (!ofTheMoment.includes(id)) {
    const answer: unknown = text === '' ? undefined : called[id].answers === 'json' ? JSON.parse(text) : text;
    expect(withoutHealthWindow(outcome), id).toEqual(withoutHealthWindow(answer));
  }
  await proxy.close();
}

/** A stream has no response that ends; a client that watches it reconnects. */
const withAnswer = operationIds.filter((id) => called[id].answers !== 'stream');

describe('after a lost response', () => {
  it('every read returns its result', async () => {
    const agency = await createSampleAgency(service);
    const ofAgency = `/operator/v1/agencies/${agency.id}`;
    const erasure = await service.operator('POST', `${ofAgency}/fan-erasures`, { fan_id: 'another-fan' });
    const opened = await service.operator('POST', `${ofAgency}/export`);
    const ids = { ...agency.ids, erasure_id: erasure.body.id as string, export_id: opened.body.id as string };
    // What was ingested appears in the log some seconds later.
    const ofOthers = (id: OperationId) => id === 'listIngestions' && { agency_ids: [randomUUID()] };
    await Promise.all(withAnswer.filter(isRead).map((id) => expectTrueResult(id, agency, { ...argumentsOf(id, ids), ...ofOthers(id) })));
  });

  /** These change what belongs to other agencies too. */
  const isOfAll = (id: OperationId) => id === 'claimPublications' || id === 'refreshProjections';
  const changes = withAnswer.filter((id) => !isRead(id));

  async function expectDoneOnce(id: OperationId): Promise<void> {
    const agency = await createSampleAgency(service);
    const given = await givenFor(id, agency);
    let whenDone: unknown;
    await expectTrueResult(id, agency, given, async () => (whenDone = await rowsOf(agency.id)));
    expect(await rowsOf(agency.id)).toEqual(whenDone);
  }

  it.concurrent.each(changes.filter((id) => !isOfAll(id)))('%s comes to its true result, and is done once', expectDoneOnce);
  it.each(changes.filter(isOfAll))('%s comes to its true result, and is done once', expectDoneOnce);
});

describe('an edit of a note whose response was lost', () => {
  async function noteOf(agency: SampleAgency) {
    const direct = clientOf(service, agency.key);
    return { direct, ...(await direct.insights.get(fan)) };
  }

  it('keeps its 412 where another note was written', async () => {
    const agency = await createSampleAgency(service);
    const { direct, etag } = await noteOf(agency);
    const other = await direct.insights.update({ ...fan, note: 'another note', etag });
    toService.loseNext();
    const error = await clientThrough(toService, agency.key)
      .insights.update({ ...fan, note: 'mine', etag })
      .catch((reason: unknown) => reason);
    if (!isProblem(error, 'precondition_failed')) throw error;
    expect(toService.lost).toMatchObject([{ status: 412 }]);
    expect(error).toMatchObject({ problem: { current_etag: other.etag }, outcomeUnknown: false });
    expect((await direct.insights.get(fan)).note).toBe('another note');
  });

  it('is settled with the token in the header, and by a key that may not read notes', async () => {
    const agency = await createSampleAgency(service);
    const { direct, etag } = await noteOf(agency);
    const writer = await agency.createKey({ scopes: ['write:insights'] });
    toService.loseNext();
    const answer = await clientThrough(toService, writer).insights.update({ ...fan, note: 'mine', 'If-Match': `"${etag}"` });
    expect(answer).toEqual(JSON.parse(toService.lost[0]!.text));
    expect(await direct.insights.get(fan)).toEqual(answer);
  });

  it('is not settled where nothing was lost', async () => {
    const agency = await createSampleAgency(service);
    const { direct, etag } = await noteOf(agency);
    await direct.insights.update({ ...fan, note: 'mine', etag });
    const again = await direct.insights.update({ ...fan, note: 'mine', etag }).catch((reason: unknown) => reason);
    expect(isProblem(again, 'precondition_failed')).toBe(true);
  });
});

describe('a deletion', () => {
  it('of a missing resource is reported where nothing was lost', async () => {
    const agency = await createSampleAgency(service);
    const { publication_id } = agency.ids as { publication_id: string };
    const direct = clientOf(service, agency.key);
    await direct.publications.delete({ publication_id });
    await expect(direct.publications.delete({ publication_id })).rejects.toMatchObject({ slug: 'unknown_publication' });
  });

  it('in a raw request is not repeated after a lost response', async () => {
    const agency = await createSampleAgency(service);
    toService.loseNext();
    const path = `/v1/publications/${agency.ids['publication_id']}`;
    const error = await clientThrough(toService, agency.key)
      .request({ method: 'DELETE', path })
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ServiceError);
    expect((error as ServiceError).outcomeUnknown).toBe(true);
    expect(toService.seen).toEqual([`DELETE ${path}`]);
  });
});

describe('what creates something', () => {
  it('has its idempotency key in the error if every response is lost, and a repeated call with it has one effect', async () => {
    const agency = await createSampleAgency(service);
    toService.loseNext();
    const create = { creator_id: 'creator-1', text: 'only once' };
    const client = createClient({ baseUrl: toService.url, apiKey: agency.key, maxRetries: 0 });
    const error = (await client.publications.create(create).catch((reason: unknown) => reason)) as ServiceError;
    expect(error).toMatchObject({ outcomeUnknown: true, idempotencyKey: expect.stringMatching(/^[0-9a-f]{32}$/) as string });
    const made = await client.publications.create(create, { idempotencyKey: error.idempotencyKey! });
    expect(made).toEqual(JSON.parse(toService.lost[0]!.text));
    const { data } = await clientOf(service, agency.key).publications.list();
    expect(data.filter(({ text }) => text === create.text)).toHaveLength(1);
    const other = client.publications.create({ ...create, text: 'another' }, { idempotencyKey: error.idempotencyKey! });
    await expect(other).rejects.toMatchObject({ slug: 'idempotency_key_reused', status: 409 });
    toService.loseNext();
    const raw = { method: 'POST', path: '/v1/publications', body: { creator_id: 'creator-1', text: 'raw' } };
    const answer = await clientThrough(toService, agency.key).request(raw);
    expect([answer.status, answer.text]).toEqual([201, toService.lost[0]!.text]);
  });

  it('is repeated where no connection was made, because nothing was sent', async () => {
    const agency = await createSampleAgency(service);
    const place = createServer();
    await new Promise<void>((resolve) => place.listen(0, '127.0.0.1', resolve));
    const { port } = place.address() as AddressInfo;
    await new Promise((resolve) => place.close(resolve));
    let late: ResponseLosingProxy | undefined;
    const statuses: (number | null)[] = [];
    const client = createClient({
      baseUrl: `http://127.0.0.1:${port}`,
      apiKey: agency.key,
      onRetry: ({ status }) => statuses.push(status),
      fetch: async (url, init) => {
        if (statuses.length > 0) late ??= await startResponseLosingProxy(service.baseUrl, port);
        return fetch(url, init);
      },
    });
    const made = await client.publications.create({ creator_id: 'creator-1', text: 'once' });
    expect(statuses).toEqual([null]);
    const { data } = await clientOf(service, agency.key).publications.list();
    expect(data.filter(({ text }) => text === 'once').map(({ id }) => id)).toEqual([made.id]);
    await late?.close();
  });
});
