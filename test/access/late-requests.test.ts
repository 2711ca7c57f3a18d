import { afterAll, beforeAll, expect, test } from 'vitest';
import { withoutHealthWindow } from '../support/health-window.ts';
import { head, RawConnection, slugOf } from '../support/raw-connection.ts';
import { sharedService, type TestAgency, type TestService } from '../support/service.ts';

let service: TestService;
let agency: TestAgency;
let endpointId: string;
const endpoint = { url: 'https://hooks.example.com/in', enabled_event_types: ['order.created'] };

beforeAll(async () => {
  service = await sharedService();
  agency = await service.createAgency();
  endpointId = (await service.request('POST', '/v1/webhooks', { key: agency.key, body: endpoint })).body.id as string;
});
afterAll(() => service.close());

const requests = [
  { operationId: 'createWebhookEndpoint', line: () => 'POST /v1/webhooks', body: endpoint },
  { operationId: 'createWebhookListener', line: () => 'POST /v1/webhook-listeners', body: { enabled_event_types: ['order.created'] } },
  { operationId: 'updateWebhookEndpoint', line: () => `PATCH /v1/webhooks/${endpointId}`, body: { url: 'https://other.example.com/' } },
  {
    operationId: 'rotateWebhookSecret',
    line: () => `POST /v1/webhooks/${endpointId}/secret/rotation`,
    body: { previous_expires_in_seconds: 0 },
  },
];
const endings = [
  { ending: 'revoked', method: 'DELETE', path: '' },
  { ending: 'contained', method: 'POST', path: '/containment' },
];

test.each(endings.flatMap((ending) => requests.map((request) => ({ ...request, ...ending }))))(
  'a request of $operationId whose body arrives after its key was $ending fails with 401 and changes nothing',
  async ({ operationId, line, body, method, path }) => {
    const key = await agency.createKey();
    const keyId = (await service.request('GET', '/v1/me', { key })).body.key.id as string;
    const before = await service.request('GET', '/v1/webhooks', { key: agency.key });
    const text = JSON.stringify(body);
    const connection = await RawConnection.open(service.baseUrl);
    try {
      const headers = {
        'service-version': 'Amethyste',
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'content-length': text.length,
      };
      await connection.send(head(line(), headers) + text.slice(0, 5));
      // The request has its place in the window: it was admitted.
      await expect
        .poll(() =>
          service.database.query({
            text: 'SELECT key_id FROM rate_windows WHERE key_id = $1 AND operation_id = $2',
            values: [keyId, operationId],
          }),
        )
        .toHaveLength(1);
      const ended = await service.operator(method, `/operator/v1/keys/${keyId}${path}`);
      expect(ended.status).toBeLessThan(300);
      await connection.send(text.slice(5));
      const answer = await connection.answer();
      expect([answer.status, slugOf(answer)]).toEqual([401, 'invalid_api_key']);
      expect(answer.headers.get('www-authenticate')).toContain('invalid_token');
    } finally {
      connection.close();
    }
    const after = await service.request('GET', '/v1/webhooks', { key: agency.key });
    expect(after.body.data.map(withoutHealthWindow)).toEqual(before.body.data.map(withoutHealthWindow));
  },
);
