import { operatorDocument, publicDocument } from './audience.ts';
import { consumerForm } from './consumer-form.ts';
import { type ContractDocument, type OperationObject, operationsOf } from './contract.ts';

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
    public: forCallers(withGuide(withAccessNotes(consumerForm(publicDocument(document)))), toldExtensions.public) as ContractDocument,
    operator: forCallers(withGuide(withAccessNotes(consumerForm(operatorDocument(document)))), toldExtensions.operator) as ContractDocument,
  };
}

/**
 * The introduction up to its first heading, and the rest as a tag of its own: generators copy the introduction into every file that they
 * write.
 */
function withGuide(document: ContractDocument): ContractDocument {
  const text = String(document.info['description']);
  const end = text.indexOf('\n\n## ');
  if (end < 0) return document;
  const description = `${text.slice(0, end)} All that requests have in common is in the description of the tag \`Guide\`.`;
  const guide = { name: 'Guide', description: text.slice(end).trim() };
  return { ...document, info: { ...document.info, description }, tags: [guide, ...(document.tags ?? [])] };
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

/** The contract for readers: each operation's description ends with the scope and the rate limit that its extensions declare. */
export function withAccessNotes(document: ContractDocument): ContractDocument {
  const copy = structuredClone(document);
  for (const { object } of operationsOf(copy)) {
    object.description = [object.description?.trim(), accessNote(object)].filter(Boolean).join('\n\n');
  }
  return copy;
}

function accessNote({
  'x-access': access,
  'x-scope': scope,
  'x-operator-scope': operatorScope,
  'x-rate-limit': limit,
}: OperationObject): string {
  if (operatorScope) return `Scope \`${operatorScope}\`.`;
  if (access !== 'key') return '';
  const sentences = [scope ? `Scope \`${scope}\`.` : 'No scope needed.'];
  if (limit) sentences.push(`${limit.requests} requests in any ${limit.window_seconds} seconds.`);
  return sentences.join(' ');
}
