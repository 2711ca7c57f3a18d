import contract from '../../generated/openapi.internal.json' with { type: 'json' };
import { operations, type OperationId } from '../../generated/operations.ts';
import { readConfig } from '../../server/config/config.ts';
import { installationFiller } from '../../server/config/installation.ts';

const document = installationFiller(readConfig({}, false))(contract);

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly example?: unknown;
}

interface Media {
  readonly example?: unknown;
  readonly schema: { readonly $ref: string };
}

interface DocumentOperation {
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly content: { readonly 'application/json': Media } };
}

type PathItem = DocumentOperation & Readonly<Record<string, DocumentOperation>>;

/** Ids by the name that the contract gives them: `creator_id`, `endpoint_id` and so on. */
export type SampleIds = Readonly<Record<string, string>>;

export interface SampleRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Undefined where the operation takes none. */
  readonly body: unknown;
}

function at<Node>(pointer: string): Node {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((node, token) => (node as Record<string, unknown>)[token], document) as Node;
}

function parametersOf(operationId: OperationId): Parameter[] {
  const { method, path } = operations[operationId];
  const item = (document.paths as unknown as Record<string, PathItem>)[path]!;
  const listed = [...(item.parameters ?? []), ...(item[method]!.parameters ?? [])];
  return listed.map((parameter) => ('$ref' in parameter ? at<Parameter>(parameter.$ref) : parameter));
}

function bodyOf(operationId: OperationId): unknown {
  const { method, path } = operations[operationId];
  const media = (document.paths as unknown as Record<string, PathItem>)[path]![method]!.requestBody?.content['application/json'];
  return media && (media.example ?? at<{ examples: unknown[] }>(media.schema.$ref).examples[0]);
}

/** Members of bodies that must fit recent rows of the sample agency, whose only delivery has failed. */
const ofToday: Partial<Record<OperationId, () => object>> = {
  resendWebhookDeliveries: () => ({
    start: new Date(Date.now() - 3_600_000).toISOString(),
    end: new Date().toISOString(),
    statuses: ['failed'],
  }),
  recoverWebhookEvents: () => ({ start: new Date(Date.now() - 3_600_000).toISOString(), end: new Date().toISOString() }),
};

function recentBodyOf(operationId: OperationId): unknown {
  const body = bodyOf(operationId);
  const members = ofToday[operationId]?.();
  return members ? { ...(body as object), ...members } : body;
}

/** The example with the given ids in place of its own. */
function withIds(value: unknown, ids: SampleIds, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => withIds(item, ids, name.replace(/s$/, '')));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([member, inner]) => [member, withIds(inner, ids, member)]));
  }
  return Object.hasOwn(ids, name) ? ids[name] : value;
}

/** A valid request of an operation, made from the examples of the contract, with the given ids in place of theirs. */
export function sampleRequest(operationId: OperationId, ids: SampleIds = {}): SampleRequest {
  const { method, path } = operations[operationId];
  const example = ({ name, example: given }: Parameter) => String(withIds(given, ids, name));
  const declared = parametersOf(operationId);
  const byName = new Map(declared.map((parameter) => [parameter.name, parameter]));
  const required = declared.filter((parameter) => parameter.in === 'query' && parameter.required);
  return {
    method: method.toUpperCase(),
    path: path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(example(byName.get(name)!))),
    query: Object.fromEntries(required.map((parameter) => [parameter.name, example(parameter)])),
    body: withIds(recentBodyOf(operationId), ids),
  };
}

/** Path and query of a request. */
export function targetOf(path: string, query: Readonly<Record<string, string>>): string {
  const text = new URLSearchParams(query).toString();
  return text === '' ? path : `${path}?${text}`;
}

export const operationIds = Object.keys(operations) as OperationId[];
export const keyedOperationIds = operationIds.filter((id) => operations[id].access === 'key');
export const operatorOperationIds = operationIds.filter((id) => operations[id].access === 'operator');
const open = operationIds.filter((id) => operations[id].access === 'open');
export const openOperationIds = open.filter((id) => operations[id].listener === 'public');
export const openOperatorOperationIds = open.filter((id) => operations[id].listener === 'operator');
