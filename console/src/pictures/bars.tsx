import { count, counted } from '../format.ts';
import type { FigurePoint, OperatorSchemas } from '../schemas.ts';
import { failedCount } from './outcomes.ts';

/** Sizes in drawing units. `least` is the height of the smallest bar, `base` that of the base line. */
const looks = {
  activity: { width: 5, gap: 2, height: 24, least: 1.5, base: 0.75 },
  sparkline: { width: 3, gap: 1, height: 32, least: 2, base: 1 },
} as const;

interface BarsProps {
  readonly look: keyof typeof looks;
  /** The bars, with the failed part on top. */
  readonly bars: readonly { readonly good: number; readonly bad: number }[];
  /** A description, unless the adjacent text has the same figures. */
  readonly text?: string;
}

function Bars({ look, bars, text }: BarsProps) {
  const { width, gap, height, least, base } = looks[look];
  const top = Math.max(...bars.map(({ good, bad }) => good + bad), 1);
  const tall = (value: number) => (value === 0 ? 0 : Math.max((value / top) * height, least));
  const read = text === undefined ? { 'aria-hidden': true, preserveAspectRatio: 'none' } : { role: 'img' as const, 'aria-label': text };
  return (
    <svg class={look} viewBox={`0 0 ${Math.max(bars.length, 1) * (width + gap)} ${height}`} focusable="false" {...read}>
      {text !== undefined && <title>{text}</title>}
      {bars.map((of, index) => {
        const [good, bad] = [tall(of.good), tall(of.bad)];
        return (
          <g key={index} transform={`translate(${index * (width + gap)},0)`}>
            <rect class="base" y={height - base} width={width} height={base} />
            <rect class="bar ok" y={height - good} width={width} height={good} />
            <rect class="bar bad" y={Math.max(height - good - bad, 0)} width={width} height={bad} />
          </g>
        );
      })}
    </svg>
  );
}

export function ActivityPicture({ points }: { points: readonly OperatorSchemas['ActivityPoint'][] }) {
  const bars = points.map(({ attempt_count: all, failed_attempt_count: bad }) => ({ good: all - bad, bad }));
  const [all, failed] = [points.reduce((sum, of) => sum + of.attempt_count, 0), bars.reduce((sum, { bad }) => sum + bad, 0)];
  return <Bars look="activity" bars={bars} text={`${counted(all, 'attempt')} in the last hour, ${count(failed)} failed`} />;
}

export const Sparkline = ({ points }: { points: readonly FigurePoint[] }) => (
  <Bars look="sparkline" bars={points.map(({ attempts }) => ({ good: attempts.http_2xx_count, bad: failedCount(attempts) }))} />
);
