import { withAccessNotes } from './access-notes.ts';
import { operatorDocument, publicDocument } from './audience.ts';
import { consumerForm } from './consumer-form.ts';
import type { ContractDocument } from './contract.ts';

/** Extensions that say something to callers. Each document explains its own. */
const toldExtensions = {
  public: new Set(['x-scope', 'x-rate-limit', 'x-retry', 'x-displayName', 'x-extensible-enum']),
  operator: new Set(['x-retry', 'x-extensible-enum']),
};

/** Members of these are named by the contract's author: a header may begin with `x-`. */
const namedMembers = new Set(['headers', 'properties', 'schemas', 'parameters', 'responses', 'examples']);

/** The documents as the two listeners serve them, but for what differs between installations. */
export function servedDocuments(document: ContractDocument): Readonly<Record<'public' | 'operator', ContractDocument>> {
  return {
    public: forCallers(withAccessNotes(consumerForm(publicDocument(document))), toldExtensions.public) as ContractDocument,
    operator: forCallers(withAccessNotes(consumerForm(operatorDocument(document))), toldExtensions.operator) as ContractDocument,
  };
}

/** Without the extensions from which only the service itself is made. */
function forCallers(node: unknown, told: ReadonlySet<string>, named = false): unknown {
  if (Array.isArray(node)) return node.map((member) => forCallers(member, told));
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node)
      .filter(([name]) => named || !name.startsWith('x-') || told.has(name))
      .map(([name, member]) => [name, forCallers(member, told, !named && namedMembers.has(name))]),
  );
}
