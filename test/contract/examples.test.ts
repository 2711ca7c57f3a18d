import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { beforeAll, describe, expect, test } from 'vitest';
import { ofExample, readInstallation } from '../../spec/generate/installation.ts';
import { bundledContract } from '../support/bundled-contract.ts';

type Json = null | boolean | number | string | Json[] | { [member: string]: Json };
type Node = { [member: string]: Json };

interface Example {
  place: string;
  schema: string;
  value: Json;
}

let document: Node;
let ajv: Ajv2020;

beforeAll(async () => {
  const installation = await readInstallation('spec/installation.yaml');
  document = ofExample(await bundledContract(), installation) as unknown as Node;
  ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: true });
  formats.default(ajv);
  ajv.addSchema({ $id: 'contract', ...document });
});

function isNode(value: Json | undefined): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function escape(token: string): string {
  return encodeURIComponent(token.replaceAll('~', '~0').replaceAll('/', '~1'));
}

function at(pointer: string): Json | undefined {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<Json | undefined>((parent, token) => (isNode(parent) || Array.isArray(parent) ? (parent as Node)[token] : undefined), document);
}

/** Every node of the document, with its pointer. */
function* nodes(value: Json | undefined, pointer: string): Generator<[Node, string]> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* nodes(item, `${pointer}/${index}`);
  } else if (isNode(value)) {
    yield [value, pointer];
    for (const [name, member] of Object.entries(value)) {
      if (name === 'example' || name === 'examples') continue;
      yield* nodes(member, `${pointer}/${escape(name)}`);
    }
  }
}

/** The examples of media types, parameters, headers and schemas, each with the schema that it stands for. */
function* examples(): Generator<Example> {
  for (const [node, place] of nodes(document, '')) {
    const schema = isNode(node['schema']) ? `${place}/schema` : place;
    if (node['example'] !== undefined && schema !== place) yield { place, schema, value: node['example'] };
    const many = node['examples'];
    if (Array.isArray(many)) {
      for (const value of many) yield { place, schema: place, value };
    } else if (isNode(many) && schema !== place) {
      for (const named of Object.values(many)) {
        const resolved = isNode(named) && typeof named['$ref'] === 'string' ? at(named['$ref'].slice(1)) : named;
        if (isNode(resolved) && resolved['value'] !== undefined) yield { place, schema, value: resolved['value'] };
      }
    }
  }
}

function compiled(pointer: string): ValidateFunction {
  return ajv.compile({ $ref: `contract#${pointer}` });
}

/** The body schemas and success answers that hold no example, neither at the media type nor in their schema. */
function* withoutExample(): Generator<string> {
  for (const [node, place] of nodes(document, '')) {
    const content = node['content'];
    if (!isNode(content)) continue;
    for (const [type, media] of Object.entries(content)) {
      if (!type.endsWith('json') || !isNode(media)) continue;
      const reference = isNode(media['schema']) ? media['schema']['$ref'] : undefined;
      const target = typeof reference === 'string' ? at(reference.slice(1)) : undefined;
      const shown = media['example'] ?? media['examples'] ?? (isNode(target) ? target['examples'] : undefined);
      if (shown === undefined) yield `${place} ${type}`;
    }
  }
}

describe('the examples of the contract', () => {
  test('satisfy the schema that they stand for', () => {
    const all = [...examples()];
    expect(all.length).toBeGreaterThan(100);
    const wrong = all.flatMap(({ place, schema, value }) => {
      const validate = compiled(schema);
      return validate(value) ? [] : [{ place, errors: ajv.errorsText(validate.errors) }];
    });
    expect(wrong).toEqual([]);
  });

  test('exist for every body and every response in JSON', () => {
    expect([...withoutExample()]).toEqual([]);
  });
});
