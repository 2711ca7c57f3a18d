import { type ContractDocument, filterParameters, operationsOf, type Parameter, resolve } from './contract.ts';

type Listed = Parameter | { $ref: string };
interface Holder {
  parameters?: Listed[];
}

/**
 * Removes the headers of every request from the operations; the components still declare them. A required one becomes a security scheme,
 * which generated clients set once.
 */
export function withHeadersOnce(document: ContractDocument): ContractDocument {
  const copy = structuredClone(document);
  const resolved = (parameter: Listed) => resolve<Parameter>(document, parameter);
  const framesOf = (...holders: (Holder | undefined)[]) =>
    holders.flatMap((holder) => (holder?.parameters ?? []).map(resolved).filter((parameter) => parameter['x-frame'] === true));

  const guarded = operationsOf(copy).filter(({ object }) => object['x-access'] !== 'open');
  const everywhere = new Set(
    guarded
      .map(({ path, object }) => framesOf(copy.paths[path], object).map(({ name }) => name))
      .reduce((common, names) => common.filter((name) => names.includes(name))),
  );

  for (const [component, header] of Object.entries((copy.components?.['parameters'] ?? {}) as Record<string, Parameter>)) {
    if (!everywhere.has(header.name) || header.required !== true) continue;
    const scheme = component.charAt(0).toLowerCase() + component.slice(1);
    const { name, description } = header;
    Object.assign(copy.components!['securitySchemes']!, { [scheme]: { type: 'apiKey', in: 'header', name, description } });
    copy.security = copy.security?.map((requirement) => ({ ...requirement, [scheme]: [] }));
  }
  return filterParameters(copy, ({ name }) => !everywhere.has(name));
}
