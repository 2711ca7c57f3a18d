import { describe, expect, it } from 'vitest';
import { ApiKeyFormat, newApiKey } from '../../server/access/keys/api-keys.ts';

const format = new ApiKeyFormat('Legacy');

describe('an API key', () => {
  it('is created as prefix, 32 random characters and 6 of a checksum', () => {
    const keys = Array.from({ length: 200 }, newApiKey);
    expect(new Set(keys).size).toBe(200);
    for (const key of keys) {
      expect(key).toMatch(/^svc_live_[0-9A-Za-z]{38}$/);
      expect(format.accepts(key)).toBe(true);
      expect(format.isUnchecked(key)).toBe(false);
    }
  });

  it('with one character mistyped does not hold its checksum, whichever it is', () => {
    const key = newApiKey();
    for (let index = 9; index < key.length; index += 1) {
      const mistyped = key.slice(0, index) + (key[index] === 'x' ? 'y' : 'x') + key.slice(index + 1);
      expect(format.isUnchecked(mistyped)).toBe(true);
    }
    const swapped = `${key.slice(0, 12)}${key[13]}${key[12]}${key.slice(14)}`;
    expect(format.isUnchecked(swapped)).toBe(swapped !== key);
  });

  it.each([32, 37, 39, 64])('of the current prefix that was imported has no checksum (%i characters)', (length) => {
    expect(format.accepts(`svc_live_${'k'.repeat(length)}`)).toBe(true);
    expect(format.isUnchecked(`svc_live_${'k'.repeat(length)}`)).toBe(false);
  });

  it.each([32, 38, 64])('of the former prefix has no checksum (%i characters)', (length) => {
    expect(format.accepts(`legacy_live_${'k'.repeat(length)}`)).toBe(true);
    expect(format.isUnchecked(`legacy_live_${'k'.repeat(length)}`)).toBe(false);
  });

  it.each([
    '',
    'svc_live_',
    `svc_live_${'k'.repeat(31)}`,
    `svc_live_${'k'.repeat(65)}`,
    `legacy_live_${'k'.repeat(31)}`,
    `Legacy_live_${'k'.repeat(32)}`,
    `svc_test_${'k'.repeat(32)}`,
    `svc_live_${'k'.repeat(31)} `,
  ])('is not %j', (text) => {
    expect(format.accepts(text)).toBe(false);
  });

  it('is shown by its prefix and four characters', () => {
    expect(format.displayPrefix('svc_live_Xp3kT8wQz1')).toBe('svc_live_Xp3k');
    expect(format.displayPrefix('legacy_live_Xp3kT8wQz1')).toBe('legacy_live_Xp3k');
  });
});
