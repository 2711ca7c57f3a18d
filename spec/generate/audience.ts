import { type ContractDocument, type ContractOperation, operationsOf } from './contract.ts';

/** The contract of the public listener, without anything for operators only. */
export function publicDocument(document: ContractDocument): ContractDocument {
  const all = operationsOf(document);
  const kept = all.filter(({ object }) => object['x-internal'] !== true);
  const { 'x-operator': _operator, ...rest } = restrict(document, kept, document.webhooks, declaredAlone(document));
  return withTitles(rest, false);
}

/** The operator listener's operations and the components that they need. */
export function operatorDocument(document: ContractDocument): ContractDocument {
  const kept = operationsOf(document).filter(({ object }) => object['x-internal'] === true);
  const { 'x-operator': own, security: _security, ...shared } = document;
  return { ...withTitles(restrict(shared, kept, undefined, []), true), ...own };
}

/** The examples of problems with their titles on the operator listener, or on the public one. */
function withTitles(document: ContractDocument, ofOperator: boolean): ContractDocument {
  const { examples, ...others } = document.components ?? {};
  if (!examples) return document;
  const titled = Object.entries(examples).map(([slug, example]): [string, unknown] => {
    const { 'x-operator-title': title, ...rest } = example as { readonly 'x-operator-title'?: string; readonly value?: object };
    return [slug, title && ofOperator ? { ...rest, summary: title, value: { ...rest.value, title } } : rest];
  });
  return { ...document, components: { ...others, examples: Object.fromEntries(titled) } };
}

function restrict(
  document: ContractDocument,
  operations: readonly ContractOperation[],
  webhooks: ContractDocument['webhooks'],
  extraComponents: readonly { $ref: string }[],
): ContractDocument {
  const paths: ContractDocument['paths'] = {};
  for (const [path, item] of Object.entries(document.paths)) {
    const kept = new Set<unknown>(operations.filter((operation) => operation.path === path).map(({ object }) => object));
    if (kept.size === 0) continue;
    paths[path] = Object.fromEntries(Object.entries(item).filter(([name, member]) => name === 'parameters' || kept.has(member)));
  }
  const roots = [paths, webhooks, ...extraComponents];
  const needed = reachable(document, roots);
  const schemes = new Set(namesOfSecurity([document['security'], ...operations.map(({ object }) => object)]));
  const components: Record<string, Record<string, unknown>> = {};
  for (const [kind, members] of Object.entries(document.components ?? {})) {
    const kept = Object.entries(members).filter(([name]) =>
      kind === 'securitySchemes' ? schemes.has(name) : needed.has(`#/components/${kind}/${name}`),
    );
    if (kept.length > 0) components[kind] = Object.fromEntries(kept);
  }
  const tags = new Set(
    [...operations, ...Object.values(webhooks ?? {}).map(({ post }) => ({ tag: post.tags[0] ?? '' }))].map(({ tag }) => tag),
  );
  const { paths: _paths, webhooks: _webhooks, components: _components, ...rest } = document;
  return {
    ...rest,
    ...(document.tags && { tags: document.tags.filter(({ name }) => tags.has(name)) }),
    paths,
    ...(webhooks && { webhooks }),
    components,
  };
}

/** Components to which no operation refers. The public document publishes them too. */
export function declaredAlone(document: ContractDocument): { $ref: string }[] {
  const used = reachable(document, [document.paths, document.webhooks]);
  return Object.entries(document.components ?? {})
    .filter(([kind]) => kind !== 'securitySchemes')
    .flatMap(([kind, members]) => Object.keys(members).map((name) => `#/components/${kind}/${name}`))
    .filter((pointer) => !used.has(pointer))
    .map((pointer) => ({ $ref: pointer }));
}

/** The schemas that the roots refer to, directly or through others, by name. */
export function reachableSchemas(document: ContractDocument, roots: readonly unknown[]): Record<string, unknown> {
  const needed = reachable(document, roots);
  return Object.fromEntries(
    Object.entries(document.components?.['schemas'] ?? {}).filter(([name]) => needed.has(`#/components/schemas/${name}`)),
  );
}

/** Pointers to the components that the roots refer to, directly or through others. */
export function reachable(document: ContractDocument, roots: readonly unknown[]): Set<string> {
  const found = new Set<string>();
  const waiting: unknown[] = [...roots];
  while (waiting.length > 0) {
    const node = waiting.pop();
    if (typeof node !== 'object' || node === null) continue;
    for (const [key, value] of Object.entries(node)) {
      if (key === '$ref' && typeof value === 'string') {
        const [, , kind, name] = value.split('/');
        const pointer = `#/components/${kind}/${name}`;
        if (found.has(pointer)) continue;
        found.add(pointer);
        waiting.push(document.components?.[kind ?? '']?.[name ?? '']);
      } else {
        waiting.push(value);
      }
    }
  }
  return found;
}

function namesOfSecurity(holders: readonly unknown[]): string[] {
  return holders.flatMap((holder) => {
    const security = Array.isArray(holder) ? (holder as unknown[]) : (holder as { security?: unknown[] } | undefined)?.security;
    return (security ?? []).flatMap((requirement) => Object.keys(requirement as object));
  });
}
