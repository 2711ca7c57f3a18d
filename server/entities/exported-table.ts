import { primaryKeyOf, readableColumnsOf, type TableName } from '../models/tables.ts';
import { deliveriesOf } from './deliveries-of-events.ts';
import { tablesOfAgency, tablesOfFan, uncountedTablesOfFan, type ErasedTable, type TableOfFan } from './erasure.ts';

/** A table of an export, and SQL of its rows: `$1` is the agency, `$2` the fan. */
export interface ExportedTable {
  readonly table: TableName;
  /** SQL: what the rows are read from, as `t`. */
  readonly source: string;
  /** SQL: the condition of the rows that are read. */
  readonly read: string;
  /** SQL: the condition of the rows among them that belong to the export. */
  readonly shown: string;
  /** Columns that order the rows. */
  readonly order: readonly string[];
  /** A run reads so many rows for each page, and may find none of the export; undefined where all that are read belong to it. */
  readonly runLength?: number;
}

/** Tables that an erasure of an agency empties and its export leaves out, and why. */
export const notExported = {
  portal_sessions: 'hashes',
  idempotent_answers: 'encrypted responses',
  changed_sends: 'work that waits: ids of rows of other tables',
  changed_quarters: 'work that waits: times of rows of other tables',
} as const satisfies Partial<Record<TableName, string>>;

/** Rows that a run reads at most. */
const runLength = 5_000;

/** Columns of primary keys in the order of their index. */
const keys: Partial<Record<TableName, readonly string[]>> = {
  activity_blocks: ['dimension', 'length_hours', 'value', 'starts_at', 'creator_id'],
  delivery_hours: ['endpoint_id', 'hour', 'event_type'],
  delivery_minutes: ['endpoint_id', 'minute', 'event_type'],
  key_uses: ['hour', 'key_id', 'operation_id'],
  revenue_quarters: ['quarter', 'creator_id', 'user_id', 'order_type'],
  message_quarters: ['quarter', 'creator_id', 'user_id'],
};

const orderOf = ({ table, exportOrder }: ErasedTable): readonly string[] => {
  if (exportOrder) return exportOrder;
  const own = keys[table] ?? primaryKeyOf(table).filter((column) => column !== 'agency_id');
  return own.length > 0 ? own : ['agency_id'];
};

const exported = (table: TableOfFan): ExportedTable => ({
  table: table.table,
  source: table.table,
  read: table.isSparse ? 'agency_id = $1' : table.rows,
  shown: table.isSparse ? table.rows : 'true',
  order: orderOf(table),
  ...(table.isSparse && { runLength }),
});

const historyColumns = readableColumnsOf('delivery_history')
  .map((column) => `d.${column}`)
  .join(', ');

const eventsOfFan =
  "(SELECT e.id, e.type FROM webhook_events e WHERE e.agency_id = $1 AND e.subject = $2 AND e.data ->> 'fan_id' = $2) AS ev";

/** Responses of receivers to events about the fan. */
const historyOfFan: ExportedTable = {
  table: 'delivery_history',
  source: `(${deliveriesOf(eventsOfFan, 'delivery_history', historyColumns)})`,
  read: 'true',
  shown: 'true',
  order: ['event_id', 'id'],
};

const stays: readonly ErasedTable[] = [
  { table: 'audit_log', rows: 'agency_id = $1' },
  { table: 'erasures', rows: 'agency_id = $1' },
];

/** Everything that an erasure of an agency removes or anonymises, and the list of its erasures. */
const exportOfAgency: readonly ExportedTable[] = [...tablesOfAgency, ...stays]
  .filter(({ table }) => !Object.hasOwn(notExported, table))
  .map(exported);

/** Everything that an erasure of a fan removes or anonymises, except for responses that are stored encrypted. */
const exportOfFan: readonly ExportedTable[] = [...[...tablesOfFan, ...uncountedTablesOfFan].map(exported), historyOfFan];

/** The tables of an export of a fan, or of the whole agency where `fanId` is null. */
export const exportedTables = (fanId: string | null) => (fanId === null ? exportOfAgency : exportOfFan);

const isOwn = "t.actor_kind = 'key'";

/** SQL of columns that an export shows as the agency sees them elsewhere: without the names and addresses of operators. */
const shownAs: Partial<Record<TableName, Readonly<Record<string, string>>>> = {
  audit_log: {
    actor_id: `CASE WHEN ${isOwn} THEN t.actor_id END`,
    actor_name: `CASE WHEN ${isOwn} THEN t.actor_name END`,
    address: `CASE WHEN ${isOwn} THEN t.address END`,
    request_id: `CASE WHEN ${isOwn} THEN t.request_id END`,
    details: "t.details::jsonb - 'reason'",
  },
};

/** Columns that no export has: signatures, and why operators contained something, which is for them. */
const leftOut: Partial<Record<TableName, readonly string[]>> = { listener_attempts: ['headers'], containments: ['reason'] };

const shownColumns = (table: TableName) =>
  readableColumnsOf(table)
    .filter((column) => !leftOut[table]?.includes(column))
    .map((column) => `${shownAs[table]?.[column] ?? `t.${column}`} AS ${column}`)
    .join(', ');

/** SQL of a page: rows of the export, and the last row of a run whatever it is. `after` are the values of the order's columns, `first` is the number of the first parameter. */
export function rowsOfPage(exported: ExportedTable, isContinued: boolean, first: number): string {
  const { table, source, read, shown, order } = exported;
  const columns = order.map((column) => `t.${column}`);
  const parameters = isContinued ? order.map((_column, index) => `$${first + index}`) : [];
  const [run, most] = [first + parameters.length, first + parameters.length + 1];
  const following = isContinued ? ` AND (${columns.join(', ')}) > (${parameters.join(', ')})` : '';
  return `
  WITH run AS MATERIALIZED (
    SELECT row_number() OVER (ORDER BY ${columns.join(', ')}) AS number, ARRAY[${columns.map((column) => `${column}::text`).join(', ')}] AS position,
           CASE WHEN ${shown} THEN (SELECT to_json(shown) FROM (SELECT ${shownColumns(table)}) shown) END AS row
      FROM ${source} t WHERE ${read}${following} ORDER BY ${columns.join(', ')} LIMIT $${run}
  )
  SELECT number, position, row FROM run WHERE row IS NOT NULL OR number = $${run} ORDER BY number LIMIT $${most}`;
}
