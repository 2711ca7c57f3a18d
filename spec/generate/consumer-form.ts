import { declaredAlone, reachable } from './audience.ts';
import type { ContractDocument } from './contract.ts';
import { withHeadersOnce } from './headers-once.ts';
import { withOpenAnswers } from './open-answers.ts';
import { withStatusProblems } from './status-problems.ts';

/**
 * The contract for programs made from it: they hold through every release, since whatever may be added is admitted. It admits all
 * that the strict form does, from which validators are made.
 */
export function consumerForm(document: ContractDocument): ContractDocument {
  const changed = withHeadersOnce(withOpenAnswers(withStatusProblems(document)));
  const needed = reachable(changed, [changed.paths, changed.webhooks, ...declaredAlone(document)]);
  const schemas = Object.entries(changed.components?.['schemas'] ?? {}).filter(([name]) => needed.has(`#/components/schemas/${name}`));
  return { ...changed, components: { ...changed.components, schemas: Object.fromEntries(schemas) } };
}
