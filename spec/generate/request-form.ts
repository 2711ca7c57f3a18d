import { type ContractDocument, operationsOf, type Parameter, resolve } from './contract.ts';

/**
 * The served contract for programs that send single requests, such as Postman, Insomnia and Bruno. They support one security scheme per
 * request, so the version is a header. They fill in defaults, so examples are defaults. Optional parameters without an example, such as a
 * cursor, are removed, because these programs would send a placeholder.
 */
export function requestForm(document: ContractDocument, version: string): ContractDocument {
  const { webhooks: _webhooks, ...copy } = structuredClone(document);
  const schemes = (copy.components?.['securitySchemes'] ?? {}) as Record<string, { name?: string; description?: string }>;
  const [scheme, header] = Object.entries(schemes).find(([, { name }]) => name === 'Service-Version')!;
  delete schemes[scheme];
  copy.security = copy.security?.map(({ [scheme]: _version, ...requirement }) => requirement);
  const versionHeader = {
    name: header.name!,
    in: 'header',
    required: true,
    description: header.description,
    schema: { type: 'string', default: version },
    example: version,
  } as Parameter;

  for (const { object } of operationsOf(copy)) {
    const taken = object.security?.length === 0 ? [] : [versionHeader];
    const own = (object.parameters ?? []).map((parameter) => resolve<Parameter>(document, parameter));
    object.parameters = [...taken, ...own.flatMap((parameter) => filledIn(document, parameter))];
  }
  for (const item of Object.values(copy.paths)) {
    item.parameters = item.parameters?.flatMap((parameter) => filledIn(document, resolve<Parameter>(document, parameter))) ?? [];
  }
  return copy;
}

function filledIn(document: ContractDocument, parameter: Parameter): Parameter[] {
  const schema = resolve<Record<string, unknown>>(document, parameter.schema);
  const value = (parameter as { example?: unknown }).example ?? schema['default'];
  if (value === undefined) return parameter.required ? [parameter] : [];
  // A text with commas, because these programs would write a list in another form.
  if (Array.isArray(value)) return [withValue(parameter, { type: 'string' }, value.join(','))];
  return [withValue(parameter, schema, value)];
}

function withValue(parameter: Parameter, schema: Record<string, unknown>, value: unknown): Parameter {
  return { ...parameter, example: value, schema: { ...schema, default: value } } as Parameter;
}
