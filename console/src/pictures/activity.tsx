import type { OperatorSchemas } from '../schemas.ts';
import { counted, count } from '../numbers.ts';

type Point = OperatorSchemas['ActivityPoint'];

const [barWidth, gap, height] = [5, 2, 24];

/** Attempts of an hour by five minutes, the failed ones on top. */
export function ActivityPicture({ points }: { points: readonly Point[] }) {
  const top = Math.max(...points.map(({ attempt_count: all }) => all), 1);
  const sum = (member: keyof Point) => points.reduce((total, point) => total + point[member], 0);
  const words = `${counted(sum('attempt_count'), 'attempt')} in the last hour, ${count(sum('failed_attempt_count'))} failed`;
  const tall = (value: number) => (value === 0 ? 0 : Math.max((value / top) * height, 1.5));
  return (
    <svg class="activity" viewBox={`0 0 ${points.length * (barWidth + gap)} ${height}`} role="img" aria-label={words}>
      <title>{words}</title>
      {points.map(({ attempt_count: all, failed_attempt_count: failed }, index) => {
        const [good, bad] = [tall(all - failed), tall(failed)];
        return (
          <g key={index} transform={`translate(${index * (barWidth + gap)},0)`}>
            <rect class="activity-rest" y={height - 0.75} width={barWidth} height={0.75} />
            <rect class="activity-good" y={height - good} width={barWidth} height={good} />
            <rect class="activity-bad" y={Math.max(height - good - bad, 0)} width={barWidth} height={bad} />
          </g>
        );
      })}
    </svg>
  );
}
