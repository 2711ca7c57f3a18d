import { describe, expectTypeOf, test } from 'vitest';
import type { MetaApi } from '../../generated/interfaces/meta.ts';
import type { OrdersApi } from '../../generated/interfaces/orders.ts';
import { TextAnswer } from '../../generated/interfaces/text-answer.ts';
import type { Order, Status } from '../../generated/models.ts';
import type { OperationId } from '../../generated/operations.ts';
import type { Problems } from '../../generated/problems.ts';
import type { ScopedTransaction } from '../../server/access/scope/scoped-models.ts';
import type { Contexts, ContextOf, OpenContext, OperatorContext, RequestContext } from '../../server/access/request-context.ts';

type SlugsOf<Id extends OperationId> = Parameters<ContextOf<Id>['problem']>[0];
import type { Sql } from '../../server/database/client/sql.ts';
import type { Outbox } from '../../server/events/outbox.ts';

/** What several operations may throw, as helpers of handlers take it. */
declare function requireFan(problems: Problems<'unknown_account' | 'unknown_fan'>): void;

// `npm run types` checks these tests. An error that is expected and does not come fails it.
describe('the context of a handler', () => {
  test('is that of its access', () => {
    expectTypeOf<ContextOf<'getOrder'>>().toExtend<RequestContext>();
    expectTypeOf<ContextOf<'getHealth'>>().toExtend<OpenContext>();
    expectTypeOf<ContextOf<'createApiKey'>>().toExtend<OperatorContext>();
    expectTypeOf<ContextOf<'getHealth'>>().not.toHaveProperty('data');
    expectTypeOf<ContextOf<'getHealth'>>().not.toHaveProperty('key');
    expectTypeOf<ContextOf<'getHealth'>>().not.toHaveProperty('release');
    expectTypeOf<ContextOf<'createApiKey'>['data']>().not.toExtend<ContextOf<'getOrder'>['data']>();
    expectTypeOf<ContextOf<'getOrder'>>().not.toHaveProperty('preferred');
  });

  test('makes the problems that the contract declares of the operation, without those of the frame', () => {
    expectTypeOf<SlugsOf<'getOrder'>>().toEqualTypeOf<'validation_failed' | 'unknown_order' | 'unavailable'>();
    expectTypeOf<SlugsOf<'getHealth'>>().toEqualTypeOf<'unavailable'>();
    expectTypeOf<SlugsOf<'revokeApiKey'>>().toEqualTypeOf<'validation_failed' | 'not_found' | 'unavailable'>();
  });
});

describe('a handler', () => {
  const order = {} as Order;
  const status = {} as Status;

  test('throws a problem of its operation, and no other', () => {
    const handlers: OrdersApi<Contexts>['getOrder'][] = [
      (_request, { problem }) => Promise.reject(problem('unknown_order')),
      // @ts-expect-error The operation does not declare it.
      (_request, { problem }) => Promise.reject(problem('unknown_fan')),
      // @ts-expect-error It belongs to the frame.
      (_request, { problem }) => Promise.reject(problem('rate_limited')),
      // @ts-expect-error There is no such problem.
      (_request, { problem }) => Promise.reject(problem('unknown_oder')),
    ];
    expectTypeOf(handlers).toBeArray();
  });

  test('shows the problem as the contract describes it', () => {
    const told = ({ problem }: ContextOf<'listFans'>) => [
      problem('unknown_tag', { members: { tag_ids: ['vip'] } }),
      // @ts-expect-error The member has another name.
      problem('unknown_tag', { members: { tags: ['vip'] } }),
      // @ts-expect-error The problem has no members.
      problem('unknown_account', { members: { tag_ids: ['vip'] } }),
    ];
    expectTypeOf(told).toBeFunction();
  });

  test('uses what throws problems that its operation declares too', () => {
    const use = (declaring: ContextOf<'getFan'>, lacking: ContextOf<'listFans'>) => {
      requireFan(declaring);
      // @ts-expect-error The operation declares no `unknown_fan`.
      requireFan(lacking);
    };
    expectTypeOf(use).toBeFunction();
  });

  test('asks for no more than the context of its access', () => {
    const ofKey = async (_request: object, context: ContextOf<'getOrder'>) => (context.data ? order : order);
    const given: OrdersApi<Contexts>['getOrder'] = ofKey;
    // @ts-expect-error The operation is open: it has no key.
    const open: (request: object, context: ContextOf<'getHealth'>) => Promise<unknown> = ofKey;
    expectTypeOf([given, open]).toBeArray();
  });

  test('hands on leave to publish, and cannot use it', () => {
    const use = (transaction: ScopedTransaction, outbox: Outbox) => {
      void outbox.publish(transaction.publishing, []);
      // @ts-expect-error It sends no statements.
      void transaction.publishing.query({ text: 'SELECT * FROM orders' });
      // @ts-expect-error It is not a transaction of another caller either.
      const given: Sql = transaction.publishing;
      return given;
    };
    expectTypeOf(use).toBeFunction();
  });

  test('answers what the contract says', () => {
    const given: OrdersApi<Contexts>['getOrder'] = async () => order;
    // @ts-expect-error A field is missing.
    const missing: OrdersApi<Contexts>['getOrder'] = async () => ({ id: order.id });
    expectTypeOf([given, missing]).toBeArray();
  });

  test('answers a page where the contract says that it is one', () => {
    const page = new TextAnswer('text/html; charset=utf-8', '');
    const pages: MetaApi<Contexts>['getDocs'] = async () => page;
    const both: MetaApi<Contexts>['getStatus'][] = [async () => page, async () => status];
    // @ts-expect-error A text without its type.
    const bare: MetaApi<Contexts>['getDocs'] = async () => '<!doctype html>';
    // @ts-expect-error The contract says that it is a page.
    const plain: MetaApi<Contexts>['getDocs'] = async () => new TextAnswer<'text/plain'>('text/plain; charset=utf-8', '');
    // @ts-expect-error The contract says that it is JSON.
    const order: OrdersApi<Contexts>['getOrder'] = async () => page;
    expectTypeOf([pages, both, bare, plain, order]).toBeArray();
  });
});
