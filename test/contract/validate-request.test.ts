import type { Request } from 'express';
import { describe, expect, test } from 'vitest';
import type { OperationId } from '../../generated/operations.ts';
import { validateRequest } from '../../server/http/steps/validate-request.ts';
import { Problem } from '../../server/problems/problem.ts';
import { nilId } from '../../server/query/uuid.ts';

interface Sent {
  query?: string;
  body?: unknown;
  params?: Record<string, string>;
  headers?: Record<string, string>;
}

function validate(operationId: OperationId, { query, body, params = {}, headers = {} }: Sent): Record<string, unknown> {
  const url = query === undefined ? '/' : `/?${query}`;
  return validateRequest(operationId, { url, body, headers } as unknown as Request, params) as unknown as Record<string, unknown>;
}

function errorsOf(operationId: OperationId, sent: Sent): { path: string; keyword: string }[] {
  try {
    validate(operationId, sent);
  } catch (error) {
    if (error instanceof Problem && error.slug === 'validation_failed')
      return error.members['errors'] as { path: string; keyword: string }[];
    throw error;
  }
  return [];
}

const pathsOf = (operationId: OperationId, sent: Sent) => errorsOf(operationId, sent).map(({ path }) => path);

describe('parameters', () => {
  test('defaults are filled in, lists are split, integers are read', () => {
    expect(validate('listOrders', {})).toEqual({ limit: 50 });
    expect(validate('listOrders', { query: 'limit=5&creator_ids=a,b&order_types=tip' })).toEqual({
      limit: 5,
      creator_ids: ['a', 'b'],
      order_types: ['tip'],
    });
  });

  test.each(['1e1', '0x10', '5.0', '%205', '5%20', '+5', '', '0', '201', '-1', '05', '1&limit=2', '99999999999999999999'])(
    'limit=%s is refused by its name',
    (text) => {
      expect(pathsOf('listOrders', { query: `limit=${text}` })).toEqual(['limit']);
    },
  );

  test('the largest amount is accepted, and none above it', () => {
    const spend = (text: string) => ({ params: { account_id: 'a' }, query: `min_spend_cents=${text}` });
    expect(validate('listFans', spend('9007199254740991'))).toMatchObject({ min_spend_cents: Number.MAX_SAFE_INTEGER });
    for (const text of ['9007199254740992', '9007199254740993', '1'.repeat(400)]) {
      expect(pathsOf('listFans', spend(text)), text).toEqual(['min_spend_cents']);
    }
  });

  test('an empty list, an empty value in a list and a 51st value are refused', () => {
    const list = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`).join(',');
    expect(pathsOf('listOrders', { query: 'creator_ids=' })).toEqual(['creator_ids']);
    expect(pathsOf('listOrders', { query: 'creator_ids=a,,b' })).toEqual(['creator_ids.1']);
    expect(pathsOf('listOrders', { query: `creator_ids=${list(50)}` })).toEqual([]);
    expect(pathsOf('listOrders', { query: `creator_ids=${list(51)}` })).toEqual(['creator_ids']);
    expect(pathsOf('listOrders', { query: 'cursor=a&cursor=b' })).toEqual(['cursor']);
  });

  test.each(['x=1', 'limit[]=1', 'limit%5B%5D=1', '__proto__=1', 'constructor=1', 'Limit=1'])(
    'the unknown parameter of %s is refused',
    (query) => {
      const [name] = decodeURIComponent(query).split('=');
      expect(pathsOf('listOrders', { query })).toEqual([name]);
    },
  );

  test('a path parameter is unknown in the query', () => {
    expect(pathsOf('listFans', { query: 'account_id=b', params: { account_id: 'a' } })).toEqual(['account_id']);
  });

  test('an operation without query parameters ignores them', () => {
    expect(validate('listCreators', { query: 'x=1&x=2' })).toEqual({});
  });

  test.each([
    '2026-01-01',
    '2026-01-01T00:00:00',
    '2026-02-30T00:00:00Z',
    '2025-02-29T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-13-01T00:00:00Z',
    'x',
    '',
  ])('the instant %j is refused', (text) => {
    expect(pathsOf('listOrders', { query: `start=${text}` })).toEqual(['start']);
  });

  test.each(['2026-01-01T00:00:00Z', '2024-02-29T23:59:59.999Z', '2026-01-01T00:00:00%2B05:30', '2026-01-01T00:00:00-08:00'])(
    'the instant %j is accepted',
    (text) => {
      expect(pathsOf('listOrders', { query: `start=${text}` })).toEqual([]);
    },
  );

  test('headers are found whatever their case, under the contract name', () => {
    const request = { params: { account_id: 'a', fan_id: 'f' }, headers: { 'if-match': '"t"' }, body: { note: 'n' } };
    expect(validate('updateInsight', request)).toEqual({ account_id: 'a', fan_id: 'f', 'If-Match': '"t"', body: { note: 'n' } });
  });
});

describe('bodies', () => {
  const endpoint = { url: 'https://example.com/hooks', enabled_event_types: ['order.created'] };

  test('nothing is coerced or filled in', () => {
    expect(validate('createWebhookEndpoint', { body: endpoint })).toEqual({ body: endpoint });
    expect(pathsOf('createWebhookEndpoint', { body: { ...endpoint, label: 5 } })).toEqual(['label']);
    expect(pathsOf('rotateWebhookSecret', { params: { endpoint_id: 'e' }, body: { previous_expires_in_seconds: '5' } })).toEqual([
      'previous_expires_in_seconds',
    ]);
  });

  test('missing and unknown members are named, items by their place', () => {
    expect(pathsOf('createWebhookEndpoint', { body: { enabled_event_types: ['ping'], secret: 'x' } }).sort()).toEqual([
      'enabled_event_types.0',
      'secret',
      'url',
    ]);
  });

  test.each([
    ['a list', []],
    ['a text', 'text'],
    ['a number', 5],
    ['null', null],
    ['a missing body', undefined],
  ])('%s is refused as a whole', (_, body) => {
    expect(pathsOf('createWebhookEndpoint', { body })).toEqual(['']);
  });

  test('an optional body may be left out', () => {
    const params = { endpoint_id: '0198f0a1-3c52-7d10-8b6e-4a9d2c7f1e35' };
    expect(validate('rotateWebhookSecret', { params })).toEqual(params);
  });

  test('an id that is not a UUID is read as that of no row', () => {
    expect(validate('rotateWebhookSecret', { params: { endpoint_id: 'e' } })).toEqual({ endpoint_id: nilId });
    expect(validate('listAuditLog', { query: 'agency_id=e' })).toMatchObject({ agency_id: nilId });
    expect(pathsOf('listAuditLog', { query: 'agency_id=' })).toEqual(['agency_id']);
  });

  test('a mismatch in a record is found in its kind', () => {
    const refund = { type: 'refund', order_id: 'o', refunded_at: '2026-01-01T00:00:00Z' };
    const records = [refund, { type: 'unknown' }, {}, 5, { ...refund, refunded_at: 'x' }, { ...refund, amount_cents: 5 }];
    expect(pathsOf('ingestRecords', { params: { agency_id: 'a' }, body: { records } })).toEqual(
      ['records.1.type', 'records.2.type', 'records.3', 'records.4.refunded_at', 'records.5.amount_cents'].sort(),
    );
  });

  test('a flood of mismatches ends at the thousandth', () => {
    const members = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`m${index}`, index]));
    expect(errorsOf('createWebhookEndpoint', { body: { ...endpoint, ...members } })).toHaveLength(1000);
    const records = Array.from({ length: 50_000 }, () => ({}));
    expect(errorsOf('ingestRecords', { params: { agency_id: 'a' }, body: { records } })).toHaveLength(1000);
  });
});
