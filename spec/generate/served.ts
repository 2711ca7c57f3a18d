import { operatorDocument, publicDocument } from './audience.ts';
import { consumerForm } from './consumer-form.ts';
import { type ContractDocument, type OperationObject, operationsOf } from './contract.ts';
import { mapObjects } from './map-objects.ts';

/** Extensions for callers. Each document explains its own. */
const servedExtensions = {
  public: new Set(['x-scope', 'x-rate-limit', 'x-retry', 'x-displayName', 'x-extensible-enum']),
  operator: new Set(['x-retry', 'x-extensible-enum']),
};

/** The documents as the two listeners serve them, except for the values that differ between installations. */
export function servedDocuments(document: ContractDocument): Readonly<Record<keyof typeof servedExtensions, ContractDocument>> {
  const served = (form: ContractDocument, extensions: ReadonlySet<string>) =>
    mapObjects(withGuide(withAccessNotes(consumerForm(form))), (members) =>
      Object.fromEntries(Object.entries(members).filter(([name]) => !name.startsWith('x-') || extensions.has(name))),
    );
  return {
    public: served(publicDocument(document), servedExtensions.public),
    operator: served(operatorDocument(document), servedExtensions.operator),
  };
}

/** Moves the introduction from its first heading into a tag, because client generators copy the introduction into every file. */
function withGuide(document: ContractDocument): ContractDocument {
  const text = String(document.info['description']);
  const end = text.indexOf('\n\n## ');
  if (end < 0) return document;
  const description = `${text.slice(0, end)} All that requests have in common is in the description of the tag \`Guide\`.`;
  const guide = { name: 'Guide', description: text.slice(end).trim() };
  return { ...document, info: { ...document.info, description }, tags: [guide, ...(document.tags ?? [])] };
}

/** Ends each operation's description with its scope and rate limit. */
function withAccessNotes(document: ContractDocument): ContractDocument {
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
