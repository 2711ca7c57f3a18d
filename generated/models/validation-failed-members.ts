// Generated from spec/ by `npm run generate`. Do not edit.

import type { ValidationError } from './validation-error.ts';

export interface ValidationFailedMembers {
  /** The mismatches with the schema, at most 1,000 of them. Absent when the request is refused for another reason, such as an inverted date range or malformed JSON; then `detail` explains. */
  errors?: Array<ValidationError>;
}
