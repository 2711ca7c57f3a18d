import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unwrapKey, wrapKey } from '../../server/access/encryption/wrapped-keys.ts';
import { readConfig } from '../../server/config/config.ts';
import { openEncryptionKeys } from '../../server/startup/encryption-keys.ts';

const wrappingKey = randomBytes(32);
const key = randomBytes(32);

describe('a wrapped key', () => {
  test('is unwrapped only by its wrapping key', () => {
    const wrapped = wrapKey(wrappingKey, key);
    expect(wrapped).toHaveLength(40);
    expect(wrapped.includes(key.subarray(0, 8))).toBe(false);
    expect(unwrapKey(wrappingKey, wrapped)).toEqual(key);
    expect(() => unwrapKey(randomBytes(32), wrapped)).toThrow();
    for (let index = 0; index < wrapped.length; index++) {
      const changed = Buffer.from(wrapped);
      changed[index]! ^= 1;
      expect(() => unwrapKey(wrappingKey, changed), `byte ${index}`).toThrow();
    }
  });

  test('is that of RFC 3394', () => {
    const known = Buffer.from('000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F', 'hex');
    const data = Buffer.from('00112233445566778899AABBCCDDEEFF000102030405060708090A0B0C0D0E0F', 'hex');
    expect(wrapKey(known, data).toString('hex').toUpperCase()).toBe(
      '28C9F404C4B810F4CBCCB35CFB87F8263F5786E2D80ED326CBC7F0E71A99F43BFB988B9B7A02DD21',
    );
  });
});

describe('npm run wrap-key', () => {
  let folder: string;
  let file: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'wrap-key-'));
    file = join(folder, 'kek');
    writeFileSync(file, `${randomBytes(32).toString('base64')}\n`);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const wrapKeyWith = (settings: Readonly<Record<string, string>>, args: string[] = [], input = '') => {
    const env = { PATH: process.env['PATH'] ?? '', ...settings };
    const { stdout, stderr, status } = spawnSync(process.execPath, ['server/wrap-key.ts', ...args], { env, input, encoding: 'utf8' });
    return { stdout, stderr, status };
  };
  const runWrapKey = (path: string, args?: string[], input?: string) => wrapKeyWith({ ENCRYPTION_KEY_WRAPPING_FILE: path }, args, input);
  const openWith = (path: string, wrapped: string, previous = '') =>
    openEncryptionKeys(
      readConfig({ ENCRYPTION_KEY_WRAPPING_FILE: path, ENCRYPTION_KEY: wrapped, ENCRYPTION_KEYS_PREVIOUS: previous }, false),
      () => Buffer.alloc(32),
    );

  test('prints a new key, or wraps the one that is given, for the service to start with', () => {
    const made = runWrapKey(file);
    expect(made).toMatchObject({ stderr: '', status: 0 });
    const given = runWrapKey(file, ['-'], `${key.toString('base64')}\n`);
    const keys = openWith(file, given.stdout.trim(), made.stdout.trim());
    expect(keys.current).toEqual(key);
    expect(keys.previous.map(({ length }) => length)).toEqual([32]);
    expect(runWrapKey(file).stdout).not.toBe(made.stdout);
  });

  test('needs no other setting', () => {
    const settings = { ENCRYPTION_KEY_WRAPPING_FILE: file, OPERATOR_TOKEN_FILE: join(folder, 'of another user') };
    const made = wrapKeyWith(settings, ['-'], key.toString('base64'));
    expect(made).toMatchObject({ stderr: '', status: 0 });
    expect(openWith(file, made.stdout.trim()).current).toEqual(key);
  });

  test('and the start report the error and accepted values', () => {
    const other = join(folder, 'other');
    writeFileSync(other, randomBytes(32).toString('base64'));
    const wrapped = runWrapKey(other).stdout.trim();
    expect(() => openWith(file, wrapped)).toThrow(
      'ENCRYPTION_KEY has a key that the key in ENCRYPTION_KEY_WRAPPING_FILE cannot unwrap; accepted: ',
    );
    expect(() => openWith(join(folder, 'none'), wrapped)).toThrow('ENCRYPTION_KEY_WRAPPING_FILE cannot be read (ENOENT)');
    expect(() => openWith('/dev/zero', wrapped)).toThrow('ENCRYPTION_KEY_WRAPPING_FILE is not a regular file: /dev/zero');
    writeFileSync(other, 'short');
    expect(() => openWith(other, wrapped)).toThrow('ENCRYPTION_KEY_WRAPPING_FILE has a key that is not valid');
    expect(runWrapKey(file, ['-'], 'short')).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('32 bytes') as string,
    });
    expect(runWrapKey('')).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('is missing') as string });
  });
});
