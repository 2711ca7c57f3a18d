import { EventEmitter } from 'node:events';
import type { Request, Response } from 'express';
import { expect, test } from 'vitest';
import { publicOperations, type PublicOperationsOptions } from '../../server/http/public-app.ts';
import type { OperationCall } from '../../server/http/steps/request-state.ts';

test('a response is sent while its request has its turn, and a request without a turn sends none', async () => {
  const steps: string[] = [];
  const handler = () => Promise.resolve(void steps.push('handled'));
  const take = { isTaken: true };
  const match = publicOperations({
    implementations: new Proxy({}, { get: () => new Proxy({}, { get: () => handler }) }) as PublicOperationsOptions['implementations'],
    scopedDataFor: () => ({}),
    uses: { count: () => undefined },
    share: {
      async run(_work: object, _gone: AbortSignal, action: () => Promise<void>) {
        if (!take.isTaken) return;
        steps.push('begun');
        await action();
        steps.push('ended');
      },
    },
  } as unknown as PublicOperationsOptions);
  const response = Object.assign(new EventEmitter(), { setHeader: () => undefined, end: () => steps.push('sent') });
  const { route } = match('GET', '/v1/me');
  const admission = { agencyId: 'a', keyId: 'k', creatorIds: [], scopes: [] };
  const caller = { release: { name: 'Amethyste', date: '2026-07-06' }, actor: { kind: 'key', id: 'k', name: '' }, admission };
  const request = { url: '/v1/me', path: '/v1/me', method: 'GET', headers: {} } as Request;
  const call = { request, response: response as unknown as Response, state: { caller }, route, input: {} } as unknown as OperationCall;

  await route!.answer(call);
  expect(steps).toEqual(['begun', 'handled', 'sent', 'ended']);
  take.isTaken = false;
  await route!.answer(call);
  expect(steps).toHaveLength(4);
});
