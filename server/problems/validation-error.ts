import type { ValidationError } from '../../generated/models.ts';

/** A mismatch that only a handler can find, in the form of the validator's own. `path` is dotted, as in `records.3.creator_id`. */
export function validationError(path: string, message: string, keyword: string): ValidationError {
  return { path, message, keyword, instancePath: `/${path.replaceAll('.', '/')}`, schemaPath: '', params: {} };
}
