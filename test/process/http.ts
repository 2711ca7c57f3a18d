import { isProblem, type Client } from '../../sdk/src/index.ts';
import type { IncomingRecord, OperatorClient } from '../../sdk/src/operator.ts';
import { creator } from '../records/records.ts';
import { clientOf, operatorOf } from '../sdk/clients.ts';
import type { ServiceProcess } from './service-process.ts';

export interface Answer {
  readonly status: number;
  readonly body: any;
}

async function send(client: Client | OperatorClient, method: string, path: string, body: unknown): Promise<Answer> {
  const { status, headers, text } = await client.request({ method, path, body });
  return { status, body: /json/.test(headers.get('content-type') ?? '') && text !== '' ? JSON.parse(text) : text };
}

/** Any request to the operator's listener, whatever it answers. */
export function callOperator(service: ServiceProcess, method: string, path: string, body?: unknown): Promise<Answer> {
  return send(operatorOf(service), method, path, body);
}

/** Any request to the public listener, whatever it answers. Open operations need no key. */
export function callApi(service: ServiceProcess, key = 'none', method: string, path: string, body?: unknown): Promise<Answer> {
  return send(clientOf(service, key), method, path, body);
}

/** An agency with one creator, `c1`, and a key. */
export async function createAgency(service: ServiceProcess): Promise<{ id: string; key: string }> {
  const operator = operatorOf(service);
  const { id } = await operator.agencies.create({ name: 'Northlight' });
  const { api_key: key } = await operator.keys.create({
    agency_id: id,
    label: 'test',
    scopes: ['read:orders', 'read:webhooks', 'write:webhooks'],
  });
  await operator.records.ingest({ agency_id: id, records: [creator('c1')] });
  return { id, key };
}

/** Brings records in. Answers with a refusal too, and rejects where no response came. */
export async function bringIn(service: ServiceProcess, agencyId: string, records: readonly IncomingRecord[]): Promise<Answer> {
  try {
    return { status: 200, body: await operatorOf(service).records.ingest({ agency_id: agencyId, records: [...records] }) };
  } catch (error) {
    if (isProblem(error)) return { status: error.status, body: error.problem };
    throw error;
  }
}

/** Creates an endpoint for new orders, and returns its id. */
export async function createEndpoint(service: ServiceProcess, key: string, url: string): Promise<string> {
  return (await clientOf(service, key).webhooks.create({ url, enabled_event_types: ['order.created'] })).id;
}
