import { BaseResolver, bundle, createConfig, lint, Source } from '@redocly/openapi-core';
import { withCommonAnswers } from './common-answers.ts';
import type { ContractDocument } from './contract.ts';
import { type InstallationFile, withExamples } from './installation.ts';
import { type ChangelogFile, withReleases } from './releases.ts';

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

/** Reads the contract's files with what stands in the places of their names in braces. */
class ContractFiles extends BaseResolver {
  readonly #fill: (text: string) => string;

  constructor(fill: (text: string) => string) {
    super();
    this.#fill = fill;
  }

  override async loadExternalRef(path: string): Promise<Source> {
    const { absoluteRef, body, mimeType } = await super.loadExternalRef(path);
    return new Source(absoluteRef, this.#fill(body), mimeType);
  }
}

/**
 * Lints the contract's files, as an installation would serve them, and joins them into one document for every installation, in
 * which every operation has what all of them have.
 */
export async function bundleContract(entry: string, changelog: ChangelogFile, installation: InstallationFile): Promise<ContractDocument> {
  const config = await createConfig({ rules });
  const ofEvery = new ContractFiles((text) => withReleases(text, changelog));
  const ofOne = new ContractFiles((text) => withExamples(withReleases(text, changelog), installation));
  const findings = await lint({ ref: entry, config, externalRefResolver: ofOne });
  const { bundle: document, problems } = await bundle({ ref: entry, config, externalRefResolver: ofEvery });
  const errors = [...findings, ...problems].filter(({ severity }) => severity === 'error');
  if (errors.length > 0) {
    const lines = errors.map(
      ({ message, location: [place] }) => `${place?.source.absoluteRef ?? entry} ${place?.pointer ?? ''}: ${message}`,
    );
    throw new Error(`The contract is not sound:\n${lines.join('\n')}`);
  }
  return inOrder(withCommonAnswers(document.parsed as ContractDocument));
}

/** Components by name, so that an operation that is first to use one does not move it. */
function inOrder(document: ContractDocument): ContractDocument {
  const byName = (members: Record<string, unknown>) => Object.fromEntries(Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1)));
  const kinds = Object.entries(document.components ?? {}).map(([kind, members]) => [kind, byName(members)] as const);
  return { ...document, components: Object.fromEntries(kinds) };
}
