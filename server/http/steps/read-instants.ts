import { readInstant } from '../../../generated/validators/instants.ts';

/**
 * Writes the instants of a valid request in one form, in UTC with milliseconds: whatever form the caller chose, handlers
 * and the database meet this one. `names` are those under which instants stand, at any depth.
 */
export function readInstants(node: unknown, names: readonly string[]): void {
  if (typeof node !== 'object' || node === null) return;
  const members = node as Record<string, unknown>;
  for (const [name, value] of Object.entries(members)) {
    const instant = typeof value === 'string' && names.includes(name) ? readInstant(value) : undefined;
    if (instant === undefined) readInstants(value, names);
    else members[name] = new Date(instant).toISOString();
  }
}
