export type Members = Record<string, unknown>;

/** The path of a node in its file: names of members and indices of items. */
export type Place = readonly (string | number)[];

export function isMembers(node: unknown): node is Members {
  return typeof node === 'object' && node !== null && !Array.isArray(node);
}

/** The members of a node; none if it is not an object. */
export function membersOf(node: unknown): Members {
  return isMembers(node) ? node : {};
}

/** The items of a node; none if it is not a list. */
export function itemsOf(node: unknown): readonly unknown[] {
  return Array.isArray(node) ? node : [];
}
