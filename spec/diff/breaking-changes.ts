import { type ContractDocument, type ContractOperation, operationsOf, type Schema } from '../generate/contract.ts';
import { type Finding, oasdiff } from './oasdiff.ts';

/** Changes that break generated clients, although requests and responses stay the same. */
const severities = [
  'api-operation-id-removed',
  'api-schema-removed',
  'api-tag-removed',
  'request-parameter-default-value-changed',
  'request-property-default-value-changed',
  'response-media-type-name-specialized',
  'response-non-success-status-removed',
  'response-optional-property-removed',
  'response-property-type-specialized',
].map((id) => `${id} err`);

const eventPath = '/webhooks/';

/** A new type of event. It breaks nothing, because receivers ignore events of unknown types. */
const isNewEvent = ({ id, text }: Finding) => id === 'response-property-one-of-added' && text.includes('`body/contentSchema/`');

/** Events as responses, because generated clients receive them. */
function withEventsAsResponses({ webhooks = {}, ...document }: ContractDocument): object {
  const events = Object.entries(webhooks).map(([type, { post }]) => {
    const { operationId, tags, summary, requestBody } = post;
    const responses = { 200: { description: summary, content: requestBody?.content } };
    return [eventPath + type, { get: { operationId, tags, summary, responses } }] as const;
  });
  return { ...document, paths: { ...document.paths, ...Object.fromEntries(events) } };
}

interface Break {
  readonly place: string;
  readonly text: string;
}

/** Breaking changes of extensions and security, and of schemas that became closed. */
function* ownBreaks(before: ContractDocument, after: ContractDocument): Generator<Break> {
  const later = new Map(operationsOf(after).map((operation) => [operation.id, operation]));
  for (const operation of operationsOf(before)) {
    const now = later.get(operation.id);
    if (now === undefined) continue;
    const place = placeOf(operation);
    for (const text of extensionBreaks(operation, now)) yield { place, text };
    for (const text of credentialBreaks(credentialsOf(before, operation), credentialsOf(after, now))) yield { place, text };
  }
  const schemas = (document: ContractDocument) => (document.components?.['schemas'] ?? {}) as Record<string, Schema>;
  for (const [name, schema] of Object.entries(schemas(before))) {
    const isClosed = schemas(after)[name]?.additionalProperties === false;
    if (schema.additionalProperties === true && isClosed) yield { place: name, text: 'is closed, and was open for members to come' };
  }
}

const placeOf = ({ method, path }: Pick<ContractOperation, 'path'> & { method: string }) => `${method.toUpperCase()} ${path}`;

/** Scopes that another scope includes (`server/http/steps/check-scope.ts`). */
const widerScopes: Readonly<Record<string, string>> = { 'replay:webhooks': 'write:webhooks' };

function* extensionBreaks({ object: before }: ContractOperation, { object: after }: ContractOperation): Generator<string> {
  const [scope, now] = [before['x-scope'] ?? null, after['x-scope'] ?? null];
  const isWider = now !== null && scope !== null && widerScopes[now] === scope;
  if (now !== null && now !== scope && !isWider) yield `needs the scope \`${now}\`, and needed ${scope === null ? 'none' : `\`${scope}\``}`;
  const [limit, limitNow] = [before['x-rate-limit'], after['x-rate-limit']];
  const pace = (of: typeof limit) => (of === undefined ? Infinity : of.requests / of.window_seconds);
  if (limitNow && pace(limitNow) < pace(limit)) {
    yield `takes ${limitNow.requests} requests in ${limitNow.window_seconds} seconds, and took ${limit ? `${limit.requests} in ${limit.window_seconds}` : 'any number'}`;
  }
  if (before['x-retry'] === 'safe' && after['x-retry'] !== 'safe') yield 'may not be repeated any more';
}

/** The sets of security schemes, of which a request needs one. */
function credentialsOf(document: ContractDocument, { object }: ContractOperation): string[][] {
  const requirements = (object.security ?? document.security ?? []).map((requirement) => Object.keys(requirement));
  return requirements.length > 0 ? requirements : [[]];
}

/** Sets of schemes that were enough and no longer are. */
function* credentialBreaks(before: readonly string[][], after: readonly string[][]): Generator<string> {
  for (const former of before) {
    if (after.some((needed) => needed.every((scheme) => former.includes(scheme)))) continue;
    yield `needs ${after.map((needed) => needed.join(' and ')).join(', or ')}, and ${former.join(' and ') || 'nothing'} did`;
  }
}

/** The breaking changes between two served contracts, sorted. The same change at several places is one line. */
export async function breakingChanges(before: ContractDocument, after: ContractDocument): Promise<string[]> {
  const found = await oasdiff(withEventsAsResponses(before), withEventsAsResponses(after), severities);
  const breaks = found
    .filter((finding) => !isNewEvent(finding))
    .map(({ operation, path = '', text }): Break => {
      if (path.startsWith(eventPath)) return { place: `event ${path.slice(eventPath.length)}`, text };
      return { place: operation === undefined ? '' : placeOf({ method: operation, path }), text };
    });
  const places = Map.groupBy([...breaks, ...ownBreaks(before, after)], ({ text }) => text);
  return [...places].map(([text, of]) => line([...new Set(of.map(({ place }) => place))].filter(Boolean).sort(), text)).sort();
}

function line(places: readonly string[], text: string): string {
  if (places.length === 0) return text;
  return `${places.length > 4 ? `${places.length} operations` : places.join(', ')}: ${text}`;
}
