import type { Operation } from '@agency-service/sdk';

/** The greatest number, or the longest list, that a member of a body may be. That the contract has a bound is what the caller builds on. */
export function largest({ path, bodyBounds }: Pick<Operation, 'path' | 'bodyBounds'>, member: string): number {
  const value = bodyBounds[member]?.maximum ?? bodyBounds[member]?.maxItems;
  if (value === undefined) throw new Error(`the contract does not limit ${member} of ${path}`);
  return value;
}
