import { type ContractDocument, type ContractOperation, operationsOf, type Schema } from '../generate/contract.ts';
import { type Finding, oasdiff } from './oasdiff.ts';

/** What breaks programs that are generated from the contract, although requests and answers stay as they are. */
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

/** Receivers ignore events of types that they do not know, so the union of what a delivery carries is open. */
const isNewEvent = ({ id, text }: Finding) => id === 'response-property-one-of-added' && text.includes('`body/contentSchema/`');

/** Events as answers: who generates a client receives them. */
function withEventsAsAnswers({ webhooks = {}, ...document }: ContractDocument): object {
  const events = Object.entries(webhooks).map(([type, { post }]) => {
    const { operationId, tags, summary, requestBody } = post;
    const responses = { 200: { description: summary, content: requestBody?.content } };
    return [eventPath + type, { get: { operationId, tags, summary, responses } }] as const;
  });
  return { ...document, paths: { ...document.paths, ...Object.fromEntries(events) } };
}

/** A place in the contract, in words, and what breaks there. */
interface Break {
  readonly place: string;
  readonly text: string;
}

/** What the contract says in members of its own. */
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

/** Scopes that the service accepts wherever another one is needed (`server/http/steps/check-scope.ts`). */
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

/** The sets of schemes of which a request needs one. */
function credentialsOf(document: ContractDocument, { object }: ContractOperation): string[][] {
  const requirements = (object.security ?? document.security ?? []).map((requirement) => Object.keys(requirement));
  return requirements.length > 0 ? requirements : [[]];
}

/** A request with any of the former sets must do. */
function* credentialBreaks(before: readonly string[][], after: readonly string[][]): Generator<string> {
  for (const former of before) {
    if (after.some((needed) => needed.every((scheme) => former.includes(scheme)))) continue;
    yield `needs ${after.map((needed) => needed.join(' and ')).join(', or ')}, and ${former.join(' and ') || 'nothing'} did`;
  }
}

/**
 * What a change of a served contract would break for clients, a line each, in the order of their texts. What breaks alike at several
 * places is one line.
 */
export async function breakingChanges(before: ContractDocument, after: ContractDocument): Promise<string[]> {
  const found = await oasdiff(withEventsAsAnswers(before), withEventsAsAnswers(after), severities);
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
