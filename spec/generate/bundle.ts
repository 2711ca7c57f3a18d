import { BaseResolver, bundle, createConfig, lint, Source } from '@redocly/openapi-core';
import { withCommonAnswers } from './common-answers.ts';
import type { ContractDocument } from './contract.ts';
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

/** Reads the contract's files, with the releases of the changelog in their places. */
class ContractFiles extends BaseResolver {
  readonly #changelog: ChangelogFile;

  constructor(changelog: ChangelogFile) {
    super();
    this.#changelog = changelog;
  }

  override async loadExternalRef(path: string): Promise<Source> {
    const { absoluteRef, body, mimeType } = await super.loadExternalRef(path);
    return new Source(absoluteRef, withReleases(body, this.#changelog), mimeType);
  }
}

/** Lints the contract's files and joins them into one document, in which every operation has what all of them have. */
export async function bundleContract(entry: string, changelog: ChangelogFile): Promise<ContractDocument> {
  const config = await createConfig({ rules });
  const externalRefResolver = new ContractFiles(changelog);
  const findings = await lint({ ref: entry, config, externalRefResolver });
  const { bundle: document, problems } = await bundle({ ref: entry, config, externalRefResolver });
  const errors = [...findings, ...problems].filter(({ severity }) => severity === 'error');
  if (errors.length > 0) {
    const lines = errors.map(
      ({ message, location: [place] }) => `${place?.source.absoluteRef ?? entry} ${place?.pointer ?? ''}: ${message}`,
    );
    throw new Error(`The contract is not sound:\n${lines.join('\n')}`);
  }
  return withCommonAnswers(document.parsed as ContractDocument);
}
