import { line } from 'd3-shape';
import type { Schemas } from '../api.ts';
import { count, shortCount } from '../numbers.ts';
import { clockTime, duration } from '../time.ts';
import { Plot } from './plot.tsx';

export type FiguresPoint = Schemas['FigurePoint'];

const timesOf = (points: readonly FiguresPoint[]) => points.map(({ at }) => Date.parse(at));
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

export function totalsOf(points: readonly FiguresPoint[]): { delivered: number; failed: number } {
  return { delivered: sum(points.map((point) => point.delivered_count)), failed: sum(points.map((point) => point.failed_count)) };
}

interface PictureProps {
  readonly points: readonly FiguresPoint[];
  readonly intervalMs: number;
}

/** Deliveries of each interval by their outcome, failed ones on top. */
export function DeliveriesPicture({ points, intervalMs }: PictureProps) {
  const { delivered, failed } = totalsOf(points);
  const times = timesOf(points);
  const summary = (
    <>
      <span class="key good">{count(delivered)} delivered</span> <span class="key bad">{count(failed)} failed</span>
    </>
  );
  return (
    <Plot
      label={`Deliveries over time: ${count(delivered)} delivered, ${count(failed)} failed`}
      times={times}
      intervalMs={intervalMs}
      top={Math.max(...points.map((point) => point.delivered_count + point.failed_count), 0)}
      tick={shortCount}
      summary={summary}
      readout={(index) => (
        <>
          <span class="key good">{count(points[index]!.delivered_count)} delivered</span>{' '}
          <span class="key bad">{count(points[index]!.failed_count)} failed</span>
        </>
      )}
    >
      {({ x, y, step }) =>
        points.map(({ at, delivered_count: good, failed_count: bad }, index) => {
          const place = { x: x(times[index]!) + step * 0.1, width: Math.max(step * 0.8, 1) };
          return (
            <g key={at}>
              {good > 0 && <rect class="bar good" {...place} y={y(good)} height={y(0) - y(good)} />}
              {bad > 0 && <rect class="bar bad" {...place} y={y(good + bad)} height={y(good) - y(good + bad)} />}
            </g>
          );
        })
      }
    </Plot>
  );
}

const msOf = (value: number | null) => (value === null ? 'none' : duration(value));

/** How long the receiver took for half of the attempts, and for 99 of 100. */
export function LatencyPicture({ points, intervalMs }: PictureProps) {
  const times = timesOf(points);
  const measured = points.filter((point) => point.p99_ms !== null);
  const slowest = Math.max(...measured.map((point) => point.p99_ms!), 0);
  const keys = (p50: string, p99: string) => (
    <>
      <span class="key p50">p50 {p50}</span> <span class="key p99">p99 {p99}</span>
    </>
  );
  const latest = measured.at(-1);
  return (
    <Plot
      label={
        latest
          ? `Latency over time, most recently p50 ${msOf(latest.p50_ms)} and p99 ${msOf(latest.p99_ms)}`
          : 'Latency over time: no measurements'
      }
      times={times}
      intervalMs={intervalMs}
      top={Math.max(slowest, 20)}
      tick={(value) => (slowest >= 2_000 ? `${value / 1_000} s` : `${value} ms`)}
      summary={latest ? keys(msOf(latest.p50_ms), msOf(latest.p99_ms)) : <span class="quiet">No deliveries to measure</span>}
      readout={(index) => keys(msOf(points[index]!.p50_ms), msOf(points[index]!.p99_ms))}
    >
      {({ x, y, step }) =>
        (['p99_ms', 'p50_ms'] as const).map((member) => {
          const path = line<FiguresPoint>()
            .defined((point) => point[member] !== null)
            .x((_, index) => x(times[index]!) + step / 2)
            .y((point) => y(point[member]!));
          // A point between two gaps has no line: its dot shows it.
          return (
            <g key={member} class={`series ${member === 'p50_ms' ? 'p50' : 'p99'}`}>
              <path d={path(points) ?? ''} />
              {points.map((point, index) =>
                point[member] === null ? null : <circle key={point.at} cx={x(times[index]!) + step / 2} cy={y(point[member])} r={1.8} />,
              )}
            </g>
          );
        })
      }
    </Plot>
  );
}

/** The same figures to read, for those who cannot see the pictures or want the numbers. */
export function FiguresTable({ points }: { points: readonly FiguresPoint[] }) {
  const shown = points.filter((point) => point.delivered_count + point.failed_count > 0 || point.p50_ms !== null);
  return (
    <details class="as-table">
      <summary>Show as a table</summary>
      {shown.length === 0 ? (
        <p class="quiet">There were no deliveries in this time range.</p>
      ) : (
        <div class="scroll" role="region" aria-label="Figures" tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">From</th>
                <th scope="col" class="number">
                  Delivered
                </th>
                <th scope="col" class="number">
                  Failed
                </th>
                <th scope="col" class="number">
                  p50
                </th>
                <th scope="col" class="number">
                  p99
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map((point) => (
                <tr key={point.at}>
                  <th scope="row">{clockTime(Date.parse(point.at))}</th>
                  <td class="number">{count(point.delivered_count)}</td>
                  <td class="number">{count(point.failed_count)}</td>
                  <td class="number">{msOf(point.p50_ms)}</td>
                  <td class="number">{msOf(point.p99_ms)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </details>
  );
}

/** A small picture of the last hour for a list of endpoints; the text next to it has the same figures. */
export function Sparkline({ points }: { points: readonly FiguresPoint[] }) {
  const top = Math.max(...points.map((point) => point.delivered_count + point.failed_count), 1);
  return (
    <svg
      class="sparkline"
      viewBox={`0 0 ${Math.max(points.length, 1) * 4} 32`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      {points.map(({ at, delivered_count: good, failed_count: bad }, index) => (
        <g key={at} transform={`translate(${index * 4},0)`}>
          <rect class="rest" y={31} width={3} height={1} />
          {good > 0 && <rect class="bar good" y={32 - Math.max((good / top) * 32, 2)} width={3} height={Math.max((good / top) * 32, 2)} />}
          {bad > 0 && <rect class="bar bad" y={32 - ((good + bad) / top) * 32} width={3} height={Math.max((bad / top) * 32, 2)} />}
        </g>
      ))}
    </svg>
  );
}
