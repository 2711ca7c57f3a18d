import { createHmac, timingSafeEqual } from 'node:crypto';
import { strictBytes } from '../lib/strict-bytes.ts';

/** A cursor is valid only for one list, agency and path. */
export interface CursorScope {
  /** The list's operation id. */
  readonly list: string;
  readonly agencyId: string;
  readonly path: string;
}

/** The sort key of a page's last row, and an addition of the pager. */
export type CursorPosition = readonly (string | number)[];

const macBytes = 16;

/** Cursors are base64url of a MAC and the position. The first key creates them; previous keys only verify. */
export class Cursors {
  readonly #keys: readonly [Buffer, ...Buffer[]];

  constructor(...keys: [Buffer, ...Buffer[]]) {
    this.#keys = keys;
  }

  encode(scope: CursorScope, position: CursorPosition): string {
    const body = Buffer.from(JSON.stringify(position), 'utf8');
    return Buffer.concat([macOf(this.#keys[0], scope, body), body]).toString('base64url');
  }

  /** Undefined for a cursor that was not created for this scope. */
  decode(scope: CursorScope, cursor: string): CursorPosition | undefined {
    const bytes = strictBytes(cursor, 'base64url');
    if (!bytes || bytes.length <= macBytes) return undefined;
    const body = bytes.subarray(macBytes);
    const isOurs = this.#keys.some((key) => timingSafeEqual(bytes.subarray(0, macBytes), macOf(key, scope, body)));
    return isOurs ? (JSON.parse(body.toString('utf8')) as CursorPosition) : undefined;
  }
}

function macOf(key: Buffer, { list, agencyId, path }: CursorScope, body: Buffer): Buffer {
  return createHmac('sha256', key)
    .update(JSON.stringify([list, agencyId, path]))
    .update(body)
    .digest()
    .subarray(0, macBytes);
}
