import type { Schemas } from '../schemas.ts';
import { count, counted, duration } from '../format.ts';
import { EventType } from './values.tsx';

type DeliveryForecast = Schemas['DeliveryForecast'];

/** A rounded duration, as `4 minutes`. */
function aboutTime(seconds: number): string {
  if (seconds < 60) return counted(Math.max(seconds, 1), 'second');
  return seconds < 7_200 ? counted(Math.round(seconds / 60), 'minute') : counted(Math.round(seconds / 3_600), 'hour');
}

/** The duration and the risks of an action, as `This takes about 4 minutes: 90% of the attempts in the endpoint’s latest hour took 2.4 s or less.` */
export function forecastSentences(forecast: DeliveryForecast): string[] {
  const { duration_seconds: seconds, p90_ms: p90, queued_before_count: before, may_open_breaker: mayOpen, max_per_second: rate } = forecast;
  const failuresLeft = Math.max(forecast.breaker_failures - forecast.consecutive_failures, 1);
  return [
    seconds === null || p90 === null
      ? 'Nothing was sent to this endpoint in the last 24 hours, so the time is unknown.'
      : `This takes about ${aboutTime(seconds)}${before > 0 ? `, after ${counted(before, 'pending delivery', 'pending deliveries')}` : ''}: 90% of the attempts in the endpoint’s latest hour took ${duration(p90)} or less${rate === null ? '' : `, and it gets at most ${count(rate)} a second`}.`,
    ...(mayOpen === true
      ? [
          `It may disable the endpoint: its latest deliveries failed, and after ${counted(failuresLeft, 'more failed delivery', 'more failed deliveries')} in a row the service disables it.`,
        ]
      : []),
    ...(mayOpen === null ? ['Whether it works now is unknown: send a test event first.'] : []),
  ];
}

/** A preview of sending events: the number of each type, and the forecast for the endpoint. */
export function Forecast({
  counts,
  forecast,
}: {
  counts: readonly { readonly event_type: string; readonly count: number }[];
  forecast: DeliveryForecast | undefined;
}) {
  const [time, ...others] = forecast ? forecastSentences(forecast) : [];
  return (
    <>
      <ul class="plain">
        {counts.map(({ event_type: type, count: of }) => (
          <li key={type}>
            <EventType type={type} /> {count(of)}
          </li>
        ))}
      </ul>
      {time !== undefined && <p class="forecast">{time}</p>}
      {others.map((sentence) => (
        <p key={sentence} class="notice warning">
          {sentence}
        </p>
      ))}
    </>
  );
}
