import { expect, test, vi } from 'vitest';
import type { Schemas } from '@agency-service/sdk';
import { incidentSentence } from '../../cli/src/incident.ts';

type Incident = Schemas['EndpointIncident'];
type Health = Schemas['WebhookEndpoint']['health'];

vi.mock('built:limits', () => ({ limits: { episodeAccepted: 10, episodeMinutes: 5 } }));
vi.mock('built:attempt-advice', () => ({ attemptAdvice: {} }));

/** The sentences of console and portal. The compiler checks them with the types of a browser, and not here. */
const { incidentSentences } = (await import(new URL('../../console/src/sentences.ts', import.meta.url).href)) as {
  incidentSentences(incident: Incident, health: Health): string;
};

const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const counts = (accepted: number, refused: number) => ({
  http_2xx_count: accepted,
  http_4xx_count: refused,
  http_5xx_count: 0,
  timeout_count: 0,
  connection_error_count: 0,
  tls_error_count: 0,
  other_count: 0,
});
const error = (count: number, status_code: number | null, label: string) =>
  ({
    count,
    status_code,
    label,
    error: 'http_status',
    error_detail: null,
    first_at: at(9),
    last_at: at(1),
  }) as unknown as Incident['errors'][number];

const failing = {
  status: 'failing',
  since: at(9),
  disabled_at: null,
  enabled_at: null,
  attempts: counts(0, 8),
  errors: [error(8, 401, '401 response')],
  causes: [],
  last_failed_at: at(1),
  accepted_since: null,
  accepted_count: 0,
  unreplayed_count: 2,
  has_more_unreplayed: false,
  missed_count: 0,
  has_more_missed: false,
} as Incident;
const health = {
  state: 'fails',
  reason: 'Paused',
  since: at(9),
  detail: null,
  attempts: counts(0, 8),
  counted_from: at(60),
} as unknown as Health;
const disabled = { status: 'disabled', disabled_at: at(3), missed_count: 20 } as const;

test.each<[string, Partial<Incident>, Partial<Health>, RegExp]>([
  ['401', {}, {}, /^Has failed every attempt since \S+ \(8 attempts answered 401\)\. 2 deliveries to replay\.$/],
  [
    '503 for some',
    { attempts: counts(999, 1), errors: [error(1, 503, '503 response')] },
    {},
    /^Has failed 1% of its 1,?000 attempts since /,
  ],
  ['a certificate', { errors: [error(8, null, 'Certificate expired')] }, {}, /\(8 attempts: Certificate expired\)/],
  ['many errors', { errors: [401, 403, 404, 500].map((status) => error(2, status, '')) }, {}, /answered 404, others\)/],
  ['disabled', disabled, {}, /^Failed since .*, disabled at \S+ 2 deliveries to replay, 20 events missed\.$/],
  ['paused', { ...disabled, attempts: counts(0, 0), errors: [] }, {}, /^Paused at \S+ 2 deliveries/],
  ['behind', { status: 'behind' }, { detail: '2,400 deliveries wait' }, /^Behind since \S+: 2,400 deliveries wait\./],
  ['behind without a number', { status: 'behind' }, {}, /^Behind since \S+ 2 deliveries/],
  [
    'recovering',
    { status: 'recovering', accepted_since: at(2), accepted_count: 1 },
    {},
    /^Accepts again since \S+: 1 attempt in a row\. 2/,
  ],
  ['untested', { status: 'untested', enabled_at: at(1) }, {}, /^Enabled at \S+, nothing was sent since\. 2/],
  ['recovered', { status: 'recovered', accepted_since: at(2) }, {}, /^Works again since \S+ 2 deliveries to replay\.$/],
])('console, portal and command line say the same of %s', (_name, incident, changed, expected) => {
  const [of, now] = [
    { ...failing, ...incident },
    { ...health, ...changed },
  ];
  const shown = incidentSentences(of, now);
  expect(shown).toMatch(expected);
  // The command line groups no digits.
  expect(incidentSentence(of, now)).toBe(shown.replace('1,000', '1000'));
});

test('only console and portal say when an incident closes that needs nothing, and only the command line adds its causes', () => {
  const of = { ...failing, status: 'recovering', unreplayed_count: 0, causes: [{ summary: 'The secret was rotated.' }] } as Incident;
  expect(incidentSentences(of, health)).toBe(
    'Accepts again: 0 attempts in a row. Nothing is left to do: it closes after 10 accepted attempts in a row, or 5 minutes with them.',
  );
  expect(incidentSentence(of, health)).toBe('Accepts again: 0 attempts in a row. The secret was rotated.');
});
