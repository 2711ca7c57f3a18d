import { bundleContract } from './bundle.ts';
import { checkContract } from './check-contract.ts';
import type { ContractDocument } from './contract.ts';
import { type InstallationFile, ofExample, readInstallation } from './installation.ts';
import { type Limits, limitTexts, readLimits } from './limits.ts';
import { type ProblemRegistry, readProblems } from './problems.ts';
import { type ChangelogFile, type FormerRelease, filledChangelog, readChangelog, readFormerReleases } from './releases.ts';
import { readSdkMethods } from './sdk-methods.ts';

/** The contract's files, read and checked. */
export interface Contract {
  readonly document: ContractDocument;
  /** The document with the examples of the installation's values. */
  readonly example: ContractDocument;
  readonly registry: ProblemRegistry;
  readonly limits: Limits;
  readonly changelog: ChangelogFile;
  /** Former releases, newest first, each with its contract. */
  readonly formers: readonly FormerContract[];
  readonly installation: InstallationFile;
}

/** The contract of a former release. */
export interface FormerContract extends FormerRelease, Pick<Contract, 'document' | 'example'> {}

/** Reads `spec/`. Throws its errors. */
export async function readContract(): Promise<Contract> {
  const limits = await readLimits('spec/limits.yaml');
  const changelog = filledChangelog(await readChangelog('spec/changelog.yaml'), limitTexts(limits));
  const installation = await readInstallation('spec/installation.yaml');
  const document = await bundleContract('spec/openapi.yaml', changelog, installation, await readSdkMethods());
  const registry = await readProblems('spec/problems.yaml');
  checkContract(document, registry, installation);
  const formers: FormerContract[] = [];
  for (const release of await readFormerReleases('spec/former', changelog)) {
    const former = await bundleContract('spec/openapi.yaml', changelog, installation, undefined, release.name);
    checkContract(former, registry, installation);
    formers.push({ ...release, document: former, example: ofExample(former, installation) });
  }
  return { document, example: ofExample(document, installation), registry, limits, changelog, formers, installation };
}
