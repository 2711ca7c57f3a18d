import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Keyring } from '../../server/access/encryption/keyring.ts';
import { SecretUnreadable } from '../../server/problems/errors.ts';
import { Cursors } from '../../server/paging/cursor.ts';

const encryptionKey = randomBytes(32);
const keyring = new Keyring(encryptionKey);
const secret = 'svc_whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

describe('a stored secret', () => {
  test('is decrypted only for its row and with its key', () => {
    const sealed = keyring.encrypt(secret, 'here');
    expect(sealed[0]).toBe(3);
    expect(keyring.decrypt(sealed, 'here')).toBe(secret);
    expect(() => keyring.decrypt(sealed, 'there')).toThrow(SecretUnreadable);
    expect(() => new Keyring(randomBytes(32)).decrypt(sealed, 'here')).toThrow(SecretUnreadable);
  });

  test('is not read when a byte of it was changed, its version least of all', () => {
    const sealed = keyring.encrypt(secret, 'here');
    for (let index = 0; index < sealed.length; index++) {
      for (const value of [0, 1, 2, 3].filter((other) => other !== sealed[index])) {
        const changed = Buffer.from(sealed);
        changed[index] = value;
        expect(() => keyring.decrypt(changed, 'here'), `byte ${index}`).toThrow(SecretUnreadable);
      }
    }
    for (const length of [0, 1, 13, 28, sealed.length - 1]) {
      expect(() => keyring.decrypt(sealed.subarray(0, length), 'here')).toThrow(SecretUnreadable);
    }
  });
});

describe('after the key was replaced', () => {
  const successor = new Keyring(randomBytes(32), [randomBytes(32), encryptionKey]);

  test('the former one decrypts its ciphertexts and encrypts none', () => {
    const sealed = keyring.encrypt(secret, 'here');
    expect(successor.decrypt(sealed, 'here')).toBe(secret);
    const renewed = successor.renew(sealed, 'here');
    expect(successor.idOfKey(renewed)).toBe(successor.keyIds.current);
    expect(successor.decrypt(renewed, 'here')).toBe(secret);
    expect(() => keyring.decrypt(renewed, 'here')).toThrow(SecretUnreadable);
    expect(successor.renew(renewed, 'here')).toBe(renewed);
    expect(successor.idOfKey(successor.encrypt(secret, 'here'))).toBe(successor.keyIds.current);
  });

  test('keys are distinguished by ids, which are the same in every position', () => {
    expect(successor.keyIds.previous).toContain(keyring.keyIds.current);
    expect(new Set([successor.keyIds.current, ...successor.keyIds.previous]).size).toBe(3);
    expect(successor.idOfKey(keyring.encrypt(secret, 'here'))).toBe(keyring.keyIds.current);
    expect(new Keyring(encryptionKey, [encryptionKey]).keyIds).toEqual({ current: keyring.keyIds.current, previous: [] });
  });

  test('cursors that the former one made are opened, until it is gone', () => {
    const scope = { list: 'listOrders', agencyId: 'a', path: '/v1/orders' };
    const cursor = new Cursors(...keyring.cursorKeys).encode(scope, ['x']);
    expect(new Cursors(...successor.cursorKeys).decode(scope, cursor)).toEqual(['x']);
    expect(new Cursors(...new Keyring(randomBytes(32)).cursorKeys).decode(scope, cursor)).toBeUndefined();
  });
});
