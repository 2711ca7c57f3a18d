import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { operations, type Operation, type OperationId, type Scope } from '../../generated/operations.ts';
import * as operatorModule from '../../generated/routes/operator.ts';
import * as publicModule from '../../generated/routes/public.ts';
import { parameters } from '../../generated/validators/parameters.js';
import type { Contexts } from '../../server/access/request-context.ts';
import type { OperationCall, Route } from '../../server/http/steps/request-state.ts';
import * as contract from '../support/contract.ts';
import { slugOf } from '../support/raw-connection.ts';
import { startService, type Answer, type TestAgency, type TestService } from '../support/service.ts';

type Given = Parameters<typeof publicModule.publicRoutes<Contexts, Route>>;
type OperatorGiven = Parameters<typeof operatorModule.operatorRoutes<Contexts, Route>>;

/**
 * Operations whose fixed segments are siblings of a parameter of the contract. Their ids come before and after those of the
 * operations with the parameter.
 */
const beside = {
  aSummary: { like: 'getOrder', path: '/v1/orders/a-summary', scope: 'read:insights', requests: 7 },
  zSummary: { like: 'getOrder', path: '/v1/orders/z-summary', scope: 'read:webhooks', requests: 8 },
  aPart: { like: 'getOrder', path: '/v1/orders/a-summary/{part}', scope: 'read:fans', requests: 9 },
  zPart: { like: 'getOrder', path: '/v1/orders/{order_id}/z-part', scope: 'read:analytics', requests: 10 },
  aKeys: { like: 'listApiKeys', path: '/operator/v1/agencies/a-keys/keys', scope: null, requests: null },
  zKeys: { like: 'listApiKeys', path: '/operator/v1/agencies/z-keys/keys', scope: null, requests: null },
} as const satisfies Record<string, { like: OperationId; path: string; scope: Scope | null; requests: number | null }>;

const added = Object.entries(beside).map(([id, { like, path, scope, requests }]) => {
  const rateLimit = requests === null ? null : { requests, windowSeconds: 60 };
  return { id: id as OperationId, operation: { ...operations[like], path, scope, rateLimit } };
});

/** A listener's routes with others that answer with their own ids, in place of a handler. */
const withEchoes = (routes: Readonly<Record<string, Route>>, listener: Operation['listener']) => {
  const echoes = added
    .filter(({ operation }) => operation.listener === listener)
    .map(({ id: operationId, operation }): [string, Route] => [
      operationId,
      {
        operationId,
        operation,
        answer: async ({ response, state: { pathParameters } }: OperationCall) => void response.json({ operationId, pathParameters }),
      },
    ]);
  return { ...routes, ...Object.fromEntries(echoes) };
};

let service: TestService;
let agency: TestAgency;

// The service over the contract with these operations in it, of which the contract declares no answers.
beforeAll(async () => {
  Object.assign(operations, Object.fromEntries(added.map(({ id, operation }) => [id, operation])));
  Object.assign(parameters, Object.fromEntries(added.map(({ id }) => [id, () => true])));
  const { publicRoutes } = publicModule;
  vi.spyOn(publicModule, 'publicRoutes').mockImplementation((...given) => withEchoes(publicRoutes(...(given as Given)), 'public') as never);
  const { operatorRoutes } = operatorModule;
  vi.spyOn(operatorModule, 'operatorRoutes').mockImplementation(
    (...given) => withEchoes(operatorRoutes(...(given as OperatorGiven)), 'operator') as never,
  );
  vi.spyOn(contract, 'expectContract').mockReturnValue();
  service = await startService({ delivers: false });
  agency = await service.createAgency();
});
afterAll(async () => {
  await service.close();
  vi.restoreAllMocks();
  for (const { id } of added) for (const of of [operations, parameters]) Reflect.deleteProperty(of, id);
});

const limitOf = ({ headers }: Answer) => Number(/q=(\d+)/.exec(headers.get('ratelimit-policy') ?? '')?.[1]);

describe('a fixed segment next to a parameter', () => {
  test.each([
    ['/v1/orders/a-summary', 'aSummary', {}],
    ['/v1/orders/z-summary', 'zSummary', {}],
    ['/v1/orders/a-summary/x%2Fy', 'aPart', { part: 'x/y' }],
    ['/v1/orders/a-summary/z-part', 'aPart', { part: 'z-part' }],
    ['/v1/orders/z-summary/z-part', 'zPart', { order_id: 'z-summary' }],
  ] as const)('scope, limit and handler of %s are those of %s', async (path, operationId, pathParameters) => {
    const { scope, requests } = beside[operationId];
    const refused = await service.request('GET', path, { key: await agency.createKey({ scopes: ['read:orders'] }) });
    expect([refused.status, refused.body.required_scope, limitOf(refused)]).toEqual([403, scope, requests]);
    const answered = await service.request('GET', path, { key: await agency.createKey({ scopes: [scope] }) });
    expect([answered.status, answered.body, limitOf(answered)]).toEqual([200, { operationId, pathParameters }, requests]);
  });

  test('every other value of the parameter is its own', async () => {
    const key = await agency.createKey({ scopes: ['read:orders'] });
    for (const id of ['a-summary%20', 'A-summary', 'a%2Dsummary', 'z-summar']) {
      const answer = await service.request('GET', `/v1/orders/${id}`, { key });
      expect([slugOf(answer), limitOf(answer)], id).toEqual(['unknown_order', 600]);
    }
  });

  test('another method of the fixed segment is not one of the parameter', async () => {
    const answer = await service.request('DELETE', '/v1/orders/a-summary');
    expect([answer.status, slugOf(answer), answer.headers.get('allow')]).toEqual([404, 'not_found', 'GET, HEAD']);
  });

  test('the operator listener answers by the same decision', async () => {
    for (const [segment, operationId] of [
      ['a-keys', 'aKeys'],
      ['z-keys', 'zKeys'],
    ] as const) {
      const answer = await service.operator('GET', `/operator/v1/agencies/${segment}/keys`);
      expect(answer.body).toEqual({ operationId, pathParameters: {} });
    }
    expect((await service.operator('GET', `/operator/v1/agencies/${agency.id}/keys`)).body.data).not.toHaveLength(0);
  });
});
