import type { Schemas } from '@agency-service/sdk';
import { counted } from './counted.ts';

function timeOf(seconds: number): string {
  if (seconds < 60) return counted(Math.max(seconds, 1), 'second');
  return seconds < 7_200 ? counted(Math.round(seconds / 60), 'minute') : counted(Math.round(seconds / 3_600), 'hour');
}

/** The expected duration of the deliveries, and a warning if they may disable the endpoint. */
export function forecastText(forecast: Schemas['DeliveryForecast']): string {
  const {
    duration_seconds: seconds,
    p90_ms,
    max_per_second: rate,
    may_open_breaker: mayOpen,
    consecutive_failures: failures,
    breaker_failures: limit,
  } = forecast;
  const time =
    seconds === null
      ? 'The service has not sent anything to the endpoint lately, so the time is unknown.'
      : `At the endpoint’s p90 of ${p90_ms} ms${rate === null ? '' : ` and its rate of ${rate} a second`}, this takes about ${timeOf(seconds)}.`;
  if (mayOpen !== true) return time;
  return `${time} Its latest deliveries failed: after ${counted(limit - failures, 'more failure')} in a row it is disabled.`;
}
