import type { ContractDocument, Schema } from './contract.ts';
import { checkPlaceholders, type InstallationFile } from './installation.ts';
import type { ProblemRegistry } from './problems.ts';

/** What the whole contract must say of itself, so that what is made from it can be trusted. Throws all that is wrong at once. */
export function checkContract(document: ContractDocument, registry: ProblemRegistry, installation: InstallationFile): void {
  const complaints = [...checkNumbers(document), ...checkPlaceholders(document, registry, installation)];
  if (complaints.length > 0) throw new Error(`The contract contradicts itself:\n${complaints.join('\n')}`);
}

const largestInt32 = 2 ** 31 - 1;

/** Members of these keywords are named by the contract's author, so that `type` among them is a property of that name. */
const namedMembers = new Set(['properties', 'patternProperties', '$defs', 'dependentSchemas']);
/** Values of these keywords are data. */
const data = new Set(['example', 'examples', 'default', 'const', 'enum']);

/**
 * Every integer says how long it may become, and the format in which programs of other languages hold it. Without `format`
 * they take 32 bits and read larger sums wrongly. Complaints name the place as a JSON pointer.
 */
export function checkNumbers(node: unknown, place = '#', named = false): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const own = Array.isArray(node) || named ? [] : complaintsOf(node as Schema).map((complaint) => `${place}: ${complaint}`);
  const inner = Object.entries(node).flatMap(([key, value]) => {
    if (!named && data.has(key)) return [];
    return checkNumbers(value, `${place}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, !named && namedMembers.has(key));
  });
  return [...own, ...inner];
}

function complaintsOf({ type, format, const: only, minimum = only, maximum = only }: Schema): string[] {
  const types = [type].flat();
  if (types.includes('number')) return ['the type number is not allowed: sums and counts are integers, in the smallest unit'];
  if (!types.includes('integer')) return [];
  if (!Number.isSafeInteger(minimum) || !Number.isSafeInteger(maximum)) {
    return ['an integer needs minimum and maximum, both within ±(2^53 − 1), which JSON readers keep exactly'];
  }
  const expected = Number(minimum) >= -largestInt32 - 1 && Number(maximum) <= largestInt32 ? 'int32' : 'int64';
  return format === expected ? [] : [`an integer from ${String(minimum)} to ${String(maximum)} needs format: ${expected}`];
}
