import { randomUUID } from 'node:crypto';
import { operations, type OperationId } from '../../generated/operations.ts';
import { sampleRequest, targetOf, type SampleIds } from '../support/sample-request.ts';
import type { Answer, TestService } from '../support/service.ts';

/** The families of ids, by the name of the path parameter. */
const families = [
  'account_id',
  'attempt_id',
  'creator_id',
  'delivery_id',
  'endpoint_id',
  'event_id',
  'failure_id',
  'fan_id',
  'listener_id',
  'order_id',
  'publication_id',
  'request_id',
  'tag_id',
  'user_id',
] as const;

export type Family = (typeof families)[number];

/** Where an operation takes ids. */
export interface Place {
  readonly in: 'path' | 'query' | 'body';
  readonly name: string;
  readonly families: readonly Family[];
  /** It takes several ids at once. */
  readonly isList: boolean;
}

function familyOf(name: string): Family | undefined {
  const singular = name.replace(/s$/, '').replace(/^(allowed|assigned|exclude)_/, '');
  return families.find((family) => family === singular);
}

/** Bodies that name ids which the contract's examples leave out. */
const bodies: Partial<Record<OperationId, (ids: SampleIds) => object>> = {
  createWebhookEndpoint: (ids) => ({
    url: 'https://hooks.example.com/in',
    enabled_event_types: ['order.created'],
    allowed_creator_ids: [ids['creator_id']],
  }),
  createWebhookListener: (ids) => ({ enabled_event_types: ['order.created'], allowed_creator_ids: [ids['creator_id']] }),
  updateWebhookEndpoint: (ids) => ({ status: 'disabled', allowed_creator_ids: [ids['creator_id']] }),
};

function bodyOf(id: OperationId, ids: SampleIds): Record<string, unknown> | undefined {
  return (bodies[id]?.(ids) ?? sampleRequest(id, ids).body) as Record<string, unknown> | undefined;
}

/** Every place at which an operation takes ids; those of the path also all together. */
export function placesOf(id: OperationId): Place[] {
  const places: Place[] = [];
  const put = (where: Place['in'], name: string, isList: boolean) => {
    const family = familyOf(name);
    if (family) places.push({ in: where, name, families: [family], isList });
  };
  for (const [name, definition] of Object.entries(operations[id].parameters)) {
    if (definition.in !== 'header') put(definition.in, name, definition.kind === 'list');
  }
  for (const [name, member] of Object.entries(bodyOf(id, {}) ?? {})) put('body', name, Array.isArray(member));
  const inPath = places.filter((place) => place.in === 'path');
  if (inPath.length > 1) places.push({ in: 'path', name: 'all', families: inPath.flatMap((place) => place.families), isList: false });
  return places;
}

/** The position of the probed id in a list: alone, or next to the one that the request would have. */
type Standing = 'alone' | 'after' | 'before';

/** Sends an operation's request with `ids`, but at one place with the ids of `probed`. */
export function probe(
  service: TestService,
  key: string,
  id: OperationId,
  place: Place,
  ids: SampleIds,
  probed: SampleIds,
  standing: Standing = 'alone',
): Promise<Answer> {
  const replaced = Object.fromEntries(place.families.map((family) => [family, probed[family]!]));
  const { method, path, query } = sampleRequest(id, place.in === 'path' ? { ...ids, ...replaced } : ids);
  const value = replaced[place.families[0]!]!;
  const own = ids[place.families[0]!]!;
  const values = { alone: [value], after: [own, value], before: [value, own] }[standing];
  const body = bodyOf(id, ids);
  const member = body?.[place.name];
  return service.request(method, targetOf(path, place.in === 'query' ? { ...query, [place.name]: values.join(',') } : query), {
    key,
    body: place.in === 'body' ? { ...body, [place.name]: Array.isArray(member) ? values : value } : body,
  });
}

/** Unknown ids like the given ones, of the same length. */
export function missingIds(ids: SampleIds): SampleIds {
  const isUuid = (text: string) => /^[0-9a-f-]{36}$/.test(text);
  return Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, isUuid(id) ? randomUUID() : `${id.slice(0, -1)}x`]));
}

/** What a caller learns from a response, without its time and with a blank in place of the ids that the caller had sent. */
export function learned({ status, headers, text }: Answer, sent: SampleIds): object {
  const told = [...headers].filter(([name]) => !['date', 'x-request-id', 'ratelimit'].includes(name));
  const blank = Object.values(sent).reduce((body, id) => body.replaceAll(id, '-'), text);
  return { status, headers: Object.fromEntries(told), text: blank };
}
