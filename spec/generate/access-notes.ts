import { type ContractDocument, type OperationObject, operationsOf } from './contract.ts';

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
