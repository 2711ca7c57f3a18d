import { operations, type Scope } from '@agency-service/sdk';

/** Every scope that a key may hold. */
export function allScopes(): Scope[] {
  const scopes = Object.values(operations).flatMap(({ scope }) => (scope === null ? [] : [scope]));
  return [...new Set(scopes)].sort();
}
