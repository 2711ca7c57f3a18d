import { captures } from './captures.ts';
import { headers } from './headers.ts';
import { requests } from './requests.ts';
import { values } from './values.ts';
import type { Parser } from './parser.ts';

/** Every parser of the project that reads bytes from elsewhere, with what holds for each of them. */
export const parsers: readonly Parser[] = [...headers, ...values, ...requests, ...captures];
