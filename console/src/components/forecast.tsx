import type { Schemas } from '../api.ts';
import { counted } from '../numbers.ts';
import { duration } from '../time.ts';

type DeliveryForecast = Schemas['DeliveryForecast'];

/** A time as people say it, as `4 minutes`. */
export function aboutTime(seconds: number): string {
  if (seconds < 60) return counted(Math.max(seconds, 1), 'second');
  return seconds < 7_200 ? counted(Math.round(seconds / 60), 'minute') : counted(Math.round(seconds / 3_600), 'hour');
}

/** What an action means for the endpoint, as `At this endpoint's p90 of 2.4 s, this takes about 4 minutes.` */
export function forecastSentences(forecast: DeliveryForecast): string[] {
  const { duration_seconds: seconds, p90_ms: p90, queued_before_count: before, may_open_breaker: mayOpen } = forecast;
  const failuresLeft = Math.max(forecast.breaker_failures - forecast.consecutive_failures, 1);
  return [
    seconds === null || p90 === null
      ? 'Nothing was sent to this endpoint in the last 24 hours, so the time is unknown.'
      : `At this endpoint's p90 of ${duration(p90)}, this takes about ${aboutTime(seconds)}${before > 0 ? `, after ${counted(before, 'pending delivery', 'pending deliveries')}` : ''}.`,
    ...(mayOpen === true
      ? [
          `It may open the breaker: the latest deliveries failed, and ${counted(failuresLeft, 'more failure')} in a row disable the endpoint.`,
        ]
      : []),
    ...(mayOpen === null ? ['Whether it works now is unknown: send a test event first.'] : []),
  ];
}

/** Shown before events are sent. */
export function Forecast({ forecast }: { forecast: DeliveryForecast }) {
  const [time, ...others] = forecastSentences(forecast);
  return (
    <>
      <p class="forecast">{time}</p>
      {others.map((sentence) => (
        <p key={sentence} class="notice warning">
          {sentence}
        </p>
      ))}
    </>
  );
}
