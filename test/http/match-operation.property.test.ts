import fc from 'fast-check';
import { expect, test } from 'vitest';
import { operationMatcher } from '../../server/http/steps/match-operation.ts';

const segment = fc.constantFrom('a', 'b', '{x}');
const template = fc.array(segment, { minLength: 1, maxLength: 4 });
/** Contracts with at most one operation at a place. */
const contracts = fc.uniqueArray(template, { minLength: 1, maxLength: 8, selector: (segments) => segments.join('/') });
const paths = fc.array(fc.constantFrom('a', 'b', 'c', '%61', ''), { minLength: 1, maxLength: 4 });

const fits = (segments: readonly string[], path: readonly string[]) =>
  segments.length === path.length && segments.every((part, index) => (part === '{x}' ? path[index] !== '' : part === path[index]));

/** Of the templates that fit, the one whose segments are fixed the longest from the left. */
function expected(templates: readonly string[][], path: readonly string[]): string | undefined {
  const rank = (segments: readonly string[]) => segments.map((part) => (part === '{x}' ? 1 : 0)).join('');
  const [first] = templates.filter((segments) => fits(segments, path)).sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
  return first?.join('/');
}

const routeOf = (operationId: string, path: string) => ({ operationId, operation: { method: 'get' as const, path } });

test('the most fixed path that fits is found, in whatever order the operations are declared', () => {
  fc.assert(
    fc.property(contracts, paths, fc.boolean(), (templates, path, reversed) => {
      const ordered = reversed ? [...templates].reverse() : templates;
      const routes = ordered.map((segments, index) => routeOf(`operation${index}`, `/${segments.join('/')}`));
      const { route } = operationMatcher(routes)('GET', `/${path.join('/')}`);
      expect(route?.operation.path.slice(1)).toBe(expected(templates, path));
    }),
  );
});

test('two operations with the same path and method are refused', () => {
  expect(() => operationMatcher([routeOf('one', '/v1/{a}'), routeOf('two', '/v1/{b}')])).toThrow(
    'two and one have the same method and path',
  );
});
