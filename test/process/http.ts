import { creator } from '../records/records.ts';
import type { ServiceProcess } from './service-process.ts';

export interface Answer {
  readonly status: number;
  readonly body: any;
}

async function send(url: string, method: string, headers: Record<string, string>, body: unknown): Promise<Answer> {
  const hasBody = body !== undefined;
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...(hasBody ? { 'content-type': 'application/json' } : {}) },
    ...(hasBody ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  return {
    status: response.status,
    body: /json/.test(response.headers.get('content-type') ?? '') && text !== '' ? JSON.parse(text) : text,
  };
}

export function callOperator(service: ServiceProcess, method: string, path: string, body?: unknown): Promise<Answer> {
  return send(service.operatorUrl + path, method, { authorization: `Bearer ${service.operatorToken}` }, body);
}

export function callApi(service: ServiceProcess, key: string | undefined, method: string, path: string, body?: unknown): Promise<Answer> {
  return send(service.baseUrl + path, method, { 'service-version': 'Amethyste', ...(key ? { authorization: `Bearer ${key}` } : {}) }, body);
}

const scopes = ['read:orders', 'read:webhooks', 'write:webhooks'];

/** An agency with one creator, `c1`, and a key. */
export async function createAgency(service: ServiceProcess): Promise<{ id: string; key: string }> {
  const { id } = (await callOperator(service, 'POST', '/operator/v1/agencies', { name: 'Northlight' })).body;
  const { api_key: key } = (await callOperator(service, 'POST', `/operator/v1/agencies/${id}/keys`, { label: 'test', scopes })).body;
  const { status, body } = await bringIn(service, id, [creator('c1')]);
  if (status !== 200) throw new Error(`records refused: ${JSON.stringify(body)}`);
  return { id, key };
}

export function bringIn(service: ServiceProcess, agencyId: string, records: readonly object[]): Promise<Answer> {
  return callOperator(service, 'POST', `/operator/v1/agencies/${agencyId}/records`, { records });
}

/** An endpoint that hears of new orders. Answers with its id. */
export async function createEndpoint(service: ServiceProcess, key: string, url: string): Promise<string> {
  const { status, body } = await callApi(service, key, 'POST', '/v1/webhooks', { url, enabled_event_types: ['order.created'] });
  if (status !== 201) throw new Error(`endpoint refused: ${JSON.stringify(body)}`);
  return body.id;
}
