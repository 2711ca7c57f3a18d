import { describe, expect, test } from 'vitest';
import { specifiedDeadlineMs } from '../../server/delivery/send/attempt.ts';
import { DestinationForbidden } from '../../server/delivery/send/destination-connector.ts';
import { toExcerpt } from '../../server/delivery/send/excerpt.ts';
import { classify } from '../../server/delivery/send/outcome.ts';
import type { FinishedAttempt } from '../../server/delivery/record/record.ts';
import { dueRetries, maxAttempts, retryDelayMs, specifiedRetrySchedule } from '../../server/delivery/record/retry-schedule.ts';

test('an attempt has 10 seconds; retries come after 10 seconds, 1 minute and 5 minutes; there are four attempts', () => {
  expect(specifiedDeadlineMs).toBe(10_000);
  expect([1, 2, 3, 4].map((attempt) => retryDelayMs(attempt, specifiedRetrySchedule))).toEqual([10_000, 60_000, 300_000, null]);
  expect(maxAttempts(specifiedRetrySchedule)).toBe(4);
});

test('a retry is looked for when it is due, by the time that has passed since its attempt ended', () => {
  const target = { agencyId: 'a', endpointId: 'e' };
  const finished = (retryDelayMs: number | null, endedAt: number) =>
    ({ delivery: { target, leasedAt: 1_000_000, receivedAt: 500 }, retryDelayMs, endedAt }) as FinishedAttempt;
  const retries = dueRetries([finished(10_000, 700), finished(null, 700), finished(100, 700)], 900);
  expect([...retries.keys()]).toEqual([9_800, 0]);
  // A little before, since clocks differ.
  expect(retries.get(9_800)).toEqual([{ ...target, sinceMicros: (1_000_000 + 400 + 9_800 - 200) * 1_000 }]);
});

describe('classifying an attempt', () => {
  const failed = (code: string) => classify({ kind: 'failed', durationMs: 1, error: Object.assign(new Error(code), { code }) });

  test.each(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'EADDRNOTAVAIL'])('%s is our own failure, never the receiver’s', (code) => {
    expect(failed(code)).toMatchObject({ by: 'service' });
    const all = new AggregateError([Object.assign(new Error(code), { code })]);
    expect(classify({ kind: 'failed', durationMs: 1, error: all })).toMatchObject({ by: 'service' });
  });

  /** As Node fails when it has tried each address: the whole has the code of the first. */
  const failedAtAll = (...failures: readonly [code: string, address: string][]) => {
    const errors = failures.map(([code, address]) => Object.assign(new Error(code), { code, address }));
    return classify({ kind: 'failed', durationMs: 1, error: Object.assign(new AggregateError(errors), { code: failures[0]![0] }) });
  };

  test.each<[string, string, [string, string][]]>([
    [
      'no address could be tried',
      'service',
      [
        ['EMFILE', '203.0.114.9'],
        ['EMFILE', '2001:db9::9'],
      ],
    ],
    [
      'local ports have run out',
      'service',
      [
        ['EADDRNOTAVAIL', '203.0.114.9'],
        ['EADDRNOTAVAIL', '203.0.114.10'],
      ],
    ],
    [
      'one address was tried and refused',
      'receiver',
      [
        ['EMFILE', '203.0.114.9'],
        ['ECONNREFUSED', '203.0.114.10'],
      ],
    ],
    [
      'another order',
      'receiver',
      [
        ['ECONNREFUSED', '203.0.114.10'],
        ['EADDRNOTAVAIL', '203.0.114.9'],
      ],
    ],
    [
      'this host has no IPv6',
      'receiver',
      [
        ['EADDRNOTAVAIL', '2001:db9::9'],
        ['EADDRNOTAVAIL', '2001:db9::a'],
      ],
    ],
    [
      'this host has no IPv6 and IPv4 is refused',
      'receiver',
      [
        ['EADDRNOTAVAIL', '2001:db9::9'],
        ['ECONNREFUSED', '203.0.114.9'],
      ],
    ],
  ])('of several addresses: %s → the %s failed', (_name, by, failures) => {
    expect(failedAtAll(...failures)).toMatchObject(by === 'service' ? { by } : { by, error: 'connection_error' });
  });
  test('a destination with one IPv6 address, on a host without IPv6, has failed', () => {
    const error = Object.assign(new Error('connect EADDRNOTAVAIL'), { code: 'EADDRNOTAVAIL', address: '2001:db9::9' });
    expect(classify({ kind: 'failed', durationMs: 1, error })).toMatchObject({ by: 'receiver', error: 'connection_error' });
  });
  test('an empty list of failures is a failed connection', () =>
    expect(classify({ kind: 'failed', durationMs: 1, error: new AggregateError([]) })).toMatchObject({
      by: 'receiver',
      error: 'connection_error',
    }));

  test.each([
    ['ECONNREFUSED', 'connection_error'],
    ['ENOTFOUND', 'connection_error'],
    ['ESERVFAIL', 'connection_error'],
    ['UND_ERR_CONNECT_TIMEOUT', 'timeout'],
    ['CERT_HAS_EXPIRED', 'tls_error'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls_error'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls_error'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls_error'],
    ['DESTINATION_FORBIDDEN', 'destination_forbidden'],
    ['WHATEVER', 'connection_error'],
  ])('%s → %s', (code, error) => expect(failed(code)).toMatchObject({ by: 'receiver', error }));
  test.each([
    ['ENOTFOUND', 'receiver', 'ENOTFOUND'],
    ['ESERVFAIL', 'receiver', 'ESERVFAIL'],
    ['ETIMEOUT', 'receiver', 'ETIMEOUT'],
    ['an error without a code', 'receiver', undefined],
    ['EMFILE', 'service', 'EMFILE'],
    ['ENOMEM', 'service', 'ENOMEM'],
  ])('a name that was not resolved because of %s → the %s failed, and the time is not shown', (_, by, code) => {
    const cause = code === undefined ? undefined : Object.assign(new Error(code), { code });
    const outcome = classify({ kind: 'failed', durationMs: 7, error: new DestinationForbidden('dns_not_found', { cause }) });
    expect(outcome).toMatchObject(by === 'service' ? { by } : { by, error: 'destination_forbidden', durationMs: 0 });
  });
  test('a value that is not an error is a failed connection', () =>
    expect(classify({ kind: 'failed', durationMs: 1, error: 'odd' })).toMatchObject({ error: 'connection_error' }));
});

test('an excerpt is cut at 4 KB and never splits the text encoding', () => {
  expect(toExcerpt([Buffer.from('é'.repeat(4_096))])).toBe('é'.repeat(2_048));
  expect(toExcerpt([Buffer.from(`x${'é'.repeat(4_096)}`)])).toBe(`x${'é'.repeat(2_047)}`);
  expect(toExcerpt([])).toBe('');
});
