import { methods } from '../contract.ts';
import { expandExample, exampleContent } from './examples.ts';
import { isMembers, itemsOf, type Members, membersOf, type Place } from './members.ts';
import type { DeclaredProblems } from './problems.ts';
import type { Access, Responses } from './responses.ts';
import type { ContractErrors, SourceFile } from './source-file.ts';
import { moved, type SourceFiles } from './source-files.ts';

/** The members of `frame.yaml` for operations, and its path. */
export interface OperationFrame {
  readonly path: string;
  readonly parameters: Readonly<Record<Access | 'conditional' | 'posting' | 'paged', readonly unknown[]>>;
  readonly security: Readonly<Partial<Record<Access, unknown>>>;
}

export interface OperationContext {
  readonly files: SourceFiles;
  readonly frame: OperationFrame;
  readonly problems: DeclaredProblems;
  readonly responses: Responses;
  readonly errors: ContractErrors;
  /** Tags whose operations are for operators. */
  readonly internalTags: ReadonlySet<unknown>;
  readonly defaults: { readonly rateRequests: number; readonly rateWindowSeconds: number; readonly filterValues: number };
}

/** A path with its operations, and everything that follows from them. */
export function expandPath(context: OperationContext, file: SourceFile, place: Place, item: Members): Members {
  const { frame, errors, defaults } = context;
  const isOperation = (entry: [string, unknown]): entry is [string, Members] =>
    (methods as readonly string[]).includes(entry[0]) && isMembers(entry[1]);
  const operations = Object.entries(item).filter(isOperation);
  const [access, ...others] = [...new Set(operations.map(([, operation]) => operation['x-access'] as Access))];
  if (others.length > 0) errors.add(file, place, 'the operations of a path have one x-access');
  const isConditional = operations.some(([, operation]) => '304' in membersOf(operation['responses']));
  const framed = [...(access ? frame.parameters[access] : []), ...(isConditional ? frame.parameters.conditional : [])];
  const own = expandParameters(item['parameters'], defaults.filterValues);
  return {
    parameters: [...itemsOf(moved(framed, frame.path, file.path)), ...own],
    ...Object.fromEntries(
      operations.map(([method, operation]) => [method, expandOperation(context, file, [...place, method], operation, own.length > 0)]),
    ),
  };
}

function expandOperation(context: OperationContext, file: SourceFile, place: Place, written: Members, hasPathParameters: boolean): Members {
  const { files, frame, problems, defaults } = context;
  const { operationId, tags, summary, description, requestBody, responses, parameters: _written, ...rest } = written;
  const method = place.at(-1);
  const access = rest['x-access'] as Access;
  const isInternal = context.internalTags.has(itemsOf(tags)[0]);
  const target = (node: unknown): Members => {
    const { $ref } = membersOf(node);
    return membersOf(typeof $ref === 'string' ? files.follow(file, $ref)?.node : node);
  };
  const isPaged = Object.values(membersOf(responses)).some((response) => {
    const json = membersOf(membersOf(membersOf(response)['content'])['application/json']);
    return 'x-page' in target(json['schema']);
  });
  const ownParameters = expandParameters(
    [...itemsOf(written['parameters']), ...(isPaged ? pageParameters(context, file, rest['x-page-items']) : [])],
    defaults.filterValues,
  );
  const posting = method === 'post' ? itemsOf(moved(frame.parameters.posting, frame.path, file.path)) : [];
  const parameters = [...ownParameters, ...posting];
  const hasQuery = ownParameters.some((parameter) => target(parameter)['in'] === 'query');

  const always = problems.of([access, rest['x-scope'] && 'scoped']);
  const implied = problems.of([
    (hasPathParameters || ownParameters.length > 0) && 'parameters',
    method !== 'get' && 'writing',
    method === 'post' && 'posting',
    isPaged && 'paged',
  ]);
  const named = problems.inOrder([...implied, ...itemsOf(rest['x-problems'])]);
  for (const [name, text] of extensionErrors(written, { method, access, isInternal, isPaged, implied: [...always, ...implied], named })) {
    context.errors.add(file, [...place, name], `${name}: ${text}`);
  }

  const plain = Object.entries(rest).filter(([name]) => !name.startsWith('x-'));
  const kept = ['x-repeat-problem', 'x-read', 'x-costly', 'x-max-body-bytes'].filter((name) => name in rest);
  return {
    operationId,
    tags,
    summary,
    description,
    ...(access in frame.security && { security: frame.security[access] }),
    ...(isInternal && { 'x-internal': true }),
    'x-access': access,
    'x-scope': rest['x-scope'] ?? null,
    ...(access === 'operator' && { 'x-operator-scope': rest['x-operator-scope'] }),
    ...(access === 'key' && {
      'x-rate-limit': { requests: rest['x-rate-limit'] ?? defaults.rateRequests, window_seconds: defaults.rateWindowSeconds },
    }),
    'x-retry': rest['x-retry'] ?? (method === 'post' ? 'never' : 'safe'),
    ...Object.fromEntries(kept.map((name) => [name, rest[name]])),
    ...(!hasQuery && { 'x-unknown-parameters': 'ignore' }),
    'x-problems': named,
    ...Object.fromEntries(plain),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody !== undefined && { requestBody: expandExample(context, file, requestBody, [...place, 'requestBody']) }),
    responses: {
      ...successResponses(context, file, place, membersOf(responses), access),
      ...problemResponses(context, file, problems.inOrder([...always, ...named]), access),
    },
  };
}

/** The written responses, with headers and an example. */
function successResponses(context: OperationContext, file: SourceFile, place: Place, written: Members, access: Access): Members {
  const is = { conditional: '304' in written, posting: place.at(-1) === 'post' };
  const entries = Object.entries(written).map(([status, response]): [string, unknown] => {
    if (!isMembers(response) || '$ref' in response) return [status, response];
    const { description, headers, content } = response;
    const all = context.responses.successHeaders(access, membersOf(headers), is, file.path);
    const whole = expandExample(context, file, content, [...place, 'responses', status, 'content']);
    return [status, { description, headers: all, ...(isMembers(whole) && { content: exampleContent(context, file, whole) }) }];
  });
  return Object.fromEntries(entries);
}

/** A response per status of the problems. */
function problemResponses({ responses, problems }: OperationContext, file: SourceFile, slugs: readonly string[], access: Access): Members {
  const byStatus = Object.groupBy(slugs, (slug) => problems.bySlug[slug]!.status);
  return Object.fromEntries(Object.entries(byStatus).map(([status, of]) => [status, responses.referTo(access, of!, file.path)]));
}

/** `cursor` and `limit`, whose maximum is the number of `x-page-items`. */
function pageParameters({ frame, files }: OperationContext, file: SourceFile, items: unknown): unknown[] {
  const [cursor, limit] = itemsOf(moved(frame.parameters.paged, frame.path, file.path));
  if (items === undefined) return [cursor, limit];
  const shared = membersOf(files.follow(file, String(membersOf(limit)['$ref']))?.node);
  return [cursor, { ...shared, schema: { ...membersOf(shared['schema']), maximum: items } }];
}

interface OperationTraits {
  readonly method: unknown;
  readonly access: Access;
  readonly isInternal: boolean;
  readonly isPaged: boolean;
  /** Slugs that the operation has without naming them. */
  readonly implied: readonly string[];
  readonly named: readonly string[];
}

/** Contradictions between the extensions of an operation, each with the extension's name. */
function* extensionErrors(written: Members, traits: OperationTraits): Generator<[name: string, text: string]> {
  const { 'x-scope': scope, 'x-problems': problems, 'x-repeat-problem': repeat, 'x-retry': retry } = written;
  const { method, access, isInternal, isPaged, implied, named } = traits;
  const accesses = isInternal ? ['operator', 'open'] : ['key', 'open'];
  if (!accesses.includes(access)) yield ['x-access', `must be ${accesses.join(' or ')} with this tag`];
  if (access === 'key' && scope === undefined) yield ['x-scope', 'is missing; use null if no scope is required'];
  if (access !== 'key' && 'x-scope' in written) yield ['x-scope', 'is only allowed with x-access: key'];
  if ((access === 'operator') !== 'x-operator-scope' in written) {
    yield ['x-operator-scope', 'is required with x-access: operator, and only allowed there'];
  }
  if (access !== 'key' && 'x-rate-limit' in written) yield ['x-rate-limit', 'is only allowed with x-access: key'];
  if (method !== 'get' && 'x-read' in written) yield ['x-read', 'is only allowed for get; other methods read from the primary'];
  if (!isPaged && 'x-page-items' in written) yield ['x-page-items', 'is only allowed with a page as response'];
  for (const slug of itemsOf(problems)) {
    if (implied.includes(String(slug))) yield ['x-problems', `${String(slug)} is implied here; remove it`];
  }
  if (typeof repeat === 'string' && (retry === 'never' || !named.includes(repeat))) {
    yield ['x-repeat-problem', 'must be one of x-problems of an operation that may be repeated'];
  }
}

/** Parameters with arrays in the query as comma-separated lists. */
function expandParameters(parameters: unknown, maxItems: number): unknown[] {
  return itemsOf(parameters).map((parameter) => (isMembers(parameter) ? expandParameter(parameter, maxItems) : parameter));
}

export function expandParameter(parameter: Members, maxItems: number): Members {
  const { schema, ...rest } = parameter;
  const { type, ...bounds } = membersOf(schema);
  if (parameter['in'] !== 'query' || type !== 'array') return parameter;
  return { ...rest, style: 'form', explode: false, schema: { type, minItems: 1, maxItems, ...bounds } };
}
