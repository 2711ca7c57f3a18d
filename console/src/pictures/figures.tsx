import { limits } from 'built:limits';
import { Link } from 'wouter-preact';
import type { FigurePoint, Figures, Schemas } from '../schemas.ts';
import { Table, type Column } from '../components/list.tsx';
import { Disclosure } from '../components/page.tsx';
import { count, counted, percent, shortCount, duration, localTime } from '../format.ts';
import { attemptCount, classOf, outcomes, outcomesText, outcomeText, sumAttempts, type AttemptCounts } from './outcomes.ts';
import { Plot } from './plot.tsx';

const timesOf = (points: readonly FigurePoint[]) => points.map(({ at }) => Date.parse(at));
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const height = ({ attempts }: FigurePoint) => attemptCount(attempts);

/** The settled deliveries, and all attempts. */
export function totalsOf(points: readonly FigurePoint[]) {
  return {
    delivered: sum(points.map((point) => point.delivered_count)),
    failed: sum(points.map((point) => point.failed_count)),
    unsent: sum(points.map((point) => point.disabled_count)),
    attempts: sumAttempts(points.map((point) => point.attempts)),
  };
}

interface PictureProps {
  readonly points: readonly FigurePoint[];
  readonly interval: Schemas['FigureInterval'];
}

const Legend = ({ attempts }: { attempts: AttemptCounts }) => (
  <>
    {outcomes.map(([member, name, text]) =>
      attempts[member] > 0 || member === 'http_2xx_count' ? (
        <span key={member} class={`key ${name}`}>
          {outcomeText(attempts[member], text)}
        </span>
      ) : null,
    )}
  </>
);

/** Attempts of each interval, stacked by their outcome, failed ones on top. */
export function AttemptsPicture({ points, interval }: PictureProps) {
  const times = timesOf(points);
  const all = sumAttempts(points.map(({ attempts }) => attempts));
  return (
    <Plot
      label={`Attempts by outcome: ${outcomesText(all)}`}
      unit={`attempts per ${interval}`}
      times={times}
      interval={interval}
      range={[0, Math.max(...points.map(height), 4)]}
      tick={shortCount}
      summary={<Legend attempts={all} />}
      readout={(index) => <Legend attempts={points[index]!.attempts} />}
    >
      {({ x, y, step }) =>
        points.map(({ at, attempts }, index) => {
          const place = { x: x(times[index]!) + step * 0.1, width: Math.max(step * 0.8, 1) };
          let below = 0;
          return (
            <g key={at}>
              {outcomes.map(([member, name]) => {
                if (attempts[member] === 0) return null;
                const from = below;
                below += attempts[member];
                return <rect key={member} class={`bar ${name}`} {...place} y={y(below)} height={y(from) - y(below)} />;
              })}
            </g>
          );
        })
      }
    </Plot>
  );
}

/** A percentile of durations, which is an estimate within its bucket: if that is wide, its bounds, as `5–10 s`. */
export function percentile(ms: number): string {
  const bounds = limits.latencyBoundsMs;
  const index = bounds.findIndex((bound) => ms < bound);
  const [from = 0, to = 0] = [bounds[index - 1], bounds[index]];
  return from < 1_000 ? duration(ms) : `${from / 1_000}–${to / 1_000} s`;
}

const msOf = (value: number | null) => (value === null ? 'none' : percentile(value));
const quantiles = [
  ['p99_ms', 'p99'],
  ['p90_ms', 'p90'],
  ['p50_ms', 'p50'],
] as const;
type Quantiles = Pick<FigurePoint, (typeof quantiles)[number][0]>;

const fastestMs = 5;
const logOf = (ms: number) => Math.log10(Math.max(ms, fastestMs));

/**
 * The durations of attempts as bands from p50 to p90 and p99. The scale is logarithmic, so that both timeouts and fast responses are
 * visible.
 */
export function LatencyPicture({ points, interval, latency }: PictureProps & { latency: Schemas['LatencyDistribution'] }) {
  const times = timesOf(points);
  const keys = (figures: Quantiles) => (
    <>
      {quantiles.map(([member, name]) => (
        <span key={name} class={`key ${name}`}>
          {name} {msOf(figures[member])}
        </span>
      ))}
    </>
  );
  return (
    <Plot
      label={
        latency.sampled_count > 0
          ? `Response time: p50 ${msOf(latency.p50_ms)}, p90 ${msOf(latency.p90_ms)}, p99 ${msOf(latency.p99_ms)}`
          : 'Response time: no attempts'
      }
      unit="time to respond, logarithmic"
      times={times}
      interval={interval}
      range={[logOf(fastestMs), 4]}
      ticks={[1, 2, 3, 4]}
      tick={(value) => (value < 3 ? `${10 ** value} ms` : `${10 ** (value - 3)} s`)}
      summary={latency.sampled_count > 0 ? keys(latency) : <span class="quiet">No attempts to measure</span>}
      readout={(index) => keys(points[index]!)}
    >
      {({ x, y, step }) => {
        const width = Math.min(Math.max(step * 0.6, 2), 14);
        return points.map((point, index) => {
          if (point.p50_ms === null) return null;
          const place = { x: x(times[index]!) + (step - width) / 2, width };
          const middle = y(logOf(point.p50_ms));
          // Each band ends at its quantile. If all attempts took the same time, only the mark of p50 is visible.
          return (
            <g key={point.at} class="spread">
              {(['p99', 'p90'] as const).map((name) => {
                const top = y(logOf(point[`${name}_ms`] ?? point.p50_ms!));
                return <rect key={name} class={name} {...place} y={top} height={Math.max(middle - top, 0)} rx={1} />;
              })}
              <rect class="p50" {...place} y={middle - 1.5} height={3} rx={1} />
            </g>
          );
        });
      }}
    </Plot>
  );
}

/** The pending deliveries over time. */
export function PendingPicture({ points, interval }: PictureProps) {
  const times = timesOf(points);
  const most = Math.max(...points.map((point) => point.pending_count));
  const text = (pending: number) => <span class="key pending">{counted(pending, 'delivery waits', 'deliveries wait')}</span>;
  return (
    <Plot
      label={`Pending deliveries: at most ${count(most)}`}
      unit={`most pending deliveries of each ${interval}`}
      times={times}
      interval={interval}
      range={[0, Math.max(most, 4)]}
      tick={shortCount}
      summary={text(points.at(-1)?.pending_count ?? 0)}
      readout={(index) => text(points[index]!.pending_count)}
    >
      {({ x, y, step }) =>
        points.map(({ at, pending_count: pending }, index) => (
          <rect
            key={at}
            class="bar pending"
            x={x(times[index]!) + step * 0.1}
            width={Math.max(step * 0.8, 1)}
            y={y(pending)}
            height={y(0) - y(pending)}
          />
        ))
      }
    </Plot>
  );
}

interface ShareProps {
  readonly of: number;
  readonly most: number;
  readonly total: number;
  /** The class of the bar. */
  readonly look: string;
}

/** A part of all attempts, as a bar relative to the greatest part, and in percent. */
const Share = ({ of, most, total, look }: ShareProps) => (
  <>
    <svg class="share" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" focusable="false">
      <rect class={`bar ${look}`} width={(of / most) * 100} height={10} />
    </svg>{' '}
    {percent(of / total)}
  </>
);

interface FailedTableProps {
  readonly failed: Figures['failed_attempts'];
  /** The address of the list of deliveries since the beginning of the figures. */
  readonly deliveries: string;
}

/** The failed attempts by their outcome. Each leads to the deliveries with it. */
export function FailedTable({ failed, deliveries }: FailedTableProps) {
  if (failed.length === 0) return <p class="quiet">No attempt failed in this time range.</p>;
  const total = sum(failed.map((of) => of.count));
  const codeOf = ({ status_code: status, error_detail: detail, error, label }: (typeof failed)[number]) =>
    status ?? detail ?? /^\dxx/.exec(label)?.[0] ?? error;
  return (
    <Table
      kind="distribution"
      rows={failed}
      columns={[
        ['Outcome', (of) => <Link href={`${deliveries}&outcome=${codeOf(of)}`}>{of.label}</Link>, 'header'],
        ['Attempts', (of) => count(of.count), 'number'],
        ['Share', (of) => <Share of={of.count} most={failed[0]!.count} total={total} look={classOf(of)} />],
      ]}
    />
  );
}

/** The number of attempts by their duration. */
export function DistributionTable({ latency: { buckets, sampled_count: total } }: { latency: Schemas['LatencyDistribution'] }) {
  if (total === 0) return <p class="quiet">No attempt got a response or timed out in this time range.</p>;
  const most = Math.max(...buckets.map((bucket) => bucket.count));
  const [first, last] = [buckets.findIndex((bucket) => bucket.count > 0), buckets.findLastIndex((bucket) => bucket.count > 0)];
  const rows = buckets.map((bucket, index) => ({ ...bucket, from: buckets[index - 1]?.up_to_ms ?? 0 })).slice(first, last + 1);
  return (
    <Table
      kind="distribution"
      rows={rows}
      columns={[
        ['Took', ({ from, up_to_ms: upTo }) => (upTo === null ? 'timed out' : `${duration(from)} to ${duration(upTo)}`), 'header'],
        ['Attempts', (bucket) => count(bucket.count), 'number'],
        [
          'Share',
          ({ up_to_ms: upTo, count: attempts }) => (
            <Share of={attempts} most={most} total={total} look={upTo === null ? 'timeout' : 'duration'} />
          ),
        ],
      ]}
    />
  );
}

const columns: readonly Column<FigurePoint>[] = [
  ['From', (point) => localTime(point.at), 'header'],
  ['Delivered', (point) => count(point.delivered_count), 'number'],
  ['Failed', (point) => count(point.failed_count), 'number'],
  ['Not sent', (point) => count(point.disabled_count), 'number'],
  ...outcomes.map(([member, , name]): Column<FigurePoint> => [`Attempts: ${name}`, (point) => count(point.attempts[member]), 'number']),
  ['Pending', (point) => count(point.pending_count), 'number'],
  ['p50', (point) => msOf(point.p50_ms), 'number'],
  ['p90', (point) => msOf(point.p90_ms), 'number'],
  ['p99', (point) => msOf(point.p99_ms), 'number'],
];

/** The numbers of the pictures, also for screen readers. */
export function FiguresTable({ points }: { points: readonly FigurePoint[] }) {
  const shown = points.filter(
    (point) => point.delivered_count + point.failed_count + point.disabled_count + point.pending_count + height(point) > 0,
  );
  const none = <p class="quiet">There were no deliveries in this time range.</p>;
  return (
    <Disclosure title="Show as a table">
      <Table label="Figures" kind="plain" rows={shown} empty={none} columns={columns} />
    </Disclosure>
  );
}
