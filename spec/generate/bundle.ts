import { BaseResolver, bundle, createConfig, lint, Source } from '@redocly/openapi-core';
import type { ContractDocument } from './contract.ts';
import { expandContract, type ExpandedContract } from './expand/expand.ts';
import { type InstallationFile, withExamples } from './installation.ts';
import type { ChangelogFile } from './releases.ts';
import type { SdkMethods } from './sdk-methods.ts';

const rules = {
  struct: 'error',
  'no-unresolved-refs': 'error',
  'no-duplicated-tag-names': 'error',
  'no-enum-type-mismatch': 'error',
  'no-identical-paths': 'error',
  'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: false },
  'no-invalid-parameter-examples': { severity: 'error', allowAdditionalProperties: false },
  'no-invalid-schema-examples': { severity: 'error', allowAdditionalProperties: false },
  'operation-operationId': 'error',
  'operation-operationId-unique': 'error',
  'operation-parameters-unique': 'error',
  'operation-singular-tag': 'error',
  'operation-summary': 'error',
  'operation-tag-defined': 'error',
  'path-declaration-must-exist': 'error',
  'path-parameters-defined': 'error',
} as const;

/** Resolves references to the expanded files, whose text `fill` changes. */
class ExpandedFiles extends BaseResolver {
  readonly #contents: ExpandedContract['contents'];
  readonly #fill: (text: string) => string;

  constructor({ contents }: ExpandedContract, fill: (text: string) => string = (text) => text) {
    super();
    this.#contents = contents;
    this.#fill = fill;
  }

  override loadExternalRef(path: string): Promise<Source> {
    const content = this.#contents.get(path);
    return content === undefined
      ? super.loadExternalRef(path)
      : Promise.resolve(new Source(path, this.#fill(JSON.stringify(content)), 'application/json'));
  }
}

/**
 * Expands the contract's files, lints them with the examples of the installation's values, and joins them into one document. `release`
 * is the name of a former release; default: the newest.
 */
export async function bundleContract(
  entry: string,
  changelog: ChangelogFile,
  installation: InstallationFile,
  sdkMethods?: SdkMethods,
  release?: string,
): Promise<ContractDocument> {
  const expanded = await expandContract(entry, changelog, sdkMethods, release);
  const config = await createConfig({ rules });
  const ofOne = new ExpandedFiles(expanded, (text) => withExamples(text, installation));
  const findings = await lint({ ref: entry, config, externalRefResolver: ofOne });
  const { bundle: document, problems } = await bundle({ ref: entry, config, externalRefResolver: new ExpandedFiles(expanded) });
  const errors = [...findings, ...problems].filter(({ severity }) => severity === 'error');
  if (errors.length > 0) {
    const lines = errors.map(({ message, location: [place] }) => {
      const path = place?.source.absoluteRef ?? entry;
      const pointer = place?.pointer ?? '';
      const keys = pointer
        .split('/')
        .slice(1)
        .map((key) => decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~'));
      return `${expanded.sources.at(path)?.place(keys) ?? path} ${pointer}: ${message}`;
    });
    throw new Error(`The contract is invalid:\n${[...new Set(lines)].join('\n')}`);
  }
  return inOrder(document.parsed as ContractDocument);
}

const kindsInOrder = ['securitySchemes', 'schemas', 'requestBodies', 'responses', 'headers', 'parameters', 'examples'];

/** Sorts components by kind and name, so that their order does not depend on the order of operations. */
function inOrder(document: ContractDocument): ContractDocument {
  const byName = (members: Record<string, unknown>) => Object.fromEntries(Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1)));
  const kinds = Object.entries(document.components ?? {}).sort(([a], [b]) => kindsInOrder.indexOf(a) - kindsInOrder.indexOf(b));
  return { ...document, components: Object.fromEntries(kinds.map(([kind, members]) => [kind, byName(members)])) };
}
