import { count, counted } from '../format.ts';
import type { OperatorSchemas } from '../schemas.ts';
import type { FiguresPoint } from './figures.tsx';
import { failedCount } from './outcomes.ts';

interface BarsProps {
  readonly look: 'activity' | 'sparkline';
  /** What each interval has, the failed ones on top. */
  readonly bars: readonly { readonly good: number; readonly bad: number }[];
  readonly width: number;
  readonly gap: number;
  readonly height: number;
  /** The least height of a bar that is not nothing. */
  readonly least: number;
  /** Height of the line below. */
  readonly rest: number;
  /** What it shows, unless the text next to it has the same figures. */
  readonly words?: string;
}

function Bars({ look, bars, width, gap, height, least, rest, words }: BarsProps) {
  const top = Math.max(...bars.map(({ good, bad }) => good + bad), 1);
  const tall = (value: number) => (value === 0 ? 0 : Math.max((value / top) * height, least));
  const read = words === undefined ? { 'aria-hidden': true, preserveAspectRatio: 'none' } : { role: 'img' as const, 'aria-label': words };
  return (
    <svg class={look} viewBox={`0 0 ${Math.max(bars.length, 1) * (width + gap)} ${height}`} focusable="false" {...read}>
      {words !== undefined && <title>{words}</title>}
      {bars.map((of, index) => {
        const [good, bad] = [tall(of.good), tall(of.bad)];
        return (
          <g key={index} transform={`translate(${index * (width + gap)},0)`}>
            <rect class="rest" y={height - rest} width={width} height={rest} />
            <rect class="bar ok" y={height - good} width={width} height={good} />
            <rect class="bar bad" y={Math.max(height - good - bad, 0)} width={width} height={bad} />
          </g>
        );
      })}
    </svg>
  );
}

/** Attempts of an hour by five minutes. */
export function ActivityPicture({ points }: { points: readonly OperatorSchemas['ActivityPoint'][] }) {
  const bars = points.map(({ attempt_count: all, failed_attempt_count: bad }) => ({ good: all - bad, bad }));
  const [all, failed] = [points.reduce((sum, of) => sum + of.attempt_count, 0), bars.reduce((sum, { bad }) => sum + bad, 0)];
  const words = `${counted(all, 'attempt')} in the last hour, ${count(failed)} failed`;
  return <Bars look="activity" bars={bars} width={5} gap={2} height={24} least={1.5} rest={0.75} words={words} />;
}

/** Attempts of the last hour, for a list of endpoints. */
export function Sparkline({ points }: { points: readonly FiguresPoint[] }) {
  const bars = points.map(({ attempts }) => ({ good: attempts.http_2xx_count, bad: failedCount(attempts) }));
  return <Bars look="sparkline" bars={bars} width={3} gap={1} height={32} least={2} rest={1} />;
}
