import { readFileSync } from 'node:fs';
import contract from '../../generated/openapi.internal.json' with { type: 'json' };
import { releases } from '../../generated/releases.ts';
import type { Mismatch, Validator } from '../../generated/validators/validator.ts';
import type { ContractDocument } from '../../spec/generate/contract.ts';
import { contractValidators } from './closed-validators.ts';

const byRelease = new Map([[releases[0]!.name, contractValidators(contract as unknown as ContractDocument)]]);

/** The validators of a release, by name or date. An unknown release gets those of the newest one. */
function validatorsOf(version: string | undefined) {
  const { name } = releases.find((release) => release.name === version || release.date === version) ?? releases[0]!;
  const known = byRelease.get(name);
  if (known) return known;
  const former = JSON.parse(readFileSync(`generated/openapi.internal.${name}.json`, 'utf8')) as ContractDocument;
  const made = contractValidators(former);
  byRelease.set(name, made);
  return made;
}

/** The validator of an operation's response; undefined if the contract declares no JSON for the status. */
export const responseValidator = (operationId: string, status: number, version?: string) =>
  validatorsOf(version).responses.get(`${operationId} ${status}`) as Validator | undefined;

/** Violations of the schema of a delivery's body, in the version that the body names; null if there are none. */
export function deliveryMismatches(type: string, body: unknown): readonly Mismatch[] | null {
  const { api_version: version } = body as { readonly api_version?: string };
  const validate = validatorsOf(version).events.get(type) as Validator;
  return validate(body) ? null : (validate.errors ?? []);
}
