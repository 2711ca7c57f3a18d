import type { Fault, Statement } from './faulty-pool.ts';
import type { Defect } from './sim-process.ts';
import {
  advance,
  answer,
  draws,
  fault,
  inTurn,
  kill,
  outage,
  pause,
  publish,
  publishMany,
  some,
  weighted,
  type Draws,
  type Steps,
} from './steps.ts';

/** A defect that the service once had, or might have, and the draws that look for it. */
interface KnownDefect {
  readonly name: string;
  readonly defect: Defect;
  readonly draws: Draws;
  /** How the simulation reports it. */
  readonly sign: RegExp;
}

/** Part of a statement's text is another one. The part must be there: a defect that can no longer be planted proves nothing. */
const replace =
  (name: RegExp, part: string, other: string) =>
  (statement: Statement): Statement => {
    if (!name.test(statement.name ?? statement.text)) return statement;
    if (!statement.text.includes(part)) throw new Error(`${String(name)} has no ${part}`);
    return { ...statement, text: statement.text.replace(part, other) };
  };

/** Claims begin at the highest low-water mark that there ever was. */
function withMarksThatStay(): (statement: Statement) => Statement {
  const highest = new Map<string, number>();
  const list = (value: unknown) => String(value).slice(1, -1).split(',');
  return (statement) => {
    if (statement.name !== 'claim-deliveries') return statement;
    const [agencies, endpoints, slots, marks, lease] = statement.values!;
    const raised = list(endpoints).map((id, index) => {
      highest.set(id, Math.max(highest.get(id) ?? 0, Number(list(marks)[index])));
      return highest.get(id);
    });
    return { ...statement, values: [agencies, endpoints, slots, `{${raised.join()}}`, lease] };
  };
}

const noRetries = { schedules: [[]] };
const quickRetries = { schedules: [[0, 0, 0]] };

const fence = `(f.status = 'delivered' OR q.lease = f.lease AND q.attempt_count = f.attempt_count)`;

/** A process is paused for longer than it may, and gets its responses when others have taken its deliveries. */
const pauses = (publishing: Steps, bad: number, good: number) =>
  inTurn(
    some(publishing, 2, 4),
    some(pause(12_000), 1, 1),
    some(advance(8_000), 1, 1),
    some(answer(bad, good), 3, 8),
    some(advance(8_000), 1, 1),
  );

/** Processes die with what they sent, one after the other. */
const deaths = inTurn(some(publish, 3, 5), some(kill, 1, 1), some(weighted([1, advance(8_000)], [1, kill]), 3, 6));

/** Outcomes are written while connections are lost. */
const writes = (bad: number, good: number, kinds: readonly Fault[]) =>
  some(
    weighted(
      [2, publish],
      [4, answer(bad, good)],
      [3, advance(60)],
      [2, fault({ of: ['record-attempts', 'record-failed-attempts'], kinds })],
    ),
    20,
    20,
  );

export const knownDefects: readonly KnownDefect[] = [
  {
    name: 'a process that the database kept from its heartbeats is found dead',
    defect: { options: { awayAfterMs: Infinity } },
    draws: draws(inTurn(some(publish, 2, 3), some(outage(300, 7_000, 26_000), 2, 3), some(advance(1_500), 1, 1))),
    sign: /was found dead after/,
  },
  {
    name: 'a transaction continues over another connection when its own is lost',
    defect: { goesOnElsewhere: true },
    draws: draws(writes(3, 1, ['between']), noRetries),
    sign: /stay pending|without its outcomes/,
  },
  {
    name: 'a late success is dropped with its lease',
    defect: { rewrite: replace(/^record-(failed-)?attempts$/, fence, 'q.lease = f.lease AND q.attempt_count = f.attempt_count') },
    draws: draws(pauses(publish, 0, 1), quickRetries),
    sign: /settled nothing/,
  },
  {
    name: 'a late failure settles what another process holds',
    defect: { rewrite: replace(/^record-(failed-)?attempts$/, fence, 'true') },
    draws: draws(pauses(publish, 1, 0), quickRetries),
    sign: /that it did not hold|was sent again before/,
  },
  {
    name: 'an outcome is settled before it is written',
    defect: { answersBefore: 'record-attempts' },
    draws: draws(writes(0, 1, ['refused']), quickRetries),
    sign: /stay pending/,
  },
  {
    name: 'an attempt whose process died does not count',
    defect: {
      rewrite: replace(
        /AS \(\s*UPDATE delivery_queue q\s+SET lease = NULL, due_at/,
        'q.attempt_count - l.is_returned::int',
        'q.attempt_count - 1',
      ),
    },
    draws: draws(deaths, noRetries),
    sign: /was sent 2 times/,
  },
  {
    name: 'what was in flight when its process died is tried together',
    defect: { rewrite: replace(/^claim-deliveries$/, 'AND NOT is_suspect', '') },
    draws: draws(deaths, quickRetries),
    sign: /was tried together with/,
  },
  {
    name: 'a process continues under a lease that was taken from it',
    defect: { rewrite: replace(/^claim-deliveries$/, 'AND l.ended_at IS NULL', '') },
    draws: draws(pauses(publishMany, 0, 1)),
    sign: /under a lease that had ended/,
  },
  {
    name: 'a low-water mark is raised past what is not committed yet',
    defect: { rewrite: withMarksThatStay() },
    draws: draws(some(weighted([2, publish], [4, publishMany], [4, answer(1, 2)], [4, advance(20, 300, 1_500)]), 10, 20)),
    sign: /stay pending/,
  },
];
