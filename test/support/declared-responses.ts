import document from '../../generated/openapi.internal.json' with { type: 'json' };
import { operations, type OperationId } from '../../generated/operations.ts';

interface Header {
  readonly required?: boolean;
  readonly schema: { readonly type: string; readonly minimum?: number; readonly const?: string; readonly pattern?: string };
}

interface Response {
  readonly headers?: Readonly<Record<string, Header | Reference>>;
  readonly content?: Readonly<Record<string, unknown>>;
}

interface Reference {
  readonly $ref: string;
}

/** The response that the contract declares for an operation and a status. */
export interface DeclaredResponse {
  readonly mediaTypes: readonly string[];
  /** By name in lower case. */
  readonly headers: ReadonlyMap<string, Header>;
}

type PathItem = Readonly<Record<string, { readonly responses: Readonly<Record<string, Response | Reference>> }>>;

function resolve<Node extends object>(node: Node | Reference): Node {
  if (!('$ref' in node)) return node;
  const target = node.$ref
    .split('/')
    .slice(1)
    .reduce<unknown>((parent, token) => (parent as Record<string, unknown>)[token], document);
  return resolve(target as Node);
}

function declare(response: Response | Reference): DeclaredResponse {
  const { headers = {}, content = {} } = resolve(response);
  return {
    mediaTypes: Object.keys(content),
    headers: new Map(Object.entries(headers).map(([name, header]) => [name.toLowerCase(), resolve(header)])),
  };
}

const paths = document.paths as unknown as Readonly<Record<string, PathItem>>;

const declared = new Map(
  Object.entries(operations).flatMap(([id, { path, method }]) =>
    Object.entries(paths[path]![method]!.responses).map(([status, response]) => [`${id} ${status}`, declare(response)] as const),
  ),
);

/** Undefined if the operation does not declare the status. */
export function declaredResponse(operationId: OperationId, status: number): DeclaredResponse | undefined {
  return declared.get(`${operationId} ${status}`);
}

/** Whether a header's text matches its schema. */
export function isHeaderValue(text: string, { schema }: Header): boolean {
  if (schema.const !== undefined) return text === schema.const;
  if (schema.pattern !== undefined) return new RegExp(schema.pattern, 'u').test(text);
  if (schema.type !== 'integer') return text !== '';
  return /^\d+$/.test(text) && Number(text) >= (schema.minimum ?? 0);
}
