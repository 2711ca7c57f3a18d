// Generated from spec/ by `npm run generate`. Do not edit.

import type { BodyResult } from './body-result.ts';

/**
 * The body that the signatures were compared with.
 */
export interface CheckedBody {
  result: BodyResult;
  /** What was done to it after it was received. `empty`: it was read away. `byte_order_mark`: one was put before it. `surrounding_whitespace`: blanks or line breaks were put around it. `encoding`: its UTF-8 was read as Latin-1. `formatting`: it was parsed and written anew, with other blanks, escapes or order. `other`: it says something else. Null unless it was changed. */
  difference: 'empty' | 'byte_order_mark' | 'surrounding_whitespace' | 'encoding' | 'formatting' | 'other' | null;
  /** Its length in bytes of UTF-8. */
  byte_count: number;
}
