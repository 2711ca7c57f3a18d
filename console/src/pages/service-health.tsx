import { limits } from 'built:limits';
import { Icon } from '../components/icon.tsx';
import { toneIcons } from '../components/status.tsx';
import { counted, duration, shortTime } from '../format.ts';
import type { ServiceOverview } from '../schemas.ts';

type Tone = keyof typeof toneTexts;
type Sentence = readonly [text: string, tone?: Tone];

/** Deliveries and jobs are late if they have been due for longer. */
const lateMs = 60_000;
/** Projections are late if they miss a change for longer: a refresh was missed. */
const missedRefreshMs = 2 * limits.refreshMinutes * 60_000;
const longTransactionMs = 300_000;

const toneTexts = { good: 'Well', warning: 'Warning', bad: 'Trouble' } as const;

/** Milliseconds since the oldest of some instants; 0 without one. */
export const ageOf = ({ measured_at: now }: ServiceOverview, instants: readonly (string | null)[]): number =>
  Math.max(0, ...instants.map((at) => (at === null ? 0 : Date.parse(now) - Date.parse(at))));

function deliveries(now: ServiceOverview): Sentence {
  const delivering = now.deliverers.filter(({ ended_at: ended }) => ended === null);
  if (delivering.length === 0) return ['No process delivers. Start one with ROLE=worker or ROLE=all.', 'bad'];
  const late = ageOf(
    now,
    delivering.map(({ oldest_due_at: at }) => at),
  );
  const processes = counted(delivering.length, 'process delivers', 'processes deliver');
  const { behind_endpoint_count: behind, oldest_behind_at: since, behind_detail: detail } = now.backlog;
  if (behind > 0 && since !== null)
    return [
      `${processes}. ${counted(behind, 'endpoint is', 'endpoints are')} behind, the oldest since ${shortTime(since)}${detail === null ? '' : `: ${detail}`}.`,
      'warning',
    ];
  return late > lateMs
    ? [`${processes}, but the oldest due delivery has waited for ${duration(late)} to begin.`, 'warning']
    : [`${processes}. Due deliveries begin on time.`];
}

function work(now: ServiceOverview): Sentence {
  const { workers, jobs } = now;
  const failed = jobs.reduce((total, job) => total + job.failed_count, 0);
  const late = ageOf(
    now,
    jobs.map(({ oldest_due_at: at }) => at),
  );
  if (workers.length === 0) return ['No process runs jobs. Start one with ROLE=worker or ROLE=all.', 'bad'];
  if (failed > 0)
    return [`${counted(failed, 'job has', 'jobs have')} failed permanently. The internals show which, and the error.`, 'warning'];
  if (late > lateMs) return [`The oldest due job has waited for ${duration(late)}.`, 'warning'];
  return [`${counted(workers.length, 'worker runs', 'workers run')} jobs on time, and none has failed.`];
}

function projections(now: ServiceOverview): Sentence {
  const behind = ageOf(
    now,
    now.projections.map(({ oldest_change_at: at }) => at),
  );
  return behind > missedRefreshMs
    ? [`Sent messages and analytics miss changes of the last ${duration(behind)}.`, 'warning']
    : [`Sent messages and analytics are refreshed on time, every ${counted(limits.refreshMinutes, 'minute')}.`];
}

function storage(now: ServiceOverview): Sentence {
  const { database, pools, replicas } = now;
  const age = ageOf(now, [database.oldest_transaction_at]);
  const waiting = pools.reduce((total, pool) => total + pool.waiting_count, 0);
  const out = replicas.filter(({ is_serving: serves }) => !serves).length;
  if (age > longTransactionMs) return [`A transaction of the database has been open for ${duration(age)}.`, 'warning'];
  if (out > 0) return [`${counted(out, 'read replica is', 'read replicas are')} out of use.`, 'warning'];
  if (waiting > 0) return [`${counted(waiting, 'request waits', 'requests wait')} for a connection to the database.`, 'warning'];
  return ['The database answers, and no request waits for a connection.'];
}

/** The health of the service in sentences, excluding deliveries that wait for slow receivers. */
export function ServiceHealth({ now }: { now: ServiceOverview }) {
  const sentences = [deliveries(now), work(now), projections(now), storage(now)];
  return (
    <ul class="health-list" aria-label="Health of the service">
      {sentences.map(([text, tone = 'good']) => (
        <li key={text}>
          <Icon of={toneIcons[tone]} tone={tone} />
          <span>
            <span class="visually-hidden">{toneTexts[tone]}: </span>
            {text}
          </span>
        </li>
      ))}
    </ul>
  );
}
