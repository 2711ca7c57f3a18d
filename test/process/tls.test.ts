import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { certificate, certificateKey } from '../delivery/destination-certificate.ts';
import { startService } from '../support/service.ts';
import { waitUntil } from './service-process.ts';

afterEach(() => vi.unstubAllEnvs());

test('with NODE_TLS_REJECT_UNAUTHORIZED=0, a receiver still has to prove who it is', async () => {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  let requests = 0;
  const receiver = createServer({ cert: certificate, key: certificateKey }, (_request, response) => {
    requests++;
    response.end();
  });
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
  const service = await startService();
  await service.createAgency();
  const url = `https://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const { body: endpoint } = await service.request('POST', '/v1/webhooks', { body: { url, enabled_event_types: ['order.created'] } });
  await service.request('POST', `/v1/webhooks/${endpoint.id}/ping`);
  const attempts = async () => (await service.request('GET', `/v1/webhooks/${endpoint.id}/deliveries`)).body.data[0]!.attempts as object[];
  await waitUntil(async () => (await attempts()).length > 0, 'the first attempt');
  expect(await attempts()).toMatchObject([{ error: 'tls_error', status_code: null }]);
  expect(requests).toBe(0);
  await service.close();
  await new Promise((closed) => receiver.close(closed));
});
