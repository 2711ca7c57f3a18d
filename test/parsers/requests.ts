import type { Request } from 'express';
import fc from 'fast-check';
import { expect } from 'vitest';
import { operations, type OperationId } from '../../generated/operations.ts';
import { refuseUnstorableBody, refuseUnstorableTarget } from '../../server/http/steps/refuse-unstorable.ts';
import { validateRequest } from '../../server/http/steps/validate-request.ts';
import { hostile, outcomeOf } from './hostile.ts';
import { isProblem, slugOf } from './problems.ts';
import type { Parser } from './parser.ts';

const requestOf = (url: string, body?: unknown) => ({ url, body, headers: {} }) as unknown as Request;
const lists: readonly OperationId[] = ['listOrders', 'listSentMessages', 'getRevenue', 'listWebhookDeliveries'];
const pathParameters = { endpoint_id: '0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05' };
const query = hostile(
  '?',
  '&',
  '=',
  ',',
  'creator_ids',
  'limit',
  'start',
  'end',
  'cursor',
  '2026-07-18T00:00:00Z',
  '1e1',
  '-0',
  '%zz',
  '%00',
  '__proto__',
);
const writers: readonly OperationId[] = ['createWebhookEndpoint', 'createPublication', 'ingestRecords', 'updateInsight'];
const member = fc.constantFrom(
  'url',
  'enabled_event_types',
  'records',
  'type',
  'note',
  'media',
  'creator_id',
  '__proto__',
  'constructor',
  'order',
);
const json = fc.letrec((part) => ({
  value: fc.oneof({ depthSize: 'medium', withCrossShrink: true }, fc.jsonValue({ maxDepth: 1 }), member, part('list'), part('object')),
  list: fc.array(part('value'), { maxLength: 4 }),
  object: fc.dictionary(member, part('value'), { maxKeys: 5, noNullPrototype: true }),
})).value;

export const requests: readonly Parser[] = [
  {
    name: 'a query is one of the contract or validation_failed, with a bounded list of errors',
    holds: fc.property(fc.constantFrom(...lists), query, (operationId, text) => {
      const outcome = outcomeOf(() => validateRequest(operationId, requestOf(`/x?${text}`), pathParameters), isProblem);
      if (!('refusal' in outcome)) return;
      expect(slugOf(outcome)).toBe('validation_failed');
      expect(JSON.stringify(outcome.refusal.members).length).toBeLessThan(60_000);
    }),
  },
  {
    name: 'a body is one of the contract or validation_failed, with a bounded list of errors',
    holds: fc.property(fc.constantFrom(...writers), json, (operationId, body) => {
      const outcome = outcomeOf(() => validateRequest(operationId, requestOf('/x', body), pathParameters), isProblem);
      if (!('refusal' in outcome)) return;
      expect(slugOf(outcome)).toBe('validation_failed');
      expect(JSON.stringify(outcome.refusal.members).length).toBeLessThan(60_000);
    }),
  },
  {
    name: 'a body with text that cannot be stored is refused, and no other',
    holds: fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      const source = JSON.stringify(value);
      const outcome = outcomeOf(() => refuseUnstorableBody(source, JSON.parse(source)), isProblem);
      const texts = source.match(/"(?:[^"\\]|\\.)*"/g)?.map((text) => JSON.parse(text) as string) ?? [];
      expect(slugOf(outcome)).toBe(texts.some((text) => text.includes('\0') || !text.isWellFormed()) ? 'validation_failed' : undefined);
    }),
  },
  {
    name: 'a target that cannot be decoded is refused',
    holds: fc.property(hostile('/v1/orders', '?', '%', '%00', '%ff', '%C3%A9', '%ED%A0%80'), (url) => {
      for (const operationId of ['listOrders', 'listTags'] as const) {
        const outcome = outcomeOf(() => refuseUnstorableTarget(url, operations[operationId]), isProblem);
        if ('refusal' in outcome) expect(slugOf(outcome)).toBe('validation_failed');
        else expect(decodeURIComponent(url.split('?', 1)[0]!)).not.toContain('\0');
      }
    }),
  },
];
