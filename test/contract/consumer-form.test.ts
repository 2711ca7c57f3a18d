import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { problems } from '../../generated/problems.ts';
import served from '../../generated/openapi.json' with { type: 'json' };
import servedToOperators from '../../generated/openapi.operator.json' with { type: 'json' };
import whole from '../../generated/openapi.internal.json' with { type: 'json' };
import { operatorDocument, publicDocument } from '../../spec/generate/audience.ts';
import {
  type ContractDocument,
  type ContractOperation,
  jsonSchema,
  operationsOf,
  type Parameter,
  resolve,
  type Schema,
} from '../../spec/generate/contract.ts';
import { refusals } from '../support/schema-subset.ts';

const contract = whole as unknown as ContractDocument;

/** A part of the contract with every reference followed, so that two forms of it can be compared. */
function spelledOut(document: ContractDocument, node: unknown): unknown {
  if (Array.isArray(node)) return node.map((member) => spelledOut(document, member));
  if (typeof node !== 'object' || node === null) return node;
  const { $ref, ...beside } = node as { $ref?: string };
  if ($ref !== undefined) return spelledOut(document, { ...resolve<object>(document, { $ref }), ...beside });
  const told = Object.entries(node).filter(([key]) => !key.startsWith('x-'));
  return Object.fromEntries(told.map(([key, value]) => [key, spelledOut(document, value)]));
}

describe.each([
  ['the public listener', served as unknown as ContractDocument, publicDocument(contract)],
  ['the operator listener', servedToOperators as unknown as ContractDocument, operatorDocument(contract)],
])('the consumer’s form, which %s serves,', (_listener, consumer, strict) => {
  const operations = operationsOf(strict).map((of): [string, ContractOperation, ContractOperation] => [
    of.id,
    operationsOf(consumer).find(({ id }) => id === of.id)!,
    of,
  ]);

  test.each(operations)('takes the requests of %s to the letter, with the form that the ids of paths have', (_id, open, closed) => {
    expect([open.method, open.path, open.tag]).toEqual([closed.method, closed.path, closed.tag]);
    const ofCalls = ({ parameters }: ContractOperation) =>
      parameters.filter(({ name }) => !['If-None-Match', 'Service-Idempotency-Key'].includes(name));
    const formed = ({ schema, ...parameter }: Parameter) => {
      const form = schema['x-format'];
      return { ...parameter, schema: form === undefined ? schema : { type: schema.type, format: form } };
    };
    expect(spelledOut(consumer, ofCalls(open))).toEqual(spelledOut(strict, ofCalls(closed).map(formed)));
    expect(spelledOut(consumer, open.body)).toEqual(spelledOut(strict, closed.body));
  });

  test.each(operations)('admits every response of %s that the strict form admits', (id, open, closed) => {
    expect(Object.keys(open.responses)).toEqual(Object.keys(closed.responses));
    for (const [status, reply] of Object.entries(closed.responses)) {
      const answered = open.responses[status]!;
      expect(Object.keys(answered.content ?? {}), status).toEqual(Object.keys(reply.content ?? {}));
      const [wide, narrow] = [jsonSchema(answered.content), jsonSchema(reply.content)];
      if (narrow === undefined) continue;
      expect([...refusals({ document: consumer, schema: wide! }, { document: strict, schema: narrow }, `${id} ${status}`)]).toEqual([]);
    }
  });

  test('names the schema of every response that has members, so that programs have a name for it', () => {
    for (const { id, responses } of operationsOf(consumer)) {
      for (const [status, { content }] of Object.entries(responses)) {
        const schema = jsonSchema(content);
        if (schema?.$ref === undefined) expect(schema?.properties ?? schema?.oneOf, `${id} ${status}`).toBeUndefined();
      }
    }
    for (const [name, schema] of Object.entries(consumer.components!['schemas']!) as [string, Schema][]) {
      for (const [member, { properties, items, oneOf, anyOf, allOf }] of Object.entries(schema.properties ?? {})) {
        expect(properties ?? items?.properties ?? allOf, `${name}.${member}`).toBeUndefined();
        // A named schema or null.
        for (const branch of oneOf ?? anyOf ?? []) expect(branch.$ref ?? branch.type, `${name}.${member}`).toMatch(/^#|^null$/);
      }
    }
  });

  test('says of every object, whether it is open or closed: some generators take silence for closed', () => {
    for (const [name, schema] of Object.entries(consumer.components!['schemas']!) as [string, Schema][]) {
      if (schema.properties !== undefined) expect(schema.additionalProperties, name).toBeTypeOf('boolean');
    }
  });

  test('anchors every pattern', () => {
    const patterns = [...JSON.stringify(consumer).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(
      ([, text]) => JSON.parse(text!) as string,
    );
    for (const pattern of patterns) expect(pattern).toMatch(/^\^.*\$$/);
  });

  test('declares the headers of every request once', () => {
    for (const { id, path, object } of operationsOf(consumer)) {
      const listed = [...(consumer.paths[path]!.parameters ?? []), ...(object.parameters ?? [])];
      const headers = listed.map((parameter) => resolve<Parameter>(consumer, parameter)).filter((parameter) => parameter.in === 'header');
      const names = headers.map(({ name }) => name.toLowerCase());
      expect(
        names.filter((name) => /version|authorization|request-id/.test(name)),
        id,
      ).toEqual([]);
    }
  });

  test('has one flat schema of problems per status, with the kinds and members of all of them', () => {
    const found = new Map<number, string[]>();
    for (const [name, schema] of Object.entries(consumer.components!['schemas']!) as [string, Schema][]) {
      if (!name.startsWith('Problem')) continue;
      expect(
        Object.keys(schema).filter((key) => /allOf|oneOf|anyOf/.test(key)),
        name,
      ).toEqual([]);
      const kinds = schema.properties!['type']!['x-extensible-enum'] as string[];
      found.set(
        Number(name.slice('Problem'.length)),
        kinds.map((uri) => uri.replace('{errors_base}/', '')),
      );
    }
    const answered = new Set(
      operationsOf(strict)
        .flatMap(({ responses }) => Object.keys(responses))
        .filter((status) => status >= '400'),
    );
    expect([...found.keys()].map(String).toSorted()).toEqual([...answered].toSorted());
    for (const [status, slugs] of found) for (const slug of slugs) expect(problems[slug as keyof typeof problems].status).toBe(status);
  });
});

const consumer = served as unknown as ContractDocument;

describe('the consumer’s form for callers', () => {
  const ajv = formats.default(new Ajv2020({ strict: false, allErrors: true }));
  ajv.addSchema({ $id: 'consumer', ...served });
  const admits = (name: string, value: unknown) => ajv.validate({ $ref: `consumer#/components/schemas/${name}` }, value);

  test('sets the key and the version for every operation that needs them, and for no other', () => {
    expect(consumer.security).toEqual([{ apiKey: [], serviceVersion: [] }]);
    expect(served.components.securitySchemes.serviceVersion).toMatchObject({ type: 'apiKey', in: 'header', name: 'Service-Version' });
    const open = operationsOf(consumer).filter(({ object }) => object.security !== undefined);
    for (const { id, object } of open) expect(object.security, id).toEqual([]);
    const openByContract = operationsOf(publicDocument(contract)).filter(({ object }) => object['x-access'] === 'open');
    expect(open.map(({ id }) => id)).toEqual(openByContract.map(({ id }) => id));
  });

  const [order] = served.components.schemas.Order.examples;
  const invalidCursor = served.components.examples.invalid_cursor.value;

  test('admits what a later release may add to a response', () => {
    expect(admits('Order', order)).toBe(true);
    expect(admits('Order', { ...order, currency: 'EUR', order_type: 'gift' })).toBe(true);
    expect(admits('Problem400', { ...invalidCursor, type: 'https://errors.example.com/later', hint: 'x' })).toBe(true);
    expect(admits('OrderCreatedEvent', { ...served.components.schemas.OrderCreatedEvent.examples[0], sequence: 7 })).toBe(true);
  });

  test('refuses a response of another kind, and what the service would refuse in a request', () => {
    expect(admits('Order', { ...order, amount_cents: '1500' })).toBe(false);
    const { id: _id, ...withoutId } = order!;
    expect(admits('Order', withoutId)).toBe(false);
    expect(admits('OrderType', 'gift')).toBe(false);
    expect(admits('MediaInput', { id: 'm1', type: 'photo', later: true })).toBe(false);
    expect(admits('Media', { id: 'm1', type: 'photo', later: true })).toBe(true);
  });

  test('lists the values that a set has today', () => {
    const { order_type } = served.components.schemas.Order.properties;
    expect(order_type['x-extensible-enum']).toEqual(served.components.schemas.OrderType.enum);
    for (const value of served.components.schemas.OrderType.enum) expect(order_type.description).toContain(`\`${value}\``);
  });
});

describe('what one form admits and the other does not is found:', () => {
  const documentOf = (schema: Schema): ContractDocument => ({ openapi: '3.1.0', info: {}, paths: {}, components: { schemas: { schema } } });
  const refused = (wide: Schema, narrow: Schema) => [
    ...refusals({ document: documentOf(wide), schema: wide }, { document: documentOf(narrow), schema: narrow }, 'it'),
  ];

  test.each<[string, Schema, Schema]>([
    ['it: may be null', { type: 'string' }, { type: ['string', 'null'] }],
    ['it: may be b', { enum: ['a'] }, { enum: ['a', 'b'] }],
    ['it: may be any value', { const: 'a' }, { type: 'string' }],
    ['it: format', { format: 'uuid' }, { type: 'string' }],
    ['it: pattern', { pattern: '^a$' }, { type: 'string' }],
    ['it: maxLength', { maxLength: 4 }, { maxLength: 5 }],
    ['it: minimum', { minimum: 1 }, { type: 'integer' }],
    ['it.a: may be missing', { required: ['a'] }, { properties: { a: {} } }],
    ['it.a: is not admitted', { additionalProperties: false }, { properties: { a: {} } }],
    ['it.a: may be anything', { properties: { a: { type: 'string' } } }, { additionalProperties: true }],
    ['it.a[]: may be null', { properties: { a: { items: { type: 'string' } } } }, { properties: { a: { items: { type: 'null' } } } }],
    ['it(1): may be null', { type: 'string' }, { oneOf: [{ type: 'string' }, { type: 'null' }] }],
    ['it: 0 branches admit it', { anyOf: [{ type: 'string' }, { type: 'null' }] }, { type: 'integer' }],
    ['it(1): may be null', { type: 'string' }, { anyOf: [{ type: 'string' }, { type: 'null' }] }],
    ['it: 2 branches admit it', { oneOf: [{ type: 'string' }, { maxLength: 9 }] }, { type: 'string', maxLength: 3 }],
  ])('%s', (reason, wide, narrow) => {
    expect(refused(wide, narrow)).toEqual([reason]);
  });

  test.each(['OrderPage', 'RevenueSummary', 'WebhookEvent', 'WebhookEndpoint', 'Problem400'])('nothing between %s and itself', (name) => {
    const schema = { $ref: `#/components/schemas/${name}` };
    expect([...refusals({ document: consumer, schema }, { document: consumer, schema }, 'it')]).toEqual([]);
  });
});

describe('generators of clients', () => {
  const ids = operationsOf(served as unknown as ContractDocument).map(({ id }) => id);

  test('can add their endings to the name of an operation without meeting another one', () => {
    const endings = ['Request', 'Response', 'Async', 'AsyncWithHttpInfo', 'WithHttpInfo', 'Call', 'Raw'];
    const taken = ids.flatMap((id) => endings.map((ending) => id + ending)).filter((name) => ids.includes(name));
    expect(taken).toEqual([]);
  });

  test.each([
    ['public', served],
    ['operator’s', servedToOperators],
  ])('copy no long text of the %s contract into every file', (_whose, { info }) => {
    expect(info.description.length).toBeLessThan(700);
    expect(info.license.name).toBe('Apache-2.0');
  });

  test.each([
    ['public', served],
    ['operator’s', servedToOperators],
  ])('find no component of the %s contract that nothing refers to', (_whose, document) => {
    const text = JSON.stringify(document);
    const unused = Object.entries(document.components).flatMap(([kind, members]) =>
      Object.keys(members as object)
        .map((name) => `#/components/${kind}/${name}`)
        .filter((pointer) => kind !== 'securitySchemes' && !text.includes(`"${pointer}"`)),
    );
    expect(unused).toEqual([]);
  });
});
