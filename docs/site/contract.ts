import { readFile } from 'node:fs/promises';
import { follow } from '../../spec/generate/contract.ts';

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly deprecated?: boolean;
  readonly description: string;
  readonly schema: Schema;
  readonly example?: unknown;
}

interface Media {
  readonly schema: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly $ref: string }>>;
}

export type Content = Readonly<Record<string, Media>>;

export interface ResponseObject {
  readonly description: string;
  readonly content?: Content;
}

interface OperationObject {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, ResponseObject | { readonly $ref: string }>>;
  readonly security?: readonly object[];
  readonly 'x-scope'?: string | null;
  readonly 'x-rate-limit'?: { readonly requests: number; readonly window_seconds: number };
  readonly 'x-retry'?: 'safe' | 'never';
}

export interface Operation extends Omit<OperationObject, 'parameters' | 'responses'> {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly responses: readonly (ResponseObject & { readonly status: string })[];
}

export interface EventObject {
  readonly description: string;
  readonly parameters: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody: { readonly content: Content };
}

interface Document {
  readonly info: { readonly title: string };
  readonly tags: readonly { readonly name: string; readonly description: string; readonly 'x-displayName'?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly webhooks?: Readonly<Record<string, { readonly post: EventObject }>>;
}

const verbs = ['get', 'post', 'put', 'patch', 'delete'];

/** The contract of one HTTP listener, without the values of an installation. */
export class Contract {
  readonly document: Document;

  constructor(document: Document) {
    this.document = document;
  }

  static async read(path: string): Promise<Contract> {
    return new Contract(JSON.parse(await readFile(path, 'utf8')) as Document);
  }

  /** The target of a reference, with the members next to `$ref`. */
  resolve<Node extends object>(node: Node | { readonly $ref: string }): Node {
    if (!('$ref' in node) || typeof node.$ref !== 'string') return node as Node;
    const { $ref, ...others } = node;
    return { ...this.resolve(follow(this.document, $ref) as Node), ...others };
  }

  get operations(): Operation[] {
    return Object.entries(this.document.paths).flatMap(([path, item]) =>
      verbs
        .filter((verb) => item[verb])
        .map((verb) => {
          const { parameters, responses, ...rest } = item[verb]!;
          const shared = (item['parameters'] ?? []) as unknown as NonNullable<OperationObject['parameters']>;
          return {
            ...rest,
            method: verb.toUpperCase(),
            path,
            parameters: [...shared, ...(parameters ?? [])].map((parameter) => this.resolve<Parameter>(parameter)),
            responses: Object.entries(responses).map(([status, response]) => ({ ...this.resolve<ResponseObject>(response), status })),
          };
        }),
    );
  }

  /** The names of the members of a schema. */
  memberNames(schema: string): string[] {
    return Object.keys(this.resolve<Schema>({ $ref: `#/components/schemas/${schema}` }).properties ?? {});
  }

  /** The example of a request body or a response, else the one of its schema. */
  exampleOf({ example, schema }: Pick<Media, 'example' | 'schema'>): unknown {
    return example ?? this.resolve<Schema>(schema).examples?.[0];
  }
}

/** The name of a page: `listOrders` → `list-orders`. */
export function pageName(operationId: string): string {
  return operationId.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
