import { declaredAlone, reachable, reachableSchemas } from './audience.ts';
import type { ContractDocument, Schema } from './contract.ts';
import { withHeadersOnce } from './headers-once.ts';
import { withOpenResponses } from './open-responses.ts';
import { mapObjects } from './map-objects.ts';
import { withStatusProblems } from './status-problems.ts';

/** The contract for generated clients: it accepts everything that the strict form accepts, and everything that a later release may add. */
export function consumerForm(document: ContractDocument): ContractDocument {
  const changed = withHeadersOnce(withOpenResponses(withStatusProblems(withFormsOfIds(document))));
  const roots = [changed.paths, changed.webhooks, ...declaredAlone(document)];
  const schemas = reachableSchemas(changed, roots);
  const needed = reachable(changed, roots);
  const { parameters, ...components } = changed.components ?? {};
  const used = Object.entries(parameters ?? {}).filter(([name]) => needed.has(`#/components/parameters/${name}`));
  return withoutSchemaLikeExamples({
    ...changed,
    components: { ...components, schemas, ...(used.length > 0 && { parameters: Object.fromEntries(used) }) },
  });
}

/** Removes the member `example` from examples of problems, because linters take an object with `type` and `example` for a schema. */
function withoutSchemaLikeExamples(document: ContractDocument): ContractDocument {
  const examples = Object.entries((document.components?.['examples'] ?? {}) as Record<string, { value: object }>).map(([name, example]) => {
    const { example: _example, ...value } = example.value as Record<string, unknown>;
    return [name, 'type' in value ? { ...example, value } : example] as const;
  });
  return examples.length === 0 ? document : { ...document, components: { ...document.components, examples: Object.fromEntries(examples) } };
}

/** Gives ids in requests the format that they have in responses. The strict form omits it, because a malformed id is a 404. */
function withFormsOfIds(document: ContractDocument): ContractDocument {
  return mapObjects(document, (schema: Schema) => {
    const { 'x-format': format, minLength: _minLength, ...rest } = schema;
    return format === undefined ? schema : { ...rest, format };
  });
}
