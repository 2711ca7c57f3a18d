import { readableColumnsOf } from '../declare/columns.ts';
import { rowsOfAgency } from '../declare/table.ts';
import { declarations, primaryKeyOf, tableNames, type TableName } from '../models/tables.ts';
import { deliveriesOf } from './deliveries-of-events.ts';
import { tablesOfFan, type ErasedTable } from './erasure.ts';

/** A table of an export. In its SQL, `$1` is the agency, `$2` the fan. */
export interface ExportedTable {
  readonly table: TableName;
  /** SQL: the source of the rows `t`. */
  readonly source: string;
  /** SQL: the condition of the rows that are read. */
  readonly read: string;
  /** SQL: the condition of the rows that belong to the export. */
  readonly shown: string;
  /** Columns that order the rows. */
  readonly order: readonly string[];
  /** The maximum number of rows that a page reads, if some of them do not belong to the export. */
  readonly runLength?: number;
}

const runLength = 5_000;

/** The primary key, without the agency if it has other columns. */
function orderOf(table: TableName): readonly string[] {
  const own = declarations[table].export?.order ?? primaryKeyOf(table).filter((column) => column !== 'agency_id');
  return own.length > 0 ? own : ['agency_id'];
}

const exported = ({ table, rows, isSparse }: ErasedTable & { readonly isSparse?: true }): ExportedTable => ({
  table,
  source: table,
  read: isSparse ? rowsOfAgency : rows,
  shown: isSparse ? rows : 'true',
  order: orderOf(table),
  ...(isSparse && { runLength }),
});

const historyColumns = readableColumnsOf(declarations.delivery_history.columns)
  .map((column) => `d.${column}`)
  .join(', ');

const eventsOfFan =
  "(SELECT e.id, e.type FROM webhook_events e WHERE e.agency_id = $1 AND e.subject = $2 AND e.data ->> 'fan_id' = $2) AS ev";

/** Deliveries of events about the fan, with the responses of receivers. */
const historyOfFan: ExportedTable = {
  table: 'delivery_history',
  source: `(${deliveriesOf(eventsOfFan, 'delivery_history', historyColumns)})`,
  read: 'true',
  shown: 'true',
  order: ['event_id', 'id'],
};

/** Everything that an erasure of an agency removes or anonymizes, and the list of its erasures. */
const exportOfAgency: readonly ExportedTable[] = tableNames.flatMap((table) => {
  const { erasure, export: { leftOut } = {} } = declarations[table];
  return erasure && !leftOut ? [exported({ table, rows: erasure.ofAgency })] : [];
});

/** Everything that an erasure of a fan removes or anonymizes, except for encrypted responses. */
const exportOfFan: readonly ExportedTable[] = [...tablesOfFan.map(exported), historyOfFan];

/** The tables of an export of a fan, or of the whole agency if `fanId` is null. */
export const exportedTables = (fanId: string | null) => (fanId === null ? exportOfAgency : exportOfFan);

function shownColumns(table: TableName): string {
  const { columns, export: { hidden = [], shownAs = {} } = {} } = declarations[table];
  return readableColumnsOf(columns)
    .filter((column) => !hidden.includes(column))
    .map((column) => `${shownAs[column] ?? `t.${column}`} AS ${column}`)
    .join(', ');
}

/**
 * SQL of a page: rows of the export, and the last row that was read, so that the next page continues after it. `first` is the number of the first
 * parameter. A continued page begins with the values of the order's columns.
 */
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
