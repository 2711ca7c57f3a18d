import express, { type Request } from 'express';
import fc from 'fast-check';
import { expect } from 'vitest';
import { ApiKeyFormat, newApiKey } from '../../server/access/keys/api-keys.ts';
import { bearerToken } from '../../server/http/steps/authenticate.ts';
import { acceptedCoding } from '../../server/http/steps/compress-response.ts';
import { namesTag } from '../../server/http/steps/fixed-response.ts';
import { mediaTypeProblem } from '../../server/http/steps/read-body.ts';
import { preferredFormat } from '../../server/lib/metrics-format.ts';
import { OpenCallContext } from '../../server/http/steps/contexts.ts';
import { requestIdIn } from '../../server/http/steps/request-id.ts';
import { versionReader } from '../../server/http/steps/require-version.ts';
import { currentRelease, releases } from '../../generated/releases.ts';
import { entityTags } from '../../server/query/entity-tags.ts';
import { hostile, inTime, outcomeOf } from './hostile.ts';
import { isProblem, slugOf } from './problems.ts';
import type { Parser } from './parser.ts';

const keys = new ApiKeyFormat('Legacy');
const visible = fc.string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)), minLength: 1 });
const blank = fc.constantFrom('', ' ', '\t', '  \t ');
const etag = visible.map((text) => `"${text.replaceAll('"', '')}"`);
const latin = hostile('x-request-id:', '\r\n', '\r\n\r\n', 'GET / HTTP/1.1', '\u0001', '\xe9', 'a');
const readVersion = versionReader({ all: releases, current: currentRelease }, 'Legacy', 'https://docs.example');

export const headers: readonly Parser[] = [
  {
    name: 'Authorization is a token or missing_authorization',
    holds: fc.property(hostile('Bearer', 'bearer ', 'Basic '), (text) => {
      const outcome = outcomeOf(() => bearerToken(text), isProblem);
      if ('refusal' in outcome) expect(outcome.refusal.slug).toBe('missing_authorization');
      else expect(outcome.value).toMatch(/\S/);
    }),
  },
  {
    name: 'Authorization gives the token that was written into it',
    holds: fc.property(visible, fc.constantFrom('Bearer ', 'bearer   ', 'BEARER '), blank, (token, scheme, end) => {
      expect(bearerToken(scheme + token + end)).toBe(token);
    }),
  },
  {
    name: 'an API key is accepted or not, and shows no more than its beginning',
    holds: fc.property(hostile('svc_live_', 'legacy_live_', 'A'.repeat(32), 'z'), (text) => {
      const isAccepted = inTime(() => keys.accepts(text));
      expect(keys.hashOf(text)?.length).toBe(isAccepted ? 32 : undefined);
      if (isAccepted) expect(text).toMatch(/^[!-~]+$/);
      if (isAccepted) expect(keys.displayPrefix(text).length).toBeLessThanOrEqual(16);
    }),
  },
  {
    name: 'a created API key is accepted, and with one wrong character it is refused',
    holds: fc.property(fc.nat(46), fc.string({ minLength: 1, maxLength: 1 }), (at, character) => {
      const key = newApiKey();
      expect([keys.accepts(key), keys.isUnchecked(key)]).toEqual([true, false]);
      const changed = key.slice(0, at) + character + key.slice(at + 1);
      if (changed !== key) expect(keys.accepts(changed) && !keys.isUnchecked(changed)).toBe(false);
    }),
  },
  {
    name: 'Accept-Encoding names a coding that it does not refuse, or none',
    holds: fc.property(hostile('br', 'gzip', 'identity', '*', ';q=', '0', '1', '0.5', ','), (text) => {
      const coding = inTime(() => acceptedCoding(text));
      expect([undefined, 'br', 'gzip']).toContain(coding);
      if (coding !== undefined) expect(text.toLowerCase()).toMatch(/br|gzip|\*/);
    }),
  },
  {
    name: 'Accept asks for a page or for JSON',
    holds: fc.property(hostile('text/html', 'application/json', '*/*', ';q=', '0.1', ',', 'text/*', '/'), (text) => {
      const request = Object.assign(Object.create(express.request) as Request, { headers: { accept: text }, url: '/status' });
      expect(['json', 'html']).toContain(
        inTime(() => new OpenCallContext({ request, response: undefined as never }).preferred(['json', 'html'])),
      );
    }),
  },
  {
    name: 'Accept prefers a format of metrics',
    holds: fc.property(
      hostile('application/openmetrics-text', 'text/plain', '*/*', ';version=', '1.0.0', '"', ';q=', '0.1', ',', '='),
      (text) => {
        expect(['prometheus', 'openmetrics']).toContain(inTime(() => preferredFormat(text)));
      },
    ),
  },
  {
    name: 'If-None-Match names a tag or not',
    holds: fc.property(hostile('"a"', 'W/', '*', ',', '"'), (text) => {
      expect(typeof inTime(() => namesTag(text, '"a"'))).toBe('boolean');
    }),
  },
  {
    name: 'If-None-Match names each tag that was written into it, and no other',
    holds: fc.property(fc.array(etag, { minLength: 1 }), fc.boolean(), (tags, isWeak) => {
      const text = tags.map((tag) => (isWeak ? `W/${tag}` : tag)).join(', ');
      for (const tag of tags) expect(namesTag(text, tag)).toBe(true);
      expect(namesTag(text, '"another one"')).toBe(false);
    }),
  },
  {
    name: 'If-Match gives the token that was written into it in any form',
    holds: fc.property(fc.uuid(), hostile('W/', '"', 'a', ',', '*', '-gzip', ';br'), (token, text) => {
      for (const form of [token, `"${token}"`, `W/"${token}"`, ` "${token}" `, `"${token}-gzip"`, `"a", W/"${token};br" ,b`]) {
        const { quoted, bare } = entityTags(form);
        expect([...quoted, ...bare]).toContain(token);
      }
      expect(typeof inTime(() => entityTags(text)).isAny).toBe('boolean');
    }),
  },
  {
    name: 'Content-Type is that of JSON, or unsupported_media_type',
    holds: fc.property(hostile('application/json', ';', 'charset', '=', 'utf-8', '"', ','), (text) => {
      const problem = inTime(() => mediaTypeProblem({ 'content-type': text }));
      if (problem) expect(problem.slug).toBe('unsupported_media_type');
      else expect(text.toLowerCase()).toContain('application/json');
      expect(mediaTypeProblem({ 'content-type': 'application/json', 'content-encoding': `${text}x` })?.slug).toBe('unsupported_media_type');
    }),
  },
  {
    name: 'Content-Type of JSON is accepted in every spelling',
    holds: fc.property(
      fc.mixedCase(fc.constant('application/json')),
      blank,
      fc.constantFrom('', ';charset=utf-8', '; charset="UTF-8"'),
      (...parts) => {
        expect(mediaTypeProblem({ 'content-type': parts.join('') })).toBeUndefined();
      },
    ),
  },
  {
    name: 'Service-Version is a release or unknown_version',
    holds: fc.property(hostile('Amethyste', '2026-07-06'), (text) => {
      const outcome = outcomeOf(() => readVersion({ 'service-version': text }), isProblem);
      if ('refusal' in outcome) expect(slugOf(outcome)).toBe('unknown_version');
      else expect([outcome.value.name, outcome.value.date]).toContain(text);
    }),
  },
  {
    name: 'a request that could not be parsed has an id',
    holds: fc.property(latin, fc.nat(20_000), (text, parsed) => {
      expect(inTime(() => requestIdIn(Buffer.from(text, 'latin1'), parsed))).toMatch(/[^\s]/);
    }),
  },
  {
    name: 'a request that could not be parsed keeps the id that was written into it',
    holds: fc.property(visible, blank, blank, (id, before, after) => {
      const bytes = Buffer.from(`GET / HTTP/1.1\r\nhost: a\r\nX-Request-Id:${before}${id}${after}\r\nbroken\u0001`, 'latin1');
      expect(requestIdIn(bytes)).toBe(id);
    }),
  },
];
