import type { Attempt, DeliveryDetail, Schemas } from '../schemas.ts';
import { attemptOutcome } from '../components/status.tsx';
import { duration, localTime } from '../format.ts';
import { plannedAttempts } from './planned-attempts.ts';
import { Drawing, tickCount } from './plot.tsx';
import { timeTicks } from './scale.ts';

interface Lane {
  readonly name: string;
  readonly delivery: DeliveryDetail;
  /** Whether the webhook listener is connected; null for other endpoints. */
  readonly isListening: boolean | null;
}

const laneName = ({ name, delivery, isListening }: Lane) =>
  delivery.next_attempt_at !== null && isListening === false ? `${name} · waits until the listener connects` : name;

const laneHeight = 38;
const minBar = 4;

const endOf = ({ attempted_at: at, duration_ms: took }: Attempt) => Date.parse(at) + took;

/** The attempts of a delivery to scale, the waits between them, and the planned attempts. */
function LaneMarks({ lane: { delivery, isListening }, x }: { lane: Lane; x: (at: number) => number }) {
  const planned = plannedAttempts(delivery, isListening);
  const { attempts } = delivery;
  const last = attempts.at(-1);
  const queued = Date.parse(delivery.created_at);
  const ended = planned.at(-1) ?? (last ? endOf(last) : queued);
  return (
    <>
      <line class="waits" x1={x(queued)} x2={x(ended)} y1={27} y2={27} />
      {attempts.map((attempt, index) => (
        <rect
          key={attempt.attempted_at}
          class={attempt.error === null ? 'bar ok' : 'bar bad'}
          x={x(Date.parse(attempt.attempted_at))}
          y={attempt.error === null ? 20 : 22}
          width={Math.max(x(endOf(attempt)) - x(Date.parse(attempt.attempted_at)), minBar)}
          height={attempt.error === null ? 14 : 10}
        >
          <title>
            Attempt {index + 1}: {attemptOutcome(attempt)}, {duration(attempt.duration_ms)}, {localTime(attempt.attempted_at)}
          </title>
        </rect>
      ))}
      {planned.map((at, index) => (
        <circle key={at} class="planned" cx={x(at)} cy={27} r={4.5}>
          <title>
            Attempt {attempts.length + index + 1}
            {index > 0 && ', if those before it fail'}: {localTime(at)}
          </title>
        </circle>
      ))}
    </>
  );
}

/** The deliveries of an event to scale, from its recording to the last planned attempt. */
export function Timeline({
  event,
  lanes,
}: {
  event: Pick<Schemas['RecordedEvent'], 'created_at' | 'recorded_at'>;
  lanes: readonly Lane[];
}) {
  const [occurred, start] = [Date.parse(event.created_at), Date.parse(event.recorded_at)];
  const instants = lanes.flatMap(({ delivery, isListening }) => [
    Date.parse(delivery.created_at),
    ...delivery.attempts.map(endOf),
    ...plannedAttempts(delivery, isListening),
  ]);
  const spanMs = Math.max(start + 1_000, ...instants) - start;
  const height = lanes.length * laneHeight;
  const attemptCount = lanes.reduce((sum, { delivery }) => sum + delivery.attempts.length, 0);
  return (
    <div class="plot timeline">
      <p class="axis-note">
        Recorded {localTime(start)}
        {start - occurred >= 1_000 && `, ${duration(start - occurred)} after the fact occurred`}. Time since then, to scale:{' '}
        <span class="key ok">acknowledged</span> <span class="key bad">failed</span> <span class="key planned">attempt to come</span>
      </p>
      <Drawing
        label={`${attemptCount} attempts of ${lanes.length} deliveries over ${duration(spanMs)}`}
        margin={{ top: 8, right: 14, bottom: 24, left: 8 }}
        height={height}
      >
        {(width) => (
          <>
            {[{ at: 0, text: 'recorded' }, ...timeTicks(spanMs, tickCount(width))].map(({ at, text }) => (
              <g key={at} transform={`translate(${(at / spanMs) * width},0)`}>
                <line class="grid" y2={height} />
                <text class="tick" y={height + 16} text-anchor={at === 0 ? 'start' : at > spanMs * 0.95 ? 'end' : 'middle'}>
                  {text}
                </text>
              </g>
            ))}
            {lanes.map((lane, index) => (
              <g key={lane.delivery.id} transform={`translate(0,${index * laneHeight})`}>
                <text class="lane-name" y={12}>
                  {laneName(lane)}
                </text>
                <LaneMarks lane={lane} x={(at) => (Math.max(at - start, 0) / spanMs) * width} />
              </g>
            ))}
          </>
        )}
      </Drawing>
    </div>
  );
}
