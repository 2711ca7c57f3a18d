import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Operation, OperationId, Scope } from '../../generated/operations.ts';
import type { Route } from '../../generated/routes/options.ts';
import { slugOf } from '../support/raw-connection.ts';
import type { Answer, TestAgency, TestService } from '../support/service.ts';

type OperationsModule = typeof import('../../generated/operations.ts');
type PublicModule = typeof import('../../generated/routes/public.ts');
type OperatorModule = typeof import('../../generated/routes/operator.ts');

/**
 * Operations whose fixed segments stand beside a parameter of the contract. Their ids come before and after those of the
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

/** What answers with its own id. */
const echo =
  (operationId: string): Route =>
  async (_request, response, pathParameters) =>
    void response.json({ operationId, pathParameters });

const echoes = (ids: readonly (keyof typeof beside)[]) => Object.fromEntries(ids.map((id) => [id, echo(id)]));

/** The service over the contract with these operations in it. */
async function startWithFixture(): Promise<TestService> {
  vi.resetModules();
  vi.doMock('../../generated/operations.ts', async (original) => {
    const actual = await original<OperationsModule>();
    const added = Object.entries(beside).map(([id, { like, path, scope, requests }]): [string, Operation] => {
      const rateLimit = requests === null ? null : { requests, windowSeconds: 60 };
      return [id, { ...actual.operations[like], path, scope, rateLimit }];
    });
    return { ...actual, operations: { ...actual.operations, ...Object.fromEntries(added) } };
  });
  vi.doMock('../../generated/routes/public.ts', async (original) => {
    const { publicRoutes } = await original<PublicModule>();
    const added = echoes(['aSummary', 'zSummary', 'aPart', 'zPart']);
    return { publicRoutes: (options: Parameters<typeof publicRoutes>[0]) => ({ ...publicRoutes(options), ...added }) };
  });
  vi.doMock('../../generated/routes/operator.ts', async (original) => {
    const { operatorRoutes } = await original<OperatorModule>();
    const added = echoes(['aKeys', 'zKeys']);
    return { operatorRoutes: (options: Parameters<typeof operatorRoutes>[0]) => ({ ...operatorRoutes(options), ...added }) };
  });
  // The contract declares no answers of these operations.
  vi.doMock('../support/contract.ts', () => ({ expectContract: () => undefined }));
  const { startService } = await import('../support/service.ts');
  return startService({ delivers: false });
}

let service: TestService;
let agency: TestAgency;

beforeAll(async () => {
  service = await startWithFixture();
  agency = await service.createAgency();
});
afterAll(async () => {
  await service.close();
  for (const path of ['generated/operations.ts', 'generated/routes/public.ts', 'generated/routes/operator.ts'])
    vi.doUnmock(`../../${path}`);
  vi.doUnmock('../support/contract.ts');
  vi.resetModules();
});

const limitOf = ({ headers }: Answer) => Number(/q=(\d+)/.exec(headers.get('ratelimit-policy') ?? '')?.[1]);

describe('a fixed segment beside a parameter', () => {
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
