import type { Request, Response } from 'express';
import { expect, test } from 'vitest';
import { runOperation } from '../../server/http/steps/run-operation.ts';

test('the answer is written in the turn of its request, and nothing of it where the turn never comes', async () => {
  const steps: string[] = [];
  const request = { url: '/v1/me', method: 'GET', headers: {} } as Request;
  const call = { request, response: { destroyed: false } as Response, pathParameters: () => ({}) };
  const handle = () => Promise.resolve(void steps.push('handled'));
  const send = () => Promise.resolve(void steps.push('sent'));
  await runOperation('getMe', call, handle, send, async (action) => {
    steps.push('begun');
    await action();
    steps.push('ended');
  });
  expect(steps).toEqual(['begun', 'handled', 'sent', 'ended']);
  await runOperation('getMe', call, handle, send, () => Promise.resolve());
  expect(steps).toHaveLength(4);
});
