import { Ban, CircleCheck, CircleMinus, CircleX, Pause, TriangleAlert } from 'lucide';
import type { Schemas } from '../schemas.ts';
import { localTime, shortTime } from '../format.ts';
import { Badge } from './values.tsx';

type Health = Schemas['EndpointHealth'];

const tones = { works: 'good', struggles: 'warning', fails: 'bad', silent: 'quiet', paused: 'quiet', disabled: 'bad' } as const;

const icons = {
  works: CircleCheck,
  struggles: TriangleAlert,
  fails: CircleX,
  silent: CircleMinus,
  paused: Pause,
  disabled: Ban,
} as const;

/** The state of an endpoint, as the service computes it from the latest attempts. */
export const HealthBadge = ({ health: { state } }: { health: Health }) => (
  <Badge tone={tones[state]} icon={icons[state]}>
    {state}
  </Badge>
);

/** Why the endpoint has its state and since when, as `Answers nothing since 14:02: 212 timeouts`. */
export function healthSentence({ state, reason, since, detail }: Health): string {
  const head =
    since === null
      ? reason
      : state === 'silent'
        ? `${reason}; the latest attempt was at ${shortTime(since)}`
        : `${reason} since ${shortTime(since)}`;
  return detail === null ? head : `${head}: ${detail}${state === 'works' ? ' in the last 5 minutes' : ''}`;
}

export const HealthLine = ({ health }: { health: Health }) => (
  <p class={`health ${tones[health.state]}`} title={health.since === null ? undefined : localTime(health.since)}>
    {healthSentence(health)}.
  </p>
);
