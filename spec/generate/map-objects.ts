type Members = Record<string, unknown>;

/** Maps whose keys are names that the contract's author chose: a property may be called `pattern`, a header may begin with `x-`. */
export const namedMembers = new Set([
  ...['headers', 'schemas', 'parameters', 'responses'],
  ...['properties', 'patternProperties', '$defs', 'dependentSchemas'],
]);
/** Members whose values are data. */
export const dataMembers = new Set(['example', 'examples', 'default', 'const', 'enum']);

/** A copy of a part of the contract with `change` applied to every object, innermost first. */
export function mapObjects<Node>(node: Node, change: (members: Members) => Members): Node {
  const copy = (value: unknown, isNamed: boolean): unknown => {
    if (Array.isArray(value)) return value.map((member) => copy(member, false));
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value).map(([key, member]): [string, unknown] => [
      key,
      !isNamed && dataMembers.has(key) ? member : copy(member, !isNamed && namedMembers.has(key)),
    ]);
    return isNamed ? Object.fromEntries(members) : change(Object.fromEntries(members));
  };
  return copy(node, false) as Node;
}
