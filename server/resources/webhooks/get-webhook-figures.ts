import { deliveryEventTypes } from '../../../generated/events.ts';
import type { GetWebhookFiguresRequest } from '../../../generated/interfaces/webhooks.ts';
import type { DeliveryCounter, DeliveryEventType, FigurePoint, WebhookFigures } from '../../../generated/models.ts';
import { limits } from '../../../generated/limits.ts';
import type { ScopedModels } from '../../access/scope/scoped-models.ts';
import type { ContextOf } from '../../access/request-context.ts';
import { backlogColumns, presentBacklog, type BacklogRow } from '../../entities/endpoint-backlog.ts';
import { parseInstant } from '../../query/instants.ts';
import { isUuid } from '../../query/uuid.ts';

const minuteMs = 60_000;
const pointMs = { minute: minuteMs, hour: 60 * minuteMs };
/** Of a window without a start. */
const points = { minute: 60, hour: 24 };

interface StretchRow extends BacklogRow {
  start_at: Date;
  end_at: Date;
}

interface Stretch {
  readonly endpointId: string;
  readonly interval: 'minute' | 'hour';
  readonly startAt: Date;
  readonly endAt: Date;
}

/** The window in whole points, by the database's clock, and what waits for the endpoint now. */
const stretchOfEndpoint = `
  SELECT date_bin(w.step, coalesce($2::timestamptz, w.end_at - $4::int * w.step), 'epoch') AS start_at, w.end_at, ${backlogColumns}
    FROM {webhook_endpoints} e
   CROSS JOIN (
     SELECT s.step, date_bin(s.step, coalesce($3::timestamptz, now()) + s.step - interval '1 millisecond', 'epoch') AS end_at
       FROM (SELECT $5::int * interval '1 millisecond' AS step) s
   ) w
   WHERE e.id = $1`;

interface CountRow {
  at: Date;
  event_type: DeliveryEventType;
  delivered_count: number;
  failed_count: number;
}

/** Endpoint and time are one position in the key: no plan takes the index of the time alone, which all endpoints share. */
const countsByMinute = `
  SELECT c.minute AS at, c.event_type, c.delivered_count, c.failed_count
    FROM {delivery_minutes} c
   WHERE (c.endpoint_id, c.minute) >= ($1::uuid, $2::timestamptz) AND (c.endpoint_id, c.minute) < ($1::uuid, $3::timestamptz)`;

/**
 * Hours from the sums by the hour, as far as those are made and from the first whole hour on after the endpoint lost a creator; what lies
 * before and behind them from the minutes.
 */
const countsByHour = `
  WITH stretch AS MATERIALIZED (
    SELECT greatest($2::timestamptz, date_trunc('hour', e.narrowed_at)) AS from_minute,
           greatest($2::timestamptz, date_bin('1 hour', e.narrowed_at + interval '59 minutes 59.999 seconds', 'epoch')) AS from_hour,
           least($3::timestamptz, p.rolled_up_to) AS to_hour
      FROM {webhook_endpoints} e CROSS JOIN (SELECT rolled_up_to FROM delivery_hours_progress LIMIT 1) p
     WHERE e.id = $1
  )
  SELECT c.hour AS at, c.event_type, c.delivered_count, c.failed_count FROM stretch s JOIN {delivery_hours} c
      ON (c.endpoint_id, c.hour) >= ($1::uuid, s.from_hour) AND (c.endpoint_id, c.hour) < ($1::uuid, s.to_hour)
  UNION ALL
  SELECT m.hour, m.event_type, sum(m.delivered_count)::bigint, sum(m.failed_count)::bigint FROM (
    SELECT date_trunc('hour', c.minute) AS hour, c.event_type, c.delivered_count, c.failed_count FROM stretch s JOIN {delivery_minutes} c
        ON (c.endpoint_id, c.minute) >= ($1::uuid, s.from_minute) AND (c.endpoint_id, c.minute) < ($1::uuid, least(s.from_hour, $3))
    UNION ALL
    SELECT date_trunc('hour', c.minute), c.event_type, c.delivered_count, c.failed_count FROM stretch s JOIN {delivery_minutes} c
        ON (c.endpoint_id, c.minute) >= ($1::uuid, greatest(s.from_hour, s.to_hour)) AND (c.endpoint_id, c.minute) < ($1::uuid, $3::timestamptz)
  ) m GROUP BY 1, 2`;

interface SampleRow {
  at: Date;
  sampled_count: number;
  p50_ms: number;
  p99_ms: number;
}

/**
 * Ids are time, so that a short run of the key is a sample of the deliveries queued then: of each point one at its beginning, one in its middle
 * and one at its end, of those types of which something was delivered in it.
 */
const samples = `
  SELECT s.at, count(*)::int AS sampled_count,
         percentile_disc(0.5) WITHIN GROUP (ORDER BY s.ms) AS p50_ms, percentile_disc(0.99) WITHIN GROUP (ORDER BY s.ms) AS p99_ms
    FROM (
      SELECT p.at, (h.attempts[cardinality(h.attempts)]::json ->> 'duration_ms')::int AS ms
        FROM unnest($2::timestamptz[], $3::text[], $4::int[]) AS p (at, type, most)
       CROSS JOIN generate_series(0, 2) AS third
       CROSS JOIN LATERAL (
         SELECT h.attempts
           FROM {delivery_history} h
          WHERE h.endpoint_id = $1 AND h.event_type = p.type AND h.status = 'delivered'
            AND h.id >= first_id_at(p.at + third * $5::int * interval '1 millisecond')
            AND h.id < first_id_at(p.at + (third + 1) * $5::int * interval '1 millisecond')
          ORDER BY h.id LIMIT p.most) h
    ) s
   WHERE s.ms IS NOT NULL
   GROUP BY s.at`;

async function readCounts(data: ScopedModels, { endpointId, interval, startAt, endAt }: Stretch): Promise<CountRow[]> {
  return data.query<CountRow>({ text: interval === 'minute' ? countsByMinute : countsByHour, values: [endpointId, startAt, endAt] });
}

/** Of each third of a point and each of its types so many deliveries that all together stay within the bounds. */
async function readSamples(data: ScopedModels, { endpointId, interval }: Stretch, counts: readonly CountRow[]): Promise<SampleRow[]> {
  const delivered = counts.filter(({ delivered_count }) => delivered_count > 0);
  if (delivered.length === 0) return [];
  const typesAt = Map.groupBy(delivered, ({ at }) => at.getTime());
  const ofPoint = Math.min(limits.figurePointSamples, Math.floor(limits.figureSamples / typesAt.size));
  return data.query<SampleRow>({
    text: samples,
    values: [
      endpointId,
      delivered.map(({ at }) => at),
      delivered.map(({ event_type }) => event_type),
      delivered.map(({ at }) => Math.max(1, Math.floor(ofPoint / (3 * typesAt.get(at.getTime())!.length)))),
      pointMs[interval] / 3,
    ],
  });
}

function pointsOf({ interval, startAt, endAt }: Stretch, counts: readonly CountRow[], sampled: readonly SampleRow[]): FigurePoint[] {
  const sampleAt = new Map(sampled.map((row) => [row.at.getTime(), row]));
  const countsAt = Map.groupBy(counts, ({ at }) => at.getTime());
  const step = pointMs[interval];
  return Array.from({ length: (endAt.getTime() - startAt.getTime()) / step }, (_, index) => {
    const at = startAt.getTime() + index * step;
    const sample = sampleAt.get(at);
    return {
      at: new Date(at).toISOString(),
      ...sumOf(countsAt.get(at) ?? []),
      sampled_count: sample?.sampled_count ?? 0,
      p50_ms: sample?.p50_ms ?? null,
      p99_ms: sample?.p99_ms ?? null,
    };
  });
}

function sumOf(counts: readonly CountRow[]): Pick<DeliveryCounter, 'delivered_count' | 'failed_count'> {
  return {
    delivered_count: counts.reduce((sum, { delivered_count }) => sum + delivered_count, 0),
    failed_count: counts.reduce((sum, { failed_count }) => sum + failed_count, 0),
  };
}

/** Nothing is stored for figures alone: counters exist anyway, and the deliveries' attempts have the latencies. */
export async function getWebhookFigures(
  request: GetWebhookFiguresRequest,
  context: ContextOf<'getWebhookFigures'>,
): Promise<WebhookFigures> {
  const { endpoint_id: endpointId, interval } = request;
  if (!isUuid(endpointId)) throw context.problem('unknown_webhook_endpoint');
  const start = request.start === undefined ? null : parseInstant('start', request.start, context);
  const end = request.end === undefined ? null : parseInstant('end', request.end, context);
  const [row] = await context.data.query<StretchRow>({
    text: stretchOfEndpoint,
    values: [endpointId, start, end, points[interval], pointMs[interval]],
  });
  if (!row) throw context.problem('unknown_webhook_endpoint');
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
  const counts = await readCounts(context.data, stretch);
  const sampled = await readSamples(context.data, stretch, counts);
  return {
    interval,
    start: stretch.startAt.toISOString(),
    end: stretch.endAt.toISOString(),
    points: pointsOf(stretch, counts, sampled),
    by_event_type: deliveryEventTypes.map((type) => ({
      event_type: type,
      ...sumOf(counts.filter(({ event_type }) => event_type === type)),
    })),
    now: presentBacklog(row),
  };
}
