import type { ValidationError } from '../../generated/models.ts';
import type { Problems } from '../../generated/problems.ts';

/** A mismatch that only a handler can find, in the form of the validator's own. `path` is dotted, as in `records.3.creator_id`. */
export function validationError(path: string, message: string, keyword: string): ValidationError {
  return { path, message, keyword, instancePath: `/${path.replaceAll('.', '/')}`, schemaPath: '', params: {} };
}

/** A refusal of one field. `message` continues a sentence that begins with the path: `must be the key of the link`. */
export function fieldRefusal(path: string, message: string, keyword: string, { problem }: Problems<'validation_failed'>): Error {
  return problem('validation_failed', {
    detail: `"${path}" ${message}.`,
    members: { errors: [validationError(path, message, keyword)] },
  });
}
