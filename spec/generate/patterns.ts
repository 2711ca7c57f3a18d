import type { ContractDocument } from './contract.ts';
import { literal, type Output } from './output.ts';

/** Collects what the contract says, in words, of its patterns: by pattern. */
export function patternMessages(node: unknown, found: Record<string, string> = {}): Record<string, string> {
  if (typeof node !== 'object' || node === null) return found;
  const { pattern, 'x-pattern-message': message } = node as Record<string, unknown>;
  if (typeof pattern === 'string' && typeof message === 'string') {
    if (Object.hasOwn(found, pattern) && found[pattern] !== message) throw new Error(`Two messages for the pattern ${pattern}`);
    found[pattern] = message;
  }
  for (const member of Object.values(node)) patternMessages(member, found);
  return found;
}

/** Writes the messages for texts that a pattern refuses. */
export async function generatePatterns(document: ContractDocument, output: Output): Promise<void> {
  const messages = Object.entries(patternMessages(document)).sort(([a], [b]) => (a < b ? -1 : 1));
  await output.module(
    'generated/pattern-messages.ts',
    `
/** The message for a text that a pattern of the contract refuses. */
export const patternMessages: Readonly<Record<string, string>> = ${literal(Object.fromEntries(messages))};
`,
  );
}
