import { describe, expect, test } from 'vitest';
import { checkContract, checkNumbers } from '../../spec/generate/check-contract.ts';
import type { Schema } from '../../spec/generate/contract.ts';
import { readProblems } from '../../spec/generate/problems.ts';
import { readInstallation } from '../../spec/generate/installation.ts';
import publicDocument from '../../generated/openapi.json' with { type: 'json' };
import internalDocument from '../../generated/openapi.internal.json' with { type: 'json' };
import { bundledContract } from '../support/bundled-contract.ts';

/** Every schema of an integer, with its place. Found by its type alone, wherever it stands. */
function integersOf(node: unknown, place = '#'): { place: string; schema: Schema }[] {
  if (typeof node !== 'object' || node === null) return [];
  const schema = node as Schema;
  const isInteger = [schema.type].flat().includes('integer') && !place.includes('/example');
  return [
    ...(isInteger ? [{ place, schema }] : []),
    ...Object.entries(node).flatMap(([key, value]) => integersOf(value, `${place}/${key}`)),
  ];
}

describe.each([
  ['the public contract', publicDocument],
  ['the contract with the operator listener', internalDocument],
])('%s', (_, document) => {
  const integers = integersOf(document);

  test('holds integers', () => {
    expect(integers.length).toBeGreaterThan(40);
  });

  test.each(integers.map(({ place, schema }) => [place, schema] as const))(
    '%s says how long it may become, and its format',
    (_place, schema) => {
      const { const: only, minimum = only, maximum = only, format } = schema;
      expect(Number.isSafeInteger(minimum) && Number.isSafeInteger(maximum)).toBe(true);
      expect(format).toBe(Number(minimum) >= -(2 ** 31) && Number(maximum) < 2 ** 31 ? 'int32' : 'int64');
    },
  );
});

describe('the generation stops, with the place, at', () => {
  const property = (schema: object) => ({ components: { schemas: { Sum: { type: 'object', properties: { type: schema } } } } });
  const place = '#/components/schemas/Sum/properties/type';

  test.each([
    ['an integer without a format', { type: 'integer', minimum: 0, maximum: 9 }, 'from 0 to 9 needs format: int32'],
    ['one that may be null', { type: ['integer', 'null'], minimum: 0, maximum: 9 }, 'needs format: int32'],
    ['one that 32 bits cannot hold', { type: 'integer', format: 'int32', minimum: 0, maximum: 2 ** 31 }, 'needs format: int64'],
    ['one below 32 bits', { type: 'integer', format: 'int32', minimum: -(2 ** 31) - 1, maximum: 0 }, 'needs format: int64'],
    ['one that 32 bits can hold', { type: 'integer', format: 'int64', minimum: 0, maximum: 2 ** 31 - 1 }, 'needs format: int32'],
    ['one without a maximum', { type: 'integer', format: 'int64', minimum: 0 }, 'needs minimum and maximum'],
    ['one without a minimum', { type: 'integer', format: 'int64', maximum: 9 }, 'needs minimum and maximum'],
    ['one that JSON readers round', { type: 'integer', format: 'int64', minimum: 0, maximum: 2 ** 53 }, 'needs minimum and maximum'],
    ['a number with a point', { type: 'number', minimum: 0, maximum: 9 }, 'type number is not allowed'],
  ])('%s', (_, schema, complaint) => {
    expect(checkNumbers(property(schema))).toEqual([expect.stringContaining(complaint)]);
    expect(checkNumbers(property(schema))[0]).toContain(`${place}: `);
    expect(checkNumbers({ paths: { '/a/{b}': { get: { parameters: [{ schema }] } } } })[0]).toContain(
      '#/paths/~1a~1{b}/get/parameters/0/schema: ',
    );
  });

  test.each([
    ['with bounds', { type: 'integer', format: 'int64', minimum: 0, maximum: 2 ** 53 - 1 }],
    ['of one value', { type: 'integer', format: 'int32', const: 404 }],
    ['in an example', { type: 'object', examples: [{ type: 'integer' }] }],
  ])('no integer %s', (_, schema) => {
    expect(checkNumbers(property(schema))).toEqual([]);
  });

  test('what the files of the contract declare', async () => {
    const document = await bundledContract();
    const installation = await readInstallation('spec/installation.yaml');
    const registry = await readProblems('spec/problems.yaml');
    checkContract(document, registry, installation);
    const schemas = document.components!['schemas'] as Record<string, Schema>;
    delete schemas['RevenueSummary']!.properties!['revenue_cents']!.format;
    expect(() => checkContract(document, registry, installation)).toThrow('#/components/schemas/RevenueSummary/properties/revenue_cents: ');
  });
});
