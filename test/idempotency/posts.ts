import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { operations as sdkOperations } from '../../sdk/src/index.ts';
import { operatorOperations } from '../../sdk/src/operator.ts';
import { operations, type OperationId } from '../../generated/operations.ts';
import { createSampleAgency, type SampleAgency } from '../support/sample-agency.ts';
import { operationIds, sampleRequest } from '../support/sample-request.ts';
import type { Answer, TestService } from '../support/service.ts';

/** Every POST of both listeners. */
export const posts = operationIds.filter((id) => operations[id].method === 'post');

/** What the contract says of their repetition without a key. */
export const retryOf = (id: OperationId) => ({ ...sdkOperations, ...operatorOperations })[id as keyof typeof sdkOperations].retry;

/** When each of them stores its response, by the page about idempotent requests. */
export function documentedStorage(): ReadonlyMap<string, string> {
  const page = readFileSync(resolve(import.meta.dirname, '../../docs/idempotent-requests.md'), 'utf8');
  return new Map([...page.matchAll(/^\| `POST (\S+)` \| (with the effect|afterwards)/gm)].map(([, path, when]) => [path!, when!]));
}

export const storedWithEffect = posts.filter((id) => documentedStorage().get(operations[id].path) === 'with the effect');

interface Given {
  readonly body?: string;
  readonly path?: string;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Post {
  readonly path: string;
  /** As it is sent. */
  readonly body: string | undefined;
  /** Sends the request, by default as the agency's key or the operator that the service was started with. */
  send(key?: string | null, given?: Given): Promise<Answer>;
}

interface Claimed {
  readonly lease_id: string;
  readonly publication: { readonly id: string };
}

/** A valid request of an operation for something of the agency. */
export async function postOf(service: TestService, operationId: OperationId, agency: SampleAgency): Promise<Post> {
  const ids: Record<string, string> = { ...agency.ids };
  if (operationId === 'containApiKey' || operationId === 'containAgency' || operationId === 'eraseAgency') {
    const spare = await service.createAgency();
    const { body } = await service.operator('GET', `/operator/v1/agencies/${spare.id}/keys`);
    Object.assign(ids, { agency_id: spare.id, key_id: (body as { data: { id: string }[] }).data[0]!.id });
  }
  if (operationId === 'eraseAgency') {
    ids['agency_name'] = (await service.operator('GET', `/operator/v1/agencies/${ids['agency_id']}`)).body.name as string;
  }
  if (operationId === 'reportPublication') {
    // Publications of earlier tests come first, 200 in a claim.
    for (let data: Claimed[] = []; ids['lease_id'] === undefined;) {
      const { body } = await service.operator('POST', '/operator/v1/publications/claims', { limit: 200 });
      ({ data } = body as { data: Claimed[] });
      const own = data.find(({ publication }) => publication.id === ids['publication_id']);
      if (own) ids['lease_id'] = own.lease_id;
      else if (data.length < 200) throw new Error('the publication was claimed before');
    }
  }
  const { method, path, body } = sampleRequest(operationId, ids);
  const named = operationId === 'createOperatorToken' ? { ...(body as object), name: `token ${randomUUID()}` } : body;
  const text = named === undefined ? undefined : JSON.stringify(named);
  const isPublic = operations[operationId].access === 'key';
  const usual = isPublic ? agency.key : service.operatorToken;
  return {
    path,
    body: text,
    async send(key, given = {}) {
      const sent = given.body ?? text;
      const headers = {
        authorization: `Bearer ${given.token ?? usual}`,
        ...(isPublic && { 'service-version': 'Amethyste' }),
        ...(sent !== undefined && { 'content-type': 'application/json' }),
        ...(typeof key === 'string' && { 'service-idempotency-key': key }),
        ...given.headers,
      };
      const url = (isPublic ? service.baseUrl : service.operatorUrl) + (given.path ?? path);
      const response = await fetch(url, { method, headers, body: sent ?? null });
      const answered = await response.text();
      return {
        status: response.status,
        headers: response.headers,
        text: answered,
        body: answered === '' ? undefined : JSON.parse(answered),
      };
    },
  };
}

export const sampleAgency = (service: TestService) => createSampleAgency(service, randomUUID().slice(0, 8));

const counted = [
  'agencies',
  'api_keys',
  'audit_log',
  'containments',
  'erasures',
  'operator_tokens',
  'portal_links',
  'publications',
  'replay_orders',
  'webhook_endpoints',
  'webhook_events',
  'webhook_recoveries',
];

/** A claim has a lease, a reported outcome another status, and an acknowledgement and a response of a listener their time. */
const changed = `(SELECT count(lease_id) + count(*) FILTER (WHERE status <> 'scheduled') FROM publications) + (SELECT count(acknowledged_at) FROM ai_requests) + (SELECT count(answered_at) FROM listener_attempts)`;

/** How many rows there are of what a POST can add or change. */
export async function effects(service: TestService): Promise<number> {
  const [row] = await service.database.query<{ sum: number }>({
    text: `SELECT ${counted.map((name) => `(SELECT count(*) FROM ${name})`).join(' + ')} + ${changed} AS sum`,
  });
  return row!.sum;
}

/** Everything of a response but what each response has of its own. */
export function partsOf({ status, headers, text }: Answer): object {
  const own = ['x-request-id', 'date', 'ratelimit', 'idempotent-replayed'];
  return { status, text, headers: [...headers].filter(([name]) => !own.includes(name)) };
}
