import { bundleContract } from '../../spec/generate/bundle.ts';
import type { ContractDocument } from '../../spec/generate/contract.ts';
import { readInstallation } from '../../spec/generate/installation.ts';
import { readChangelog } from '../../spec/generate/releases.ts';

let bundled: Promise<ContractDocument> | undefined;

/** The contract of `spec/`, read once per worker. Each caller gets a copy. */
export async function bundledContract(): Promise<ContractDocument> {
  bundled ??= Promise.all([readChangelog('spec/changelog.yaml'), readInstallation('spec/installation.yaml')]).then(
    ([changelog, installation]) => bundleContract('spec/openapi.yaml', changelog, installation),
  );
  return structuredClone(await bundled);
}
