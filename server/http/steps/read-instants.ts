import { readInstant } from '../../../generated/validators/instants.ts';

/** Normalizes the instants of a valid request, in place, to UTC with milliseconds. `names` are the names of instants, at any depth. */
export function readInstants(node: unknown, names: readonly string[]): void {
  if (typeof node !== 'object' || node === null) return;
  const members = node as Record<string, unknown>;
  for (const [name, value] of Object.entries(members)) {
    const instant = typeof value === 'string' && names.includes(name) ? readInstant(value) : undefined;
    if (instant === undefined) readInstants(value, names);
    else members[name] = new Date(instant).toISOString();
  }
}
