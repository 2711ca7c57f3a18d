type Members = Record<string, unknown>;

/** Members of these are named by the contract's author: a property may be called `pattern`, a header may begin with `x-`. */
const namedMembers = new Set(['headers', 'properties', 'schemas', 'parameters', 'responses']);
/** Values of these are data. */
const data = new Set(['example', 'examples', 'default', 'const', 'enum']);

/** A copy of a part of the contract in which every object, from the inside out, is what `change` makes of it. */
export function rewritten<Node>(node: Node, change: (members: Members) => Members): Node {
  const copy = (value: unknown, named: boolean): unknown => {
    if (Array.isArray(value)) return value.map((member) => copy(member, false));
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value).map(([key, member]): [string, unknown] => [
      key,
      !named && data.has(key) ? member : copy(member, !named && namedMembers.has(key)),
    ]);
    return named ? Object.fromEntries(members) : change(Object.fromEntries(members));
  };
  return copy(node, false) as Node;
}
