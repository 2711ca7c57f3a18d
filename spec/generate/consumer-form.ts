import { declaredAlone, reachable } from './audience.ts';
import type { ContractDocument, Schema } from './contract.ts';
import { withHeadersOnce } from './headers-once.ts';
import { withOpenAnswers } from './open-answers.ts';
import { rewritten } from './rewrite.ts';
import { withStatusProblems } from './status-problems.ts';

/**
 * The contract for programs made from it: they hold through every release, since whatever may be added is admitted. It admits all
 * that the strict form does, from which validators are made.
 */
export function consumerForm(document: ContractDocument): ContractDocument {
  const changed = withHeadersOnce(withOpenAnswers(withStatusProblems(withFormsOfIds(document))));
  const needed = reachable(changed, [changed.paths, changed.webhooks, ...declaredAlone(document)]);
  const schemas = Object.entries(changed.components?.['schemas'] ?? {}).filter(([name]) => needed.has(`#/components/schemas/${name}`));
  return { ...changed, components: { ...changed.components, schemas: Object.fromEntries(schemas) } };
}

/** An id has the same type where it is read and where it is sent, although one of another form is not refused but not found. */
function withFormsOfIds(document: ContractDocument): ContractDocument {
  return rewritten(document, (schema: Schema) => {
    const { 'x-format': format, minLength: _minLength, ...rest } = schema;
    return format === undefined ? schema : { ...rest, format };
  });
}
