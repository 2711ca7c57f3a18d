import { expect, test } from 'vitest';
import { creator, order } from '../records/records.ts';
import { sharedService } from '../support/service.ts';
import { newContext } from './traced-requests.ts';

test('without the address of a collector, the trace of a caller is not stored', async () => {
  const service = await sharedService();
  const agency = await service.createAgency();
  await agency.ingest([creator('c1')]);
  const body = { url: 'https://hooks.example.com/in', enabled_event_types: ['order.created'] };
  await service.request('POST', '/v1/webhooks', { key: agency.key, body });
  const response = await fetch(`${service.operatorUrl}/operator/v1/agencies/${agency.id}/records`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${service.operatorToken}`,
      'content-type': 'application/json',
      traceparent: newContext().traceparent,
    },
    body: JSON.stringify({ records: [order('o1', 'c1')] }),
  });
  expect(response.status).toBe(200);
  const events = 'SELECT traceparent FROM webhook_events WHERE agency_id = $1';
  expect(await service.database.query({ text: events, values: [agency.id] })).toEqual([{ traceparent: null }]);
  await service.close();
});
