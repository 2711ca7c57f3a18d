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
  const { parameters, ...components } = changed.components ?? {};
  const used = Object.entries(parameters ?? {}).filter(([name]) => needed.has(`#/components/parameters/${name}`));
  return withoutSchemaLikeExamples({
    ...changed,
    components: { ...components, schemas: Object.fromEntries(schemas), ...(used.length > 0 && { parameters: Object.fromEntries(used) }) },
  });
}

/**
 * Linters take an object with the members `type` and `example` for a schema, also the example of a problem. There the examples leave
 * out the member, which the schema has.
 */
function withoutSchemaLikeExamples(document: ContractDocument): ContractDocument {
  const examples = Object.entries((document.components?.['examples'] ?? {}) as Record<string, { value: object }>).map(([name, example]) => {
    const { example: _example, ...value } = example.value as Record<string, unknown>;
    return [name, 'type' in value ? { ...example, value } : example] as const;
  });
  return examples.length === 0 ? document : { ...document, components: { ...document.components, examples: Object.fromEntries(examples) } };
}

/** An id has the same type where it is read and where it is sent, although one of another form is not refused but not found. */
function withFormsOfIds(document: ContractDocument): ContractDocument {
  return rewritten(document, (schema: Schema) => {
    const { 'x-format': format, minLength: _minLength, ...rest } = schema;
    return format === undefined ? schema : { ...rest, format };
  });
}
