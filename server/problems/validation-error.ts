import type { ValidationError } from '../../generated/models.ts';
import type { Problems } from '../../generated/problems.ts';

/** A validation error of a handler, in the form of the validator's. `path` has dots, like `records.3.creator_id`. */
export function validationError(path: string, message: string, keyword: string): ValidationError {
  return { path, message, keyword, instancePath: `/${path.replaceAll('.', '/')}`, schemaPath: '', params: {} };
}

/** `message` continues a sentence that starts with the path. */
export function fieldRefusal(path: string, message: string, keyword: string, { problem }: Problems<'validation_failed'>): Error {
  return problem('validation_failed', {
    detail: `"${path}" ${message}.`,
    members: { errors: [validationError(path, message, keyword)] },
  });
}
