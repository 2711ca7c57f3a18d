import { type ContractDocument, type ContractOperation, jsonSchema, resolve, type Schema } from './contract.ts';

/** Names of the parameters, and of the body's members at any depth, that hold an instant. A name means one thing in an operation. */
export function instantsOf(document: ContractDocument, { id, parameters, body }: ContractOperation): string[] {
  const named: [string, Schema][] = parameters.map(({ name, schema }) => [name, schema]);
  const seen = new Set<Schema>();
  const visit = (schema: Schema): void => {
    const node = resolve<Schema>(document, schema);
    if (seen.has(node)) return;
    seen.add(node);
    for (const [name, member] of Object.entries(node.properties ?? {})) {
      named.push([name, member]);
      visit(member);
    }
    for (const branch of [...(node.oneOf ?? []), ...(node.anyOf ?? []), ...(node.allOf ?? [])]) visit(branch);
    if (node.items !== undefined) visit(node.items);
  };
  const content = jsonSchema(body?.content);
  if (content !== undefined) visit(content);
  const isInstant = ([, schema]: [string, Schema]) => resolve<Schema>(document, schema).format === 'date-time';
  const instants = new Set(named.filter(isInstant).map(([name]) => name));
  for (const entry of named) {
    if (instants.has(entry[0]) && !isInstant(entry)) throw new Error(`${id}: ${entry[0]} is an instant in one place and not in another`);
  }
  return [...instants].sort();
}
