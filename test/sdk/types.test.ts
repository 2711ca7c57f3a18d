import { expectTypeOf, test } from 'vitest';
import type { Client, FanRelation, Insight, OperationProblem, Order, PagedList, WebhookEndpoint } from '../../sdk/src/index.ts';
import type { ApiKey, OperatorClient } from '../../sdk/src/operator.ts';

/** The types of requests and responses are generated. These are the rules by which the SDK makes methods of them, each on one method. */
type Given<Method extends (...given: never[]) => unknown> = Parameters<Method>[0];
type Answer<Method extends (...given: never[]) => unknown> = Awaited<ReturnType<Method>>;

test('parameters of path, query and body are one argument, which may be left out where none is required', () => {
  expectTypeOf<{ order_id: string }>().toExtend<Given<Client['orders']['get']>>();
  expectTypeOf<undefined>().not.toExtend<Given<Client['orders']['get']>>();
  expectTypeOf<undefined>().toExtend<Given<Client['orders']['list']>>();
  expectTypeOf<{ account_id: string; fan_id: string; user_id: string }>().toExtend<Given<Client['fans']['assign']>>();
  expectTypeOf<{ account_id: string; fan_id: string }>().not.toExtend<Given<Client['fans']['assign']>>();
});

test('a note needs its etag, as a header or in the body', () => {
  type Update = Given<Client['insights']['update']>;
  type Note = { account_id: string; fan_id: string; note: string };
  expectTypeOf<Note & { etag: string }>().toExtend<Update>();
  expectTypeOf<Note & { 'If-Match': string }>().toExtend<Update>();
  expectTypeOf<Note>().not.toExtend<Update>();
});

test('a method resolves with the body of its response, with text, or with nothing', () => {
  expectTypeOf<Answer<Client['insights']['get']>>().toEqualTypeOf<Insight>();
  expectTypeOf<Answer<Client['meta']['docs']>>().toEqualTypeOf<string>();
  expectTypeOf<Answer<Client['fans']['unassign']>>().toEqualTypeOf<void>();
  expectTypeOf<Answer<OperatorClient['metrics']['get']>>().toEqualTypeOf<string>();
});

test('a list that has pages can be read item by item', () => {
  expectTypeOf<ReturnType<Client['orders']['listAll']>>().toEqualTypeOf<PagedList<Order>>();
  expectTypeOf<ReturnType<Client['fans']['listAll']>>().toEqualTypeOf<PagedList<FanRelation>>();
  expectTypeOf<Client['tags']>().not.toHaveProperty('listAll');
});

test('secrets are members of the responses that show them once, and of nothing else', () => {
  expectTypeOf<WebhookEndpoint>().not.toHaveProperty('secret');
  expectTypeOf<Answer<Client['webhooks']['create']>>().toHaveProperty('secret');
  expectTypeOf<ApiKey>().not.toHaveProperty('api_key');
  expectTypeOf<Answer<OperatorClient['keys']['create']>>().toHaveProperty('api_key');
});

test('an instant may be a date, and nothing else may', () => {
  expectTypeOf<{ start: Date; end: string }>().toExtend<Given<Client['orders']['list']>>();
  expectTypeOf<{ creator_id: string; scheduled_at: Date }>().toExtend<Given<Client['publications']['create']>>();
  expectTypeOf<{ order_id: Date }>().not.toExtend<Given<Client['orders']['get']>>();
});

test('an instant inside a body may be a date, in a list and in each kind of a record', () => {
  type Ingested = Given<OperatorClient['records']['ingest']>['records'][number];
  type Sent = Extract<Ingested, { type: 'send' }>;
  expectTypeOf<Sent['sent_at']>().toEqualTypeOf<string | Date>();
  expectTypeOf<Extract<Ingested, { type: 'refund' }>['refunded_at']>().toEqualTypeOf<string | Date>();
  expectTypeOf<Sent['id']>().toEqualTypeOf<string>();
  expectTypeOf<{ agency_id: string; records: [] }>().toExtend<Given<OperatorClient['records']['ingest']>>();
});

test('the problems of an operation are a union by their slugs', () => {
  type Problem = OperationProblem<'createPublication'>;
  expectTypeOf<'quota_reached'>().toExtend<Problem['slug']>();
  expectTypeOf<'idempotency_key_reused'>().toExtend<Problem['slug']>();
  expectTypeOf<'unknown_order'>().not.toExtend<Problem['slug']>();
  expectTypeOf<Extract<Problem, { slug: 'missing_scope' }>['problem']>().toHaveProperty('required_scope');
});

test('a whole list and an edited note have the types of their items', () => {
  expectTypeOf<Answer<ReturnType<Client['orders']['listAll']>['toArray']>>().toEqualTypeOf<Order[]>();
  expectTypeOf<Answer<Client['insights']['edit']>>().toEqualTypeOf<Insight>();
});
