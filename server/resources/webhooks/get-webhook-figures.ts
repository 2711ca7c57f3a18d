import { deliveryEventTypes } from '../../../generated/events.ts';
import type { GetWebhookFiguresRequest } from '../../../generated/interfaces/webhooks.ts';
import type { FigurePoint, WebhookFigures } from '../../../generated/models.ts';
import { limits } from '../../../generated/limits.ts';
import type { ContextOf } from '../../access/request-context.ts';
import { failedAttemptColumns, sumAttempts, summedAttempts } from '../../entities/attempt-counts.ts';
import { backlogColumns, presentBacklog, type EndpointBacklogRow } from '../../entities/endpoint-backlog.ts';
import { presentFailed, type FailedAttemptsRow } from '../../entities/endpoint-incident.ts';
import { isReportType } from '../../declare/event-creators.ts';
import { sumLatencies, presentLatencies, quantilesOf } from '../../entities/latencies.ts';
import type { CounterRow } from '../../entities/webhook-delivery.ts';
import { parseInstant } from '../../query/instants.ts';
import type { Handler } from '../handler.ts';

const minuteMs = 60_000;
const pointMs = { minute: minuteMs, hour: 60 * minuteMs };
/** The points of a window without a start. */
const points = { minute: 60, hour: 24 };

interface StretchRow extends EndpointBacklogRow {
  start_at: Date;
  end_at: Date;
}

interface Stretch {
  readonly endpointId: string;
  readonly interval: 'minute' | 'hour';
  readonly startAt: Date;
  readonly endAt: Date;
}

/** The window in whole points by the database's clock, and the backlog of the endpoint. */
const stretchOfEndpoint = `
  SELECT date_bin(w.step, coalesce($2::timestamptz, w.end_at - $4::int * w.step), 'epoch') AS start_at, w.end_at, ${backlogColumns}
    FROM {webhook_endpoints} e
   CROSS JOIN (
     SELECT s.step, date_bin(s.step, coalesce($3::timestamptz, now()) + s.step - interval '1 millisecond', 'epoch') AS end_at
       FROM (SELECT $5::int * interval '1 millisecond' AS step) s
   ) w
   WHERE e.id = $1`;

interface CountRow extends CounterRow {
  at: Date;
  latencies: number[];
}

const columns = ['event_type', 'delivered_count', 'failed_count', 'disabled_count', ...failedAttemptColumns, 'latencies']
  .map((column) => `c.${column}`)
  .join(', ');

/** Row comparisons prevent a plan with the index of the time, which all endpoints share. */
const countsByMinute = `
  SELECT c.minute AS at, ${columns}
    FROM {delivery_minutes} c
   WHERE (c.endpoint_id, c.minute) >= ($1::uuid, $2::timestamptz) AND (c.endpoint_id, c.minute) < ($1::uuid, $3::timestamptz)`;

/** Reads the computed hourly sums from the first whole hour after the endpoint lost a creator, and the rest by the minute. */
const countsByHour = `
  WITH stretch AS MATERIALIZED (
    SELECT greatest($2::timestamptz, date_trunc('hour', e.narrowed_at)) AS from_minute,
           greatest($2::timestamptz, date_bin('1 hour', e.narrowed_at + interval '59 minutes 59.999 seconds', 'epoch')) AS from_hour,
           least($3::timestamptz, p.rolled_up_to) AS to_hour
      FROM {webhook_endpoints} e CROSS JOIN (SELECT rolled_up_to FROM delivery_hours_progress LIMIT 1) p
     WHERE e.id = $1
  )
  SELECT c.hour AS at, ${columns} FROM stretch s JOIN {delivery_hours} c
      ON (c.endpoint_id, c.hour) >= ($1::uuid, s.from_hour) AND (c.endpoint_id, c.hour) < ($1::uuid, s.to_hour)
  UNION ALL
  SELECT m.hour, m.event_type, sum(m.delivered_count)::bigint, sum(m.failed_count)::bigint, sum(m.disabled_count)::bigint, ${summedAttempts} FROM (
    SELECT date_trunc('hour', c.minute) AS hour, ${columns} FROM stretch s JOIN {delivery_minutes} c
        ON (c.endpoint_id, c.minute) >= ($1::uuid, s.from_minute) AND (c.endpoint_id, c.minute) < ($1::uuid, least(s.from_hour, $3))
    UNION ALL
    SELECT date_trunc('hour', c.minute), ${columns} FROM stretch s JOIN {delivery_minutes} c
        ON (c.endpoint_id, c.minute) >= ($1::uuid, greatest(s.from_hour, s.to_hour)) AND (c.endpoint_id, c.minute) < ($1::uuid, $3::timestamptz)
  ) m GROUP BY 1, 2`;

/** Failed attempts by their outcome. An hour has a number for each minute, so that the first and the last hour are counted in part. */
const failedByOutcome = `
  SELECT c.code, min(c.error) AS error, sum(minute.count)::bigint AS count
    FROM {failed_attempts} c
   CROSS JOIN LATERAL (SELECT extract(epoch FROM $2::timestamptz - c.hour)::int / 60 + 1 AS first, extract(epoch FROM $3::timestamptz - c.hour)::int / 60 AS last) part
   CROSS JOIN unnest(c.counts[greatest(part.first, 1):least(part.last, 60)]) AS minute (count)
   WHERE (c.endpoint_id, c.hour) >= ($1::uuid, date_trunc('hour', $2::timestamptz)) AND (c.endpoint_id, c.hour) < ($1::uuid, $3::timestamptz)
   GROUP BY c.code HAVING sum(minute.count) > 0
   ORDER BY count DESC, c.code`;

/** The most pending deliveries of each point. */
const pendingByPoint = `
  SELECT date_bin($4::int * interval '1 millisecond', c.minute, 'epoch') AS at, max(c.pending_count)::int AS pending_count
    FROM {pending_minutes} c
   WHERE (c.endpoint_id, c.minute) >= ($1::uuid, $2::timestamptz) AND (c.endpoint_id, c.minute) < ($1::uuid, $3::timestamptz)
   GROUP BY 1`;

interface PendingRow {
  at: Date;
  pending_count: number;
}

function sumOf(counts: readonly CountRow[]): Pick<FigurePoint, 'delivered_count' | 'failed_count' | 'disabled_count' | 'attempts'> {
  const sum = (column: 'delivered_count' | 'failed_count' | 'disabled_count') => counts.reduce((total, row) => total + row[column], 0);
  return {
    delivered_count: sum('delivered_count'),
    failed_count: sum('failed_count'),
    disabled_count: sum('disabled_count'),
    attempts: sumAttempts(counts),
  };
}

function pointsOf({ interval, startAt, endAt }: Stretch, counts: readonly CountRow[], pending: readonly PendingRow[]): FigurePoint[] {
  const countsAt = Map.groupBy(counts, ({ at }) => at.getTime());
  const pendingAt = new Map(pending.map(({ at, pending_count }) => [at.getTime(), pending_count]));
  const step = pointMs[interval];
  return Array.from({ length: (endAt.getTime() - startAt.getTime()) / step }, (_, index) => {
    const at = startAt.getTime() + index * step;
    const rows = countsAt.get(at) ?? [];
    return { at: new Date(at).toISOString(), ...sumOf(rows), pending_count: pendingAt.get(at) ?? 0, ...quantilesOf(sumLatencies(rows)) };
  });
}

type FiguresWindow = Pick<GetWebhookFiguresRequest, 'interval' | 'start' | 'end' | 'totals_start'>;

const wholePoint = (at: Date, interval: 'minute' | 'hour') => new Date(Math.floor(at.getTime() / pointMs[interval]) * pointMs[interval]);

/** The figures of an endpoint; undefined for an unknown one. */
export async function figuresOf(
  endpointId: string,
  { interval, ...given }: FiguresWindow,
  context: ContextOf<'getWebhookFigures' | 'listWebhookFigures'>,
): Promise<WebhookFigures | undefined> {
  const start = given.start === undefined ? null : parseInstant('start', given.start, context);
  const end = given.end === undefined ? null : parseInstant('end', given.end, context);
  const totalsStart = given.totals_start === undefined ? undefined : parseInstant('totals_start', given.totals_start, context);
  const [row] = await context.data.query<StretchRow>({
    text: stretchOfEndpoint,
    values: [endpointId, start, end, points[interval], pointMs[interval]],
    plan: 'by-index',
  });
  if (!row) return undefined;
  const stretch = { endpointId, interval, startAt: row.start_at, endAt: row.end_at };
  if (stretch.endAt.getUTCFullYear() > 9999) {
    throw context.problem('validation_failed', { detail: `"end" is after the last whole ${interval} of the year 9999.` });
  }
  if (stretch.startAt.getUTCFullYear() < 1) {
    throw context.problem('validation_failed', { detail: 'The window begins before the year 1. Give "start", or a later "end".' });
  }
  const count = (stretch.endAt.getTime() - stretch.startAt.getTime()) / pointMs[interval];
  if (count <= 0) throw context.problem('validation_failed', { detail: '"end" must be after "start"; it defaults to now.' });
  if (count > limits.figurePoints) {
    throw context.problem('validation_failed', {
      detail: `The window has ${count} points of a${interval === 'hour' ? 'n' : ''} ${interval}; at most ${limits.figurePoints} are accepted.`,
    });
  }
  const totalsAt = totalsStart === undefined ? stretch.startAt : wholePoint(totalsStart, interval);
  if (totalsAt < stretch.startAt || totalsAt >= stretch.endAt) {
    throw context.problem('validation_failed', { detail: '"totals_start" must be within the window from "start" to "end".' });
  }
  const counts = await context.data.query<CountRow>({
    text: interval === 'minute' ? countsByMinute : countsByHour,
    values: [endpointId, stretch.startAt, stretch.endAt],
  });
  const counted = counts.filter(({ at }) => at >= totalsAt);
  const pending = await context.data.query<PendingRow>({
    text: pendingByPoint,
    values: [endpointId, stretch.startAt, stretch.endAt, pointMs[interval]],
  });
  const failed = await context.data.query<FailedAttemptsRow>({ text: failedByOutcome, values: [endpointId, totalsAt, stretch.endAt] });
  return {
    interval,
    start: stretch.startAt.toISOString(),
    end: stretch.endAt.toISOString(),
    points: pointsOf(stretch, counts, pending),
    latency: presentLatencies(sumLatencies(counted)),
    by_event_type: deliveryEventTypes
      .map((type) => ({ type, ofType: counted.filter(({ event_type }) => event_type === type) }))
      .filter(({ type, ofType }) => !isReportType(type) || ofType.length > 0)
      .map(({ type, ofType }) => ({ event_type: type, ...sumOf(ofType) })),
    failed_attempts: failed.map(presentFailed),
    now: presentBacklog(row),
  };
}

export const getWebhookFigures: Handler<'getWebhookFigures'> = async ({ endpoint_id: endpointId, ...window }, context) => {
  const figures = await figuresOf(endpointId, window, context);
  if (!figures) throw context.problem('unknown_webhook_endpoint');
  return figures;
};
