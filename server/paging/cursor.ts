import { createHmac, timingSafeEqual } from 'node:crypto';
import { Problem } from '../problems/problem.ts';

/** What a cursor belongs to: it opens no other list, agency or path. */
export interface CursorScope {
  /** The list's operation id. */
  readonly list: string;
  readonly agencyId: string;
  readonly path: string;
}

/** What a cursor holds: the sort key of a page's last row, and what the pager adds. */
export type Position = readonly (string | number)[];

const macBytes = 16;

/** Makes and opens cursors: base64url of a MAC and the position. */
export class Cursors {
  readonly #key: Buffer;

  constructor(key: Buffer) {
    this.#key = key;
  }

  encode(scope: CursorScope, position: Position): string {
    const body = Buffer.from(JSON.stringify(position), 'utf8');
    return Buffer.concat([this.#mac(scope, body), body]).toString('base64url');
  }

  /** Throws `invalid_cursor` for anything that `encode` did not make for this scope. */
  decode(scope: CursorScope, cursor: string): (string | number)[] {
    const bytes = Buffer.from(cursor, 'base64url');
    const body = bytes.subarray(macBytes);
    const isOurs =
      bytes.length > macBytes &&
      bytes.toString('base64url') === cursor &&
      timingSafeEqual(bytes.subarray(0, macBytes), this.#mac(scope, body));
    if (!isOurs) {
      throw new Problem('invalid_cursor', {
        detail: 'The cursor was altered or belongs to another list. Send next_cursor as it was received, or none for the first page.',
      });
    }
    return JSON.parse(body.toString('utf8')) as (string | number)[];
  }

  #mac({ list, agencyId, path }: CursorScope, body: Buffer): Buffer {
    return createHmac('sha256', this.#key)
      .update(JSON.stringify([list, agencyId, path]))
      .update(body)
      .digest()
      .subarray(0, macBytes);
  }
}
