import { useRef } from 'preact/hooks';
import type { FigurePoint, Figures, Schemas } from '../schemas.ts';
import { useQuery, type Query } from '../use-query.ts';
import { useAgency } from '../views.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Counts of the latest minutes may still change, because outcomes are written with a delay. */
const openMs = 10 * minuteMs;
/** The maximum age of the minutes while the figures are by the hour. */
const staleMs = 5 * minuteMs;

export const spans = {
  hour: { text: 'Last hour', ms: hourMs, interval: 'minute' },
  day: { text: 'Last day', ms: dayMs, interval: 'hour' },
  week: { text: 'Last 7 days', ms: 7 * dayMs, interval: 'hour' },
  month: { text: 'Last 30 days', ms: 30 * dayMs, interval: 'hour' },
} as const;
export type Span = keyof typeof spans;

export interface EndpointFigures {
  readonly figures: Figures;
  /** Every minute of the last day. */
  readonly day: readonly FigurePoint[];
}

const lastAt = (points: readonly FigurePoint[]) => (points.length === 0 ? 0 : Date.parse(points.at(-1)!.at));
const since = (points: readonly FigurePoint[], start: number) => points.filter(({ at }) => Date.parse(at) + minuteMs > start);

/** Points, some replaced by newer ones. */
const merged = (known: readonly FigurePoint[], read: readonly FigurePoint[], start: number) => [
  ...since(known, start).filter(({ at }) => at < read[0]!.at),
  ...read,
];

/**
 * The figures of a time range, and the minutes of the last day. The first request for the last hour returns both. Later requests return the
 * minutes since the previous one.
 */
export function useEndpointFigures(endpointId: string, span: Span): Query<EndpointFigures> {
  const { api } = useAgency();
  const day = useRef<readonly FigurePoint[]>([]);
  const read = (interval: Schemas['FigureInterval'], start: number, end: number, totalsStart = start) => {
    const query = {
      interval,
      start: new Date(start).toISOString(),
      end: new Date(end).toISOString(),
      ...(totalsStart === start ? {} : { totals_start: new Date(totalsStart).toISOString() }),
    };
    return api.webhooks.figures({ endpoint_id: endpointId, ...query });
  };
  const load = async (): Promise<EndpointFigures> => {
    const now = Date.now();
    const { ms, interval } = spans[span];
    const unknown = Math.max(now - dayMs, lastAt(day.current) - openMs);
    const keep = (points: readonly FigurePoint[]) => {
      day.current = merged(day.current, points, now - dayMs);
    };
    if (interval === 'minute') {
      const figures = await read(interval, Math.min(now - ms, unknown), now, now - ms);
      keep(figures.points);
      return { figures: { ...figures, points: since(figures.points, now - ms) }, day: day.current };
    }
    const isStale = now - lastAt(day.current) > staleMs;
    const [figures, minutes] = await Promise.all([read(interval, now - ms, now), isStale ? read('minute', unknown, now) : undefined]);
    if (minutes) keep(minutes.points);
    return { figures, day: day.current };
  };
  return useQuery(load, [api, endpointId, span], minuteMs);
}
