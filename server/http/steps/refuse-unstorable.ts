import type { Operation } from '../../../generated/operations.ts';
import { Problem } from '../../problems/problem.ts';
import { validationError } from '../../problems/validation-error.ts';

/** PostgreSQL stores neither U+0000 nor an unpaired surrogate. */
const unstorable = /\0|\p{Surrogate}/u;
const mayEscapeUnstorable = /\\u(0000|d[89a-f])/i;

const maxPathLength = 500;
const unaccepted = 'Text must not contain U+0000 or an unpaired surrogate';

function refusalOfBody(path: string): Problem {
  const place = path.slice(0, maxPathLength);
  return new Problem('validation_failed', {
    detail: `${unaccepted}${place && ` (${place})`}.`,
    members: { errors: [validationError(place, 'must not contain U+0000 or an unpaired surrogate', 'unicode')] },
  });
}

/** JSON contains such text only as an escape, so a value without escapes is not searched. */
export function refuseUnstorableBody(source: string, value: unknown): void {
  if (!mayEscapeUnstorable.test(source)) return;
  const open: { path: string; value: unknown }[] = [{ path: '', value }];
  for (let item = open.pop(); item; item = open.pop()) {
    const { path, value: part } = item;
    if (typeof part === 'string' && unstorable.test(part)) throw refusalOfBody(path);
    if (typeof part !== 'object' || part === null) continue;
    for (const [key, child] of Object.entries(part)) {
      if (unstorable.test(key)) throw refusalOfBody(path);
      open.push({ path: path ? `${path}.${key}` : key, value: child });
    }
  }
}

/** Refuses a target with invalid percent encoding or unstorable text, before it is decoded. An ignored query is not checked. */
export function refuseUnstorableTarget(url: string, { unknownParameters }: Pick<Operation, 'unknownParameters'>): void {
  const read = unknownParameters === 'ignore' ? url.split('?', 1)[0]! : url;
  let decoded: string;
  try {
    decoded = decodeURIComponent(read);
  } catch (cause) {
    throw new Problem('validation_failed', { detail: 'The percent-encoding of the URL is invalid or not UTF-8.', cause });
  }
  if (unstorable.test(decoded)) throw new Problem('validation_failed', { detail: `${unaccepted} (the address).` });
}
