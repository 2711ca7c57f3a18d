import type { ContractDocument, Schema } from './contract.ts';
import { literal } from './output.ts';

/** A module with the values of every enumeration of a contract, for code that goes through them. */
export function enumerationsText(document: ContractDocument, name: string): string {
  const schemas = Object.entries((document.components?.['schemas'] ?? {}) as Record<string, Schema>);
  const enumerations = schemas
    .filter(([, schema]) => schema.type === 'string' && schema.enum !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `
/** The values of the contract's enumerations, in the contract's order. */
export const ${name} = {
${enumerations.map(([schemaName, schema]) => `${schemaName}: ${literal(schema.enum)},`).join('\n')}
} as const;
`;
}
