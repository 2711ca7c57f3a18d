import contract from '../../generated/openapi.internal.json' with { type: 'json' };
import type { Mismatch, Validator } from '../../generated/validators/validator.ts';
import type { ContractDocument } from '../../spec/generate/contract.ts';
import { answerValidators } from '../../spec/generate/answer-validators.ts';

const { responses, events } = answerValidators(contract as unknown as ContractDocument);

/** The validator of an operation's answer with a status; undefined where the contract declares no JSON for it. */
export const answerValidator = (operationId: string, status: number) => responses.get(`${operationId} ${status}`) as Validator | undefined;

/** What is wrong with the body of a delivery; null where the contract allows it. */
export function deliveryMismatches(type: string, body: unknown): readonly Mismatch[] | null {
  const validate = events.get(type) as Validator;
  return validate(body) ? null : (validate.errors ?? []);
}
