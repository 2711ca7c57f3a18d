import { readFileSync } from 'node:fs';
import contract from '../../generated/openapi.internal.json' with { type: 'json' };
import { releases } from '../../generated/releases.ts';
import type { Mismatch, Validator } from '../../generated/validators/validator.ts';
import type { ContractDocument } from '../../spec/generate/contract.ts';
import { answerValidators } from './closed-validators.ts';

const byRelease = new Map([[releases[0]!.name, answerValidators(contract as unknown as ContractDocument)]]);

/** The validators of a release, by its name or date; those of the newest one if the release is unknown. */
function validatorsOf(version: string | undefined) {
  const { name } = releases.find((release) => release.name === version || release.date === version) ?? releases[0]!;
  const known = byRelease.get(name);
  if (known) return known;
  const former = JSON.parse(readFileSync(`generated/openapi.internal.${name}.json`, 'utf8')) as ContractDocument;
  const made = answerValidators(former);
  byRelease.set(name, made);
  return made;
}

/** The validator of an operation's answer with a status, in a version; undefined where the contract declares no JSON for it. */
export const answerValidator = (operationId: string, status: number, version?: string) =>
  validatorsOf(version).responses.get(`${operationId} ${status}`) as Validator | undefined;

/** What is wrong with the body of a delivery in the version that it names; null where the contract allows it. */
export function deliveryMismatches(type: string, body: unknown): readonly Mismatch[] | null {
  const { api_version: version } = body as { readonly api_version?: string };
  const validate = validatorsOf(version).events.get(type) as Validator;
  return validate(body) ? null : (validate.errors ?? []);
}
