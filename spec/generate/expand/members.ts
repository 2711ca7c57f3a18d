export type Members = Record<string, unknown>;

/** Where something stands: names of members and indices of items, from the top of a file. */
export type Place = readonly (string | number)[];

export function isMembers(node: unknown): node is Members {
  return typeof node === 'object' && node !== null && !Array.isArray(node);
}

/** What a node holds by name; nothing where it is no such node. */
export function membersOf(node: unknown): Members {
  return isMembers(node) ? node : {};
}

/** What a node holds in order; nothing where it is no list. */
export function itemsOf(node: unknown): readonly unknown[] {
  return Array.isArray(node) ? node : [];
}
