import { blockHours, coverPeriods, type Dimension, type RollUpSpan } from './roll-up-blocks.ts';
import type { Values } from './values.ts';

/** The key of the sums, in addition to the period. */
export type Key = 'creator_id' | 'user_id' | 'order_type';

export interface SumsRequest {
  readonly periods: readonly { readonly fromMs: number; readonly untilMs: number }[];
  readonly key?: Key;
  readonly creatorIds?: readonly string[];
  readonly userIds?: readonly string[];
  readonly withMessages?: boolean;
}

type Figure = 'revenue_cents' | 'refunded_cents' | 'orders_count' | 'messages_sent_count';

const orderFigures: readonly Figure[] = ['revenue_cents', 'refunded_cents', 'orders_count'];
const messageFigures: readonly Figure[] = ['messages_sent_count'];

/** A roll-up, and the spans to read from it. */
interface Source {
  readonly table: string;
  readonly spans: readonly RollUpSpan[];
  readonly figures: readonly Figure[];
  /** Conditions on rows `r` of a span `s`. */
  readonly conditions: readonly string[];
  readonly columnOf: (key: Key) => string;
}

/** The dimension of the blocks that has the key and the filters. */
function dimensionOf({ key, userIds }: SumsRequest): Dimension {
  if (key === 'user_id' || userIds) return 'employee';
  return key === 'order_type' ? 'order_type' : 'creator';
}

function inSpan(instant: string): string[] {
  return [`r.${instant} >= to_timestamp(s.from_seconds)`, `r.${instant} < to_timestamp(s.until_seconds)`];
}

function sourcesOf(request: SumsRequest): Source[] {
  const dimension = dimensionOf(request);
  const spans = coverPeriods(request.periods, blockHours[dimension]);
  const ofQuarters = {
    spans: spans.filter((span) => span.blockHours === undefined),
    conditions: inSpan('quarter'),
    columnOf: (key: Key) => key,
  };
  const sources: Source[] = [
    {
      table: '{activity_blocks}',
      spans: spans.filter((span) => span.blockHours !== undefined),
      figures: [...orderFigures, ...messageFigures],
      conditions: [
        `r.dimension = '${dimension}'`,
        'r.length_hours = s.block_hours',
        ...(dimension === 'creator' ? [`r.value = ''`] : []),
        ...inSpan('starts_at'),
      ],
      columnOf: (key) => (key === 'creator_id' ? key : 'value'),
    },
    { ...ofQuarters, table: '{revenue_quarters}', figures: orderFigures },
    ...(request.withMessages ? [{ ...ofQuarters, table: '{message_quarters}', figures: messageFigures }] : []),
  ];
  return sources.filter((source) => source.spans.length > 0);
}

/**
 * The sums of each span, read as one range of the roll-up's key. The few rows of a creator in a span are summed later, with those of other spans.
 * OFFSET 0 prevents another join order: a year by month and creator reads 4,472 rows in 5 ms, without it 704,481 in 437 ms.
 */
function rowsOfSpans(source: Source, request: SumsRequest, figures: readonly Figure[], values: Values): string {
  const { key, creatorIds, userIds } = request;
  const listOf = (type: string, valueOf: (span: RollUpSpan) => number | undefined) => values.place(source.spans.map(valueOf), `${type}[]`);
  const spans = [
    listOf('int', (span) => span.period),
    listOf('int', (span) => span.sign),
    listOf('int', (span) => span.blockHours),
    listOf('float8', (span) => span.fromMs / 1000),
    listOf('float8', (span) => span.untilMs / 1000),
  ].join(', ');
  const conditions = [
    ...source.conditions,
    ...(creatorIds ? [`r.creator_id = ANY (${values.place(creatorIds, 'text[]')})`] : []),
    ...(userIds ? [`r.${source.columnOf('user_id')} = ANY (${values.place(userIds, 'text[]')})`] : []),
  ];
  const isSummed = key !== 'creator_id';
  const columns = [
    ...(key ? [`r.${source.columnOf(key)} AS ${key}`] : []),
    ...figures.map((figure) => {
      if (!source.figures.includes(figure)) return `0::bigint AS ${figure}`;
      return isSummed ? `coalesce(sum(r.${figure}), 0)::bigint AS ${figure}` : `r.${figure}`;
    }),
  ].join(', ');
  const end = isSummed ? key && 'GROUP BY 1' : 'OFFSET 0';
  return `
    SELECT s.period, s.sign, r.*
      FROM unnest(${spans}) AS s (period, sign, block_hours, from_seconds, until_seconds)
     CROSS JOIN LATERAL (SELECT ${columns} FROM ${source.table} r WHERE ${conditions.join(' AND ')} ${end ?? ''}) r`;
}

/** A query of the sums by period and key, capped at the contract's maximum. */
export function sumsOf(request: SumsRequest, values: Values): string {
  const figures = [...orderFigures, ...(request.withMessages ? messageFigures : [])];
  const keys = ['period', ...(request.key ? [request.key] : [])].join(', ');
  const rows = sourcesOf(request).map((source) => rowsOfSpans(source, request, figures, values));
  return `
    SELECT ${keys}, ${figures.map((figure) => `least(sum(sign * ${figure}), ${Number.MAX_SAFE_INTEGER})::bigint AS ${figure}`).join(', ')}
      FROM (${rows.join(' UNION ALL ')}) p
     GROUP BY ${keys}`;
}
