import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Cursors, type CursorScope } from '../../server/paging/cursor.ts';

const cursors = new Cursors(Buffer.alloc(32, 7));
const scope: CursorScope = { list: 'listOrders', agencyId: 'agency-1', path: '/v1/orders' };
const position = ['2026-07-18T21:04:11.123Z', 'order-é"1'];
const cursor = cursors.encode(scope, position);

const expectRefused = (text: string, at = scope, by = cursors) => {
  expect(by.decode(at, text)).toBeUndefined();
};

test('a cursor opens at the position that it was made for', () => {
  expect(cursors.decode(scope, cursor)).toEqual(position);
  expect(cursors.decode({ ...scope }, cursor)).toEqual(position);
  expect(cursor).toMatch(/^[\w-]+$/);
});

test('the same position makes the same cursor', () => {
  expect(cursors.encode(scope, position)).toBe(cursor);
});

describe('a cursor is refused', () => {
  test('with any of its characters changed', () => {
    for (let index = 0; index < cursor.length; index++) {
      for (const other of ['A', 'z', '-', '=']) {
        if (cursor[index] !== other) expectRefused(cursor.slice(0, index) + other + cursor.slice(index + 1));
      }
    }
  });

  test('truncated, lengthened, padded or turned around', () => {
    for (let length = 0; length < cursor.length; length++) expectRefused(cursor.slice(0, length));
    for (const text of [
      `${cursor}A`,
      `${cursor}=`,
      ` ${cursor}`,
      `${cursor} `,
      `${cursor}\n`,
      cursor + cursor,
      [...cursor].toReversed().join(''),
    ])
      expectRefused(text);
  });

  test('in the other alphabet of base64', () => {
    const standard = Buffer.from(cursor, 'base64url').toString('base64');
    expect(standard).not.toBe(cursor);
    expectRefused(standard);
  });

  test('of another list, agency or path', () => {
    expectRefused(cursor, { ...scope, list: 'listSentMessages' });
    expectRefused(cursor, { ...scope, agencyId: 'agency-2' });
    expectRefused(cursor, { ...scope, path: '/v1/orders/' });
    expectRefused(cursor, { list: 'listOrders/v1', agencyId: 'agency-1', path: '/orders' });
  });

  test('of another key', () => expectRefused(cursor, scope, new Cursors(randomBytes(32))));

  test('made up', () => {
    const madeUp = [position, [], [''], {}, null, 'x'].map((value) =>
      Buffer.concat([Buffer.alloc(16), Buffer.from(JSON.stringify(value))]).toString('base64url'),
    );
    for (const text of ['', 'x', 'null', '{}', '0', 'a'.repeat(10_000), '\u{1F600}', randomBytes(64).toString('base64url'), ...madeUp])
      expectRefused(text);
  });
});
