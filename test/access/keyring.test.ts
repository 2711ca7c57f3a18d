import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Keyring, SecretUnreadable } from '../../server/access/keyring.ts';
import { sealUnbound } from '../support/unbound-secret.ts';

const encryptionKey = randomBytes(32);
const keyring = new Keyring(encryptionKey);
const secret = 'svc_whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

describe('a stored secret', () => {
  test('is read at its place with its key, and nowhere else', () => {
    const sealed = keyring.encrypt(secret, 'here');
    expect(sealed[0]).toBe(2);
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

  test('of version 1 is read at any place, and is bound to one when it is sealed anew', () => {
    const unbound = sealUnbound(encryptionKey, secret);
    expect(keyring.decrypt(unbound, 'here')).toBe(secret);
    const bound = keyring.bind(unbound, 'here');
    expect(keyring.decrypt(bound, 'here')).toBe(secret);
    expect(() => keyring.decrypt(bound, 'there')).toThrow(SecretUnreadable);
    expect(keyring.bind(bound, 'there')).toBe(bound);
    const foreign = sealUnbound(randomBytes(32), secret);
    expect(keyring.bind(foreign, 'here')).toBe(foreign);
  });
});
