import { absoluteTime, localTime, relativeTime } from '../time.ts';

/** An instant on the viewer's clock, and in UTC. */
export function FullTime({ at }: { at: string }) {
  return (
    <>
      <Time at={at} /> <span class="quiet small utc">{absoluteTime(at)}</span>
    </>
  );
}

/** An instant on the viewer's clock, with the absolute one at hand. */
export function Time({ at, relative = false }: { at: string; relative?: boolean }) {
  return (
    <time dateTime={at} title={relative ? `${localTime(at)} · ${absoluteTime(at)}` : absoluteTime(at)}>
      {relative ? relativeTime(at) : localTime(at)}
    </time>
  );
}
