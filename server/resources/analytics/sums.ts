import { rollUpSpans, utcDays, utcWeeks, type Span } from '../../query/roll-up-spans.ts';
import { Values } from '../../query/values.ts';

/** What the figures are told apart by, besides their period. */
export type Key = 'creator_id' | 'user_id' | 'order_type';

export interface SumsRequest {
  readonly periods: readonly { readonly fromMs: number; readonly untilMs: number }[];
  readonly keys: readonly Key[];
  readonly creatorIds?: readonly string[];
  readonly userIds?: readonly string[];
  /** Counts messages too. */
  readonly withMessages?: boolean;
}

interface Source {
  readonly table: string;
  readonly instant: string;
  /** Condition that picks the rows with this request's dimension. */
  readonly condition?: string;
  readonly columnOf: (key: Key) => string;
  readonly spans: readonly Span[];
  readonly hasOrders: boolean;
  readonly hasMessages: boolean;
}

type Dimension = 'creator' | 'employee' | 'order_type';

/** Of the blocks, the rows of one dimension are read: the one that tells the keys and filters apart. */
function dimensionOf({ keys, userIds }: SumsRequest): Dimension {
  if (keys.includes('user_id') || userIds) return 'employee';
  return keys.includes('order_type') ? 'order_type' : 'creator';
}

function sourcesOf(request: SumsRequest): Source[] {
  const dimension = dimensionOf(request);
  const { blocks, quarters } = rollUpSpans(request.periods, dimension === 'creator' ? utcDays : utcWeeks);
  const ofQuarters = { instant: 'quarter', columnOf: (key: Key) => key, spans: quarters };
  const sources: Source[] = [
    {
      table: '{activity_blocks}',
      instant: 'starts_at',
      condition: `r.dimension = '${dimension}'`,
      columnOf: (key) => (key === 'creator_id' ? key : 'value'),
      spans: blocks,
      hasOrders: true,
      hasMessages: true,
    },
    { ...ofQuarters, table: '{revenue_quarters}', hasOrders: true, hasMessages: false },
  ];
  if (request.withMessages) sources.push({ ...ofQuarters, table: '{message_quarters}', hasOrders: false, hasMessages: true });
  return sources.filter(({ spans }) => spans.length > 0);
}

/** Each span is summed on its own, so that it costs one range of the roll-up's key. */
function summedSpans(source: Source, request: SumsRequest, values: Values): string {
  const seconds = (ms: number) => ms / 1000;
  const [period, from, until, sign] = [
    values.place(source.spans.map((span) => span.period), 'int[]'),
    values.place(source.spans.map((span) => seconds(span.fromMs)), 'float8[]'),
    values.place(source.spans.map((span) => seconds(span.untilMs)), 'float8[]'),
    values.place(source.spans.map((span) => span.sign), 'int[]'),
  ];
  const conditions = [
    ...(source.condition ? [source.condition] : []),
    `r.${source.instant} >= to_timestamp(s.from_seconds)`,
    `r.${source.instant} < to_timestamp(s.until_seconds)`,
    ...(request.creatorIds ? [`r.creator_id = ANY (${values.place(request.creatorIds, 'text[]')})`] : []),
    ...(request.userIds ? [`r.${source.columnOf('user_id')} = ANY (${values.place(request.userIds, 'text[]')})`] : []),
  ];
  const keys = request.keys.map((key) => `r.${source.columnOf(key)} AS ${key}`);
  const sum = (column: string, isPresent: boolean) => `${isPresent ? `sum(r.${column})` : '0'} AS ${column}`;
  const columns = [
    ...keys,
    ...['revenue_cents', 'refunded_cents', 'orders_count'].map((column) => sum(column, source.hasOrders)),
    ...(request.withMessages ? [sum('messages_sent_count', source.hasMessages)] : []),
  ];
  return `
    SELECT s.period, s.sign, t.*
      FROM unnest(${period}, ${from}, ${until}, ${sign}) AS s (period, from_seconds, until_seconds, sign)
     CROSS JOIN LATERAL (
           SELECT ${columns.join(', ')}
             FROM ${source.table} r
            WHERE ${conditions.join(' AND ')}
            ${keys.length > 0 ? `GROUP BY ${keys.map((_, index) => index + 1).join(', ')}` : ''}) t`;
}

/** A query of the sums per period and key, as far as there are any, for the FROM of a statement with these values. */
export function sumsOf(request: SumsRequest, values: Values): string {
  const parts = sourcesOf(request).map((source) => summedSpans(source, request, values));
  const figures = ['revenue_cents', 'refunded_cents', 'orders_count', ...(request.withMessages ? ['messages_sent_count'] : [])];
  return `
    SELECT ${['period', ...request.keys].join(', ')},
           ${figures.map((figure) => `coalesce(sum(sign * ${figure}), 0)::bigint AS ${figure}`).join(', ')}
      FROM (${parts.join(' UNION ALL ')}) p
     GROUP BY ${['period', ...request.keys].join(', ')}`;
}
