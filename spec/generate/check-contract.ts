import type { ContractDocument, Schema } from './contract.ts';
import { checkPlaceholders, type InstallationFile } from './installation.ts';
import { dataMembers, namedMembers } from './map-objects.ts';
import type { ProblemRegistry } from './problems.ts';

/** Throws all contradictions within the whole contract at once. */
export function checkContract(document: ContractDocument, registry: ProblemRegistry, installation: InstallationFile): void {
  const errors = [...checkNumbers(document), ...checkPlaceholders(document, registry, installation)];
  if (errors.length > 0) throw new Error(`The contract contradicts itself:\n${errors.join('\n')}`);
}

const largestInt32 = 2 ** 31 - 1;

/**
 * Errors of integers without bounds or without the format for them. Without `format`, generated clients use 32 bits and misread larger sums.
 * Each error begins with a JSON pointer.
 */
export function checkNumbers(node: unknown, place = '#', isNamed = false): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const own = Array.isArray(node) || isNamed ? [] : numberErrors(node as Schema).map((error) => `${place}: ${error}`);
  const inner = Object.entries(node).flatMap(([key, value]) => {
    if (!isNamed && dataMembers.has(key)) return [];
    return checkNumbers(value, `${place}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, !isNamed && namedMembers.has(key));
  });
  return [...own, ...inner];
}

function numberErrors({ type, format, const: only, minimum = only, maximum = only }: Schema): string[] {
  const types = [type].flat();
  if (types.includes('number')) return ['the type number is not allowed: sums and counts are integers, in the smallest unit'];
  if (!types.includes('integer')) return [];
  if (!Number.isSafeInteger(minimum) || !Number.isSafeInteger(maximum)) {
    return ['an integer needs minimum and maximum, both within ±(2^53 − 1), which JSON readers keep exactly'];
  }
  const expected = Number(minimum) >= -largestInt32 - 1 && Number(maximum) <= largestInt32 ? 'int32' : 'int64';
  return format === expected ? [] : [`an integer from ${String(minimum)} to ${String(maximum)} needs format: ${expected}`];
}
