import type { ContractDocument, Schema } from './contract.ts';
import { literal, type Output } from './output.ts';

/** Writes the values of every enumeration of the contract, for code that goes through them. */
export async function generateEnumerations(document: ContractDocument, output: Output): Promise<void> {
  await output.module('generated/enumerations.ts', enumerationsText(document));
}

/** The same for the SDK. */
export function enumerationsText(document: ContractDocument): string {
  const schemas = Object.entries((document.components?.['schemas'] ?? {}) as Record<string, Schema>);
  const enumerations = schemas
    .filter(([, schema]) => schema.type === 'string' && schema.enum !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `
/** The values of the contract's enumerations, in the contract's order. */
export const enumerations = {
${enumerations.map(([name, schema]) => `${name}: ${literal(schema.enum)},`).join('\n')}
} as const;
`;
}
