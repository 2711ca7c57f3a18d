import { expect, test } from 'vitest';
import type { Exit } from '../process/service-process.ts';
import { account } from './accounting.ts';
import { EndpointLife } from './endpoint-life.ts';
import type { Given } from './evidence.ts';
import type { Fault } from './faults.ts';
import type { Life } from './fleet.ts';
import type { Act, SeenRequest } from './receiver-process.ts';
import { factKey, type DeliveryRow, type RecordedAttempt } from './final-state.ts';

const agencyId = 'agency';
const second = 1_000;
const startedAt = 1_000_000;
const at = (seconds: number) => startedAt + seconds * second;
const exit = (code: number | null): Exit => ({ code, signal: null, stdout: '', stderr: '' });

const endpoint = () => new EndpointLife({ id: 'endpoint', name: 'steady-1', agencyId, habit: 'steady', types: ['order.created'] }, at(0));

const request = (seconds: number, act: Act | 'gone' = 200, process = 'worker-1.1'): SeenRequest => ({
  endpoint: 'steady-1',
  deliveryId: 'delivery',
  eventId: 'event',
  type: 'order.created',
  subject: 'o1',
  process,
  at: at(seconds),
  act,
  endedAt: at(seconds) + 100,
});

const recorded = (seconds: number, statusCode = 200): RecordedAttempt => ({
  at: at(seconds),
  statusCode,
  error: statusCode === 200 ? null : 'http_status',
});

const row = (attempts: readonly RecordedAttempt[], status: DeliveryRow['status'] = 'delivered'): DeliveryRow => ({
  id: 'delivery',
  agencyId,
  endpointId: 'endpoint',
  eventId: 'event',
  type: 'order.created',
  status,
  attempts,
  note: null,
});

const fault = (kind: Fault['kind'], from: number, until = from, process?: string): Fault => ({
  kind,
  from: at(from),
  until: at(until),
  ...(process ? { process } : {}),
});

const life = (fields: Partial<Life> = {}): Life => ({
  name: 'worker-1.1',
  startedAt: at(0),
  readyAt: at(1),
  told: { signal: 'SIGTERM', at: at(500) },
  ended: { at: at(501), exit: exit(0) },
  leaseLostAt: [],
  ...fields,
});

const killed = (seconds: number, ...faults: Fault[]): Partial<Given> => ({
  lives: [life({ told: { signal: 'SIGKILL', at: at(seconds) }, ended: { at: at(seconds), exit: exit(null) } })],
  faults: [fault('killed', seconds, seconds, 'worker-1.1'), ...faults],
});

const batch = { agencyId, facts: [{ type: 'order.created', subject: 'o1' }], from: at(9), until: at(9.5), outcome: 'accepted' } as const;

/** An order that was accepted, sent once and received. */
function given(changes: Partial<Given> = {}, finalState: Partial<Given['finalState']> = {}): Given {
  return {
    batches: [batch],
    endpoints: [endpoint()],
    replays: [],
    answers: new Map(),
    requests: [request(10)],
    faults: [],
    lives: [life()],
    openLeases: 0,
    finalState: {
      facts: new Set([factKey(agencyId, 'order.created', 'o1')]),
      events: [{ id: 'event', agencyId, type: 'order.created', subject: 'o1' }],
      deliveries: [row([recorded(10)])],
      failures: [],
      counters: [{ endpointId: 'endpoint', type: 'order.created', delivered: 1, failed: 0 }],
      sums: [],
      ...finalState,
    },
    ...changes,
  };
}

const findings = (changes: Partial<Given>, finalState: Partial<Given['finalState']> = {}) => {
  const { exceptions, unexplained } = account(given(changes, finalState));
  return {
    unexplained: unexplained.map(({ what }) => what),
    explained: exceptions.map(({ what, explanation }) => `${what}: ${explanation!.kind}`),
  };
};

test('nothing is found where everything went well', () => {
  expect(findings({})).toEqual({ unexplained: [], explained: [] });
});

const failure = { id: 'f', endpointId: 'endpoint', eventId: 'event', deliveryId: 'delivery', error: 'http_status', isReplayed: false };
const sentTwice = { requests: [request(10), request(22, 200, 'worker-2.1')] };
const recordedLater = { deliveries: [row([recorded(22)])] };
const disabled = endpoint();
disabled.become('disabled', at(8));
const deleted = endpoint();
deleted.become('deleted', at(30));
const unknown = endpoint();
unknown.become('unknown', at(9.2));
const fourFailures = [10, 20, 80, 380];
const given5 = [...fourFailures, 390];

const mistakes: [string, Partial<Given>, Partial<Given['finalState']>, string[]][] = [
  ['an accepted fact is not there', {}, { facts: new Set() }, ['lost: accepted facts']],
  [
    'half of the unanswered batch is there',
    { batches: [{ ...batch, facts: [...batch.facts, { type: 'order.created', subject: 'o2' }], outcome: 'unknown' }] },
    {},
    ['facts there in part'],
  ],
  ['what was refused is there', { batches: [{ ...batch, outcome: 'refused' }] }, {}, ['facts refused']],
  [
    'a fact has two events',
    {},
    { events: ['event', 'other'].map((id) => ({ id, agencyId, type: 'order.created' as const, subject: 'o1' })) },
    ['several events of one fact'],
  ],
  ['an event was never sent', { requests: [] }, { deliveries: [], counters: [] }, ['lost: without an end state']],
  ['a delivery is in no list', {}, { deliveries: [], counters: [] }, ['lost: without an end state', 'sent, and in no list']],
  [
    'a delivery is there twice',
    {},
    { deliveries: [row([recorded(10)]), row([recorded(10)])] },
    ['more deliveries than replays', 'several times in the lists', 'counters differ from history'],
  ],
  [
    'a delivery is pending',
    {},
    { deliveries: [row([], 'pending')], counters: [] },
    ['lost: without an end state', 'outcome unknown', 'still pending'],
  ],
  ['what is recorded was not received', { requests: [] }, {}, ['lost: never received', 'recorded, and never received']],
  ['another status is recorded', { requests: [request(10, 201)] }, {}, ['recorded, and never received', 'outcome unknown']],
  [
    'the counter is off by one',
    {},
    { counters: [{ endpointId: 'endpoint', type: 'order.created', delivered: 2, failed: 0 }] },
    ['counters differ from history'],
  ],
  [
    'a failure has no record',
    { requests: [...fourFailures.map((s) => request(s, 500)), request(400)] },
    {
      deliveries: [
        row(
          fourFailures.map((s) => recorded(s, 500)),
          'failed',
        ),
      ],
      counters: [{ endpointId: 'endpoint', type: 'order.created', delivered: 0, failed: 1 }],
    },
    ['outcome unknown', 'more than four requests', 'failures differ from history'],
  ],
  [
    'a delivery is given up after three attempts',
    { requests: fourFailures.slice(1).map((s) => request(s, 500)) },
    {
      deliveries: [
        row(
          fourFailures.slice(1).map((s) => recorded(s, 500)),
          'failed',
        ),
      ],
      failures: [failure],
      counters: [],
    },
    ['lost: never received', 'given up after fewer than four requests'],
  ],
  [
    'five requests are sent',
    { requests: [...given5.slice(1).map((s) => request(s, 500)), request(400)] },
    { deliveries: [row([...given5.slice(1).map((s) => recorded(s, 500)), recorded(400)])] },
    ['more than four attempts recorded', 'more than four requests'],
  ],
  ['a process that lives on sends again after a 2xx', sentTwice, recordedLater, ['sent after a 2xx', 'outcome unknown']],
  [
    'a process was killed long after it received a 2xx',
    { ...sentTwice, ...killed(18) },
    recordedLater,
    ['sent after a 2xx', 'outcome unknown'],
  ],
  [
    'a session was ended in between, which loses no outcome',
    { ...sentTwice, faults: [fault('sessions ended', 9, 11)] },
    recordedLater,
    ['sent after a 2xx', 'outcome unknown'],
  ],
  [
    'the database was away in between, which loses no outcome',
    { ...sentTwice, faults: [fault('database mute', 9, 21)] },
    recordedLater,
    ['sent after a 2xx', 'outcome unknown'],
  ],
  [
    'the server had crashed before, and was back',
    { ...sentTwice, faults: [fault('database stopped at once', 6, 9)] },
    recordedLater,
    ['sent after a 2xx', 'outcome unknown'],
  ],
  ['an endpoint receives although it is disabled', { endpoints: [disabled] }, {}, ['sent although disabled']],
  ['a process ends by itself', { lives: [{ ...life(), told: undefined! }] }, {}, ['a process ended by itself']],
  ['a process does not stop cleanly', { lives: [life({ ended: { at: at(501), exit: exit(1) } })] }, {}, ['a process did not stop cleanly']],
  ['a lease is lost for no reason', { lives: [life({ leaseLostAt: [at(20)] })] }, {}, ['a living process lost its lease']],
  [
    'a lease is lost in an outage that is shorter than it',
    { lives: [life({ leaseLostAt: [at(20)] })], faults: [fault('database mute', 14, 19)] },
    {},
    ['a living process lost its lease'],
  ],
  [
    'a lease is lost long after the server was back',
    { lives: [life({ leaseLostAt: [at(40)] })], faults: [fault('database stopped at once', 14, 19)] },
    {},
    ['a living process lost its lease'],
  ],
  ['analytics have a fact twice', {}, { sums: [{ agencyId, rolledUp: '2 orders', counted: '1 orders' }] }, ['analytics differ from facts']],
  ['a lease stays open', { openLeases: 1 }, {}, ['leases left open']],
  ['an unexpected error is answered', { answers: new Map([[500, 1]]) }, {}, ['answered 500']],
];

test.each(mistakes)('an error is found and not explained: %s', (_name, changes, finalState, found) => {
  expect(findings(changes, finalState)).toEqual({ unexplained: found, explained: [] });
});

const explanations: [string, Partial<Given>, string][] = [
  ['its process was killed before it could record', killed(11), 'killed'],
  ['its process was killed just before the receiver read it', killed(9.98), 'killed'],
  ['its process was killed in the outage in which it received the outcome', killed(20, fault('database refusing', 9, 21)), 'killed'],
  [
    'its process was paused for longer than its lease',
    { faults: [fault('stopped and continued', 10.05, 24, 'worker-1.1')] },
    'stopped and continued',
  ],
  [
    'the server crashed with what it had not written',
    { faults: [fault('database stopped at once', 10.5, 12)] },
    'database stopped at once',
  ],
  [
    'the server crashed with a claim that it had not written, before its process noticed',
    { faults: [fault('database stopped at once', 9.5, 12)] },
    'database stopped at once',
  ],
];

test.each(explanations)('what was sent again after a 2xx is explained where %s', (_name, changes, why) => {
  expect(findings({ ...sentTwice, ...changes }, recordedLater)).toEqual({
    unexplained: [],
    explained: [`sent after a 2xx: ${why}`, `outcome unknown: ${why}`],
  });
});

test.each<[string, Fault[]]>([
  ['was paused for longer than it lasts', [fault('stopped and continued', 5, 19, 'worker-1.1')]],
  ['opened it just before a crash of the server', [fault('database stopped at once', 14, 17)]],
  [
    'could not reach the database in two outages that follow each other',
    [fault('database mute', 8, 13), fault('database refusing', 13.5, 18)],
  ],
])('a lease that is lost is explained where its process %s', (_name, faults) => {
  expect(findings({ lives: [life({ leaseLostAt: [at(20)] })], faults }).unexplained).toEqual([]);
});

test('an attempt that was given up while its process stopped is explained, and one that had ended is not', () => {
  const lives = [life({ told: { signal: 'SIGTERM', at: at(11) }, ended: { at: at(19.5), exit: exit(0) } })];
  const faults = [fault('terminated', 11, 19.5, 'worker-1.1')];
  const sent = (act: Act) => findings({ requests: [request(10, act), request(22)], lives, faults }, recordedLater);
  expect(sent('hang')).toEqual({ unexplained: [], explained: ['outcome unknown: terminated'] });
  expect(sent(500)).toEqual({ unexplained: ['outcome unknown'], explained: [] });
});

test('a delivery that is given up after three requests is explained where a process was killed between them', () => {
  const times = fourFailures.slice(1);
  const counters = [{ endpointId: 'endpoint', type: 'order.created', delivered: 0, failed: 1 }];
  const records = {
    deliveries: [
      row(
        times.map((s) => recorded(s, 500)),
        'failed',
      ),
    ],
    failures: [failure],
    counters,
  };
  const requests = times.map((s) => request(s, 500));
  const during = (seconds: number) => findings({ requests, faults: [fault('killed', seconds, seconds, 'worker-2.1')] }, records);
  expect(during(50).explained).toEqual(['given up after fewer than four requests: killed']);
  expect(during(10).unexplained).toContain('given up after fewer than four requests');
});

test('what an endpoint wanted is only what came while it was active throughout, and what a deleted one had is gone', () => {
  expect(findings({ endpoints: [unknown], requests: [] }, { events: [], deliveries: [], counters: [] }).unexplained).toEqual([]);
  expect(findings({ endpoints: [deleted] }, { deliveries: [], counters: [] }).unexplained).toEqual([]);
});
