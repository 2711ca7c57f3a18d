import { isIP } from 'node:net';
import fc from 'fast-check';
import { expect } from 'vitest';
import { readInstant } from '../../generated/validators/instants.ts';
import { isPublicAddress, isInRanges, parseRanges } from '../../server/entities/destination-ranges.ts';
import { checkDestinationText, isPublicName } from '../../server/entities/destination.ts';
import { Cursors, type CursorScope } from '../../server/paging/cursor.ts';
import { problems } from '../../server/problems/problem.ts';
import { requireTimeZone } from '../../server/query/time-zone.ts';
import { hostile, inTime, outcomeOf } from './hostile.ts';
import { isProblem, slugOf } from './problems.ts';
import type { Parser } from './parser.ts';

const cursors = new Cursors(Buffer.alloc(32, 7));
const scope: CursorScope = { list: 'listOrders', agencyId: 'agency-1', path: '/v1/orders' };
const position = fc.array(
  fc.oneof(
    fc.string({ unit: 'binary' }).map((text) => text.toWellFormed()),
    fc.integer(),
  ),
  { minLength: 1 },
);

const devRanges = parseRanges(['127.0.0.0/8', 'fd00::/8']);
const policies = [{ devRanges: [] }, { devRanges }];
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1');
const urlText = hostile(
  ...['https://', 'http://', 'HTTPS:', '//', '/', '@', 'user:password@', ':', ':443', ':0', '#', '?', '..', '.'],
  ...['hooks.example.com', 'localhost', '.internal', '127.0.0.1', '0x7f.1', '2130706433', '[::1]', '[::ffff:127.0.0.1]', '[fd00::1]'],
  ...['8.8.8.8', '%2e', '。', '\u00ad', 'ⓛ', '１', 'xn--', 'a', '[', ']', '%00', '\r\n'],
);
const address = hostile('127.0.0.1', '::', ':', '.', '1', 'ffff', 'fe80::1', '%lo', '64:ff9b::', '/8', '[');

export const values: readonly Parser[] = [
  {
    name: 'a cursor that was not issued opens nothing',
    holds: fc.property(hostile('AAAA', '=', '-', '_', cursors.encode(scope, ['a']).slice(0, 20)), (text) => {
      expect(inTime(() => cursors.decode(scope, text))).toBeUndefined();
    }),
  },
  {
    name: 'a cursor opens at the position that it was made for, and changed in one character nowhere',
    holds: fc.property(position, fc.nat(), fc.constantFrom(...'Aa0-_='), (at, index, character) => {
      const cursor = cursors.encode(scope, at);
      expect(cursors.decode(scope, cursor)).toEqual(at);
      const changed = cursor.slice(0, index % cursor.length) + character + cursor.slice((index % cursor.length) + 1);
      if (changed !== cursor) expect(cursors.decode(scope, changed)).toBeUndefined();
    }),
  },
  {
    name: 'an instant is a time of four-digit years or none',
    holds: fc.property(hostile('2026-07-18', 'T', '21:04:11', '.', '123', 'Z', '+02:00', '-', '60', '9', '0000'), (text) => {
      const instant = inTime(() => readInstant(text));
      if (instant !== undefined) expect(readInstant(new Date(instant).toISOString())).toBe(instant);
    }),
  },
  {
    name: 'an instant is read as it was written, in any offset',
    holds: fc.property(
      fc.date({ min: new Date('0001-01-03T00:00:00Z'), max: new Date('9999-12-29T00:00:00Z'), noInvalidDate: true }),
      fc.integer({ min: -1439, max: 1439 }),
      (date, offset) => {
        const two = (number: number) => String(number).padStart(2, '0');
        const local = new Date(date.getTime() + offset * 60_000).toISOString().slice(0, -1);
        const minutes = Math.abs(offset);
        expect(readInstant(date.toISOString())).toBe(date.getTime());
        expect(readInstant(`${local}${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`)).toBe(date.getTime());
      },
    ),
  },
  {
    name: 'a zone is one of the list or validation_failed',
    holds: fc.property(hostile('Europe/Paris', 'UTC', 'Etc/GMT', '+', '/', 'America', '_', '-'), (text) => {
      const outcome = outcomeOf(() => requireTimeZone(text, problems), isProblem);
      expect('refusal' in outcome ? slugOf(outcome) : outcome.value).toBe('refusal' in outcome ? 'validation_failed' : text);
    }),
  },
  {
    name: 'the URL of a destination is a public one in its final form, or undeliverable_url or validation_failed',
    holds: fc.property(urlText, fc.constantFrom(...policies), (text, policy) => {
      const outcome = outcomeOf(() => checkDestinationText(text, policy, problems), isProblem);
      expect([undefined, 'undeliverable_url', 'validation_failed']).toContain(slugOf(outcome));
      if ('refusal' in outcome) return;
      const url = outcome.value;
      const host = hostOf(url);
      expect([url.username, url.password, url.hash]).toEqual(['', '', '']);
      expect(checkDestinationText(url.href, policy, problems).href).toBe(url.href);
      if (isIP(host) && isInRanges(host, policy.devRanges)) return;
      expect(url.protocol).toBe('https:');
      expect(isIP(host) ? isPublicAddress(host) : isPublicName(host)).toBe(true);
    }),
  },
  {
    name: 'the URL of a public destination is accepted as it is',
    holds: fc.property(fc.domain(), fc.webPath(), fc.webQueryParameters(), (domain, path, query) => {
      const { href } = new URL(`https://${domain}${path}?${query}`);
      expect(checkDestinationText(href, { devRanges: [] }, problems).href).toBe(href);
    }),
  },
  {
    name: 'text that is not an address is not a public one',
    holds: fc.property(address, (text) => {
      const isPublic = inTime(() => isPublicAddress(text));
      if (isPublic) expect(isIP(text)).toBeGreaterThan(0);
      if (isPublic) expect(isInRanges(text, devRanges)).toBe(false);
    }),
  },
];
