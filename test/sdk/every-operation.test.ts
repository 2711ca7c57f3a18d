import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations, type OperationId } from '../../generated/operations.ts';
import { methods, operatorMethods } from '../../sdk/src/methods.ts';
import type { AnswerInformation, CallOptions, PagedList } from '../../sdk/src/index.ts';
import { createSampleAgency, type SampleAgency } from '../support/sample-agency.ts';
import { keyedOperationIds, openOperationIds, operatorOperationIds, sampleRequest, type SampleIds } from '../support/sample-request.ts';
import { startService, type TestService } from '../support/service.ts';
import { clientOf, operatorOf } from './checked-clients.ts';

type Given = Record<string, unknown>;
type Bound = Record<string, (given: Given, options?: CallOptions) => unknown>;
type Groups = Readonly<Record<string, Readonly<Record<string, string>>>>;

let service: TestService;
let agency: SampleAgency;

beforeAll(async () => {
  service = await startService({ delivers: false });
  agency = await createSampleAgency(service);
});
afterAll(() => service.close());

/** Group and name of the method that calls an operation of the contract. */
function methodOf(groups: Groups, id: OperationId): { group: string; name: string } {
  for (const [group, names] of Object.entries(groups)) {
    const name = Object.keys(names).find((each) => names[each] === id);
    if (name) return { group, name };
  }
  throw new Error(`the SDK has no method for ${id}`);
}

/** The operation's sample request as the flat arguments of its method. */
function argumentsOf(id: OperationId, ids: SampleIds): Given {
  const { path, query, body } = sampleRequest(id, ids);
  const segments = path.split('/').map(decodeURIComponent);
  const inPath = operations[id].path
    .split('/')
    .flatMap((segment, at) => (segment.startsWith('{') ? [[segment.slice(1, -1), segments[at]]] : []));
  return { ...Object.fromEntries(inPath), ...query, ...(body as Given | undefined) };
}

/** Calls the operation's method; its answer has passed the contract when this resolves. */
async function call(client: object, groups: Groups, id: OperationId, given: Given): Promise<unknown> {
  const { group, name } = methodOf(groups, id);
  const seen: AnswerInformation[] = [];
  const answer = await (client as Record<string, Bound>)[group]![name]!(given, { onAnswer: (each) => void seen.push(each) });
  expect(seen.map(({ status }) => status)).toEqual([operations[id].successStatus]);
  expect(seen[0]!.requestId).toBeTruthy();
  return answer;
}

/** The shape of an answer, of which the contract knows the rest. */
const shapeOf = (answer: unknown) => (answer === undefined ? 'nothing' : typeof answer === 'string' ? 'text' : 'object');
const texts: readonly OperationId[] = ['getDocs', 'getErrorPage', 'getMetrics'];
const expectedShape = (id: OperationId) => (operations[id].successStatus === 204 ? 'nothing' : texts.includes(id) ? 'text' : 'object');

describe('the client calls each public operation of the contract and resolves with its answer', () => {
  test.each([...keyedOperationIds, ...openOperationIds])('%s', async (id) => {
    const own = operations[id].method === 'get' ? agency : await createSampleAgency(service);
    const client = clientOf(service, own.key);
    const given = argumentsOf(id, own.ids);
    if (id === 'updateInsight') {
      const { account_id, fan_id } = own.ids as { account_id: string; fan_id: string };
      given['etag'] = (await client.insights.get({ account_id, fan_id })).etag;
    }
    expect(shapeOf(await call(client, methods, id, given))).toBe(expectedShape(id));
  });

  const paged = keyedOperationIds.filter((id) =>
    /^list(Orders|SentMessages|Fans|Publications|WebhookFailures|WebhookDeliveries)$/.test(id),
  );
  test.each(paged)('%s in all its pages', async (id) => {
    const client = clientOf(service, agency.key);
    const given = argumentsOf(id, agency.ids);
    const { group, name } = methodOf(methods, id);
    const first = (await call(client, methods, id, given)) as { data: { id?: string }[]; next_cursor: string | null };
    const items: unknown[] = [];
    const all = (client as unknown as Record<string, Record<string, (given: Given) => PagedList<unknown>>>)[group]!;
    for await (const item of all[name.replace('list', 'listAll')]!({ ...given, limit: 1 })) items.push(item);
    expect(first.next_cursor).toBeNull();
    expect(items).toEqual(first.data);
  });
});

describe('the operator’s client calls each operation of the operator and resolves with its answer', () => {
  test.each(operatorOperationIds)('%s', async (id) => {
    const operator = operatorOf(service);
    const own = await createSampleAgency(service);
    const [key] = (await operator.keys.list({ agency_id: own.id })).data;
    const given = argumentsOf(id, { ...own.ids, key_id: key!.id });
    expect(shapeOf(await call(operator, operatorMethods, id, given))).toBe(expectedShape(id));
  });
});
