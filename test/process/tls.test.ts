import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { certificate, certificateKey } from '../delivery/destination-certificate.ts';
import { clientOf } from '../sdk/clients.ts';
import { createEmptyDatabase } from './database.ts';
import { createAgency, createEndpoint } from './http.ts';
import { endProcesses, startProcess, waitUntil } from './service-process.ts';

afterAll(endProcesses);

test('with NODE_TLS_REJECT_UNAUTHORIZED=0, a receiver still has to prove who it is', { timeout: 120_000 }, async () => {
  let requests = 0;
  const receiver = createServer({ cert: certificate, key: certificateKey }, (_request, response) => {
    requests++;
    response.end();
  });
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
  const database = await createEmptyDatabase();
  const service = await startProcess({ ...database.env, NODE_TLS_REJECT_UNAUTHORIZED: '0' });
  const { key } = await createAgency(service);
  const id = await createEndpoint(service, key, `https://127.0.0.1:${(receiver.address() as AddressInfo).port}/`);
  const { webhooks } = clientOf(service, key);
  await webhooks.ping({ endpoint_id: id });
  const attempts = async () => (await webhooks.listDeliveries({ endpoint_id: id })).data[0]!.attempts;
  await waitUntil(async () => (await attempts()).length > 0, 'the first attempt');
  expect(await attempts()).toMatchObject([{ error: 'tls_error', status_code: null }]);
  expect(requests).toBe(0);
  expect((await service.exitAfter('SIGTERM')).code).toBe(0);
  await new Promise((closed) => receiver.close(closed));
  await database.drop();
});
