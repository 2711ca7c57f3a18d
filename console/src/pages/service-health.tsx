import { CircleCheck, CircleX, TriangleAlert } from 'lucide';
import type { OperatorSchemas } from '../schemas.ts';
import { Icon } from '../components/icon.tsx';
import { counted, duration } from '../format.ts';

type Overview = OperatorSchemas['ServiceOverview'];
type Tone = 'good' | 'warning' | 'bad';

interface Sentence {
  readonly tone: Tone;
  readonly text: string;
}

/** What is due for longer than this is late: deliveries, jobs and the refresh of projections. */
const lateMs = 60_000;
const longTransactionMs = 300_000;

const icons = { good: CircleCheck, warning: TriangleAlert, bad: CircleX } as const;
const toneWords = { good: 'Well', warning: 'Warning', bad: 'Trouble' } as const;

const oldest = (dates: readonly (string | null)[]): string | null =>
  dates.reduce((first, at) => (at !== null && (first === null || at < first) ? at : first), null);

function sentence(text: string, tone: Tone = 'good'): Sentence {
  return { tone, text };
}

function deliveries({ deliverers }: Overview, ageOf: (at: string | null) => number): Sentence {
  const delivering = deliverers.filter(({ ended_at: ended }) => ended === null);
  if (delivering.length === 0) return sentence('No process delivers. Start one with ROLE=worker or ROLE=all.', 'bad');
  const late = ageOf(oldest(delivering.map(({ oldest_due_at: at }) => at)));
  const processes = counted(delivering.length, 'process delivers', 'processes deliver');
  return late > lateMs
    ? sentence(`${processes}, but the oldest due delivery has waited for ${duration(late)} to begin.`, 'warning')
    : sentence(`${processes}. Due deliveries begin on time.`);
}

function work({ workers, jobs }: Overview, ageOf: (at: string | null) => number): Sentence {
  const failed = jobs.reduce((total, job) => total + job.failed_count, 0);
  const late = ageOf(oldest(jobs.map(({ oldest_due_at: at }) => at)));
  if (workers.length === 0) return sentence('No process runs jobs. Start one with ROLE=worker or ROLE=all.', 'bad');
  if (failed > 0) return sentence(`${counted(failed, 'job has', 'jobs have')} failed permanently. The internals show which.`, 'warning');
  if (late > lateMs) return sentence(`The oldest due job has waited for ${duration(late)}.`, 'warning');
  return sentence(`${counted(workers.length, 'worker runs', 'workers run')} jobs on time, and none has failed.`);
}

function projections({ projections: all }: Overview, ageOf: (at: string | null) => number): Sentence {
  const behind = ageOf(oldest(all.map(({ oldest_change_at: at }) => at)));
  return behind > lateMs
    ? sentence(`Sent messages and analytics miss changes of the last ${duration(behind)}.`, 'warning')
    : sentence('Sent messages and analytics are up to date.');
}

function storage({ database, pools, replicas }: Overview, ageOf: (at: string | null) => number): Sentence {
  const age = ageOf(database.oldest_transaction_at);
  const waiting = pools.reduce((total, pool) => total + pool.waiting_count, 0);
  const out = replicas.filter(({ is_serving: serves }) => !serves).length;
  if (age > longTransactionMs) return sentence(`A transaction of the database has been open for ${duration(age)}.`, 'warning');
  if (out > 0) return sentence(`${counted(out, 'read replica is', 'read replicas are')} out of use.`, 'warning');
  if (waiting > 0) return sentence(`${counted(waiting, 'request waits', 'requests wait')} for a connection to the database.`, 'warning');
  return sentence('The database answers, and no request waits for a connection.');
}

/** The health of the service itself, in sentences. What waits for receivers is not part of it. */
export function ServiceHealth({ now }: { now: Overview }) {
  const measured = Date.parse(now.measured_at);
  const ageOf = (at: string | null) => (at === null ? 0 : measured - Date.parse(at));
  const sentences = [deliveries(now, ageOf), work(now, ageOf), projections(now, ageOf), storage(now, ageOf)];
  return (
    <ul class="health-list" aria-label="Health of the service">
      {sentences.map(({ tone, text }) => (
        <li key={text} class={tone}>
          <Icon of={icons[tone]} />
          <span>
            <span class="said">{toneWords[tone]}: </span>
            {text}
          </span>
        </li>
      ))}
    </ul>
  );
}
