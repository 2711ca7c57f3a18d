import { checkNumbers } from './check-numbers.ts';
import type { ContractDocument } from './contract.ts';
import { checkPlaceholders, type InstallationFile } from './installation.ts';
import type { ProblemRegistry } from './problems.ts';

/** What the whole contract must say of itself, so that what is made from it can be trusted. Throws all that is wrong at once. */
export function checkContract(document: ContractDocument, registry: ProblemRegistry, installation: InstallationFile): void {
  const complaints = [...checkNumbers(document), ...checkPlaceholders(document, registry, installation)];
  if (complaints.length > 0) throw new Error(`The contract contradicts itself:\n${complaints.join('\n')}`);
}
