import CliTable from 'cli-table3';

/** A row as the service gives it. */
export type Row = Readonly<Record<string, unknown>>;

/** A table that fits, and the names of the columns that it left out. */
export interface FittedTable {
  readonly text: string;
  readonly hidden: readonly string[];
}

const gapWidth = 2;
const longestSentence = 60;

/**
 * Rows as a table no wider than the terminal. Columns that do not fit are left out from the right, never cut, so that an
 * id can be copied; only sentences are cut short. The first column always stays.
 */
export function listTable(rows: readonly Row[], columns: readonly string[], width: number): FittedTable {
  const labels = columns.map((column) => labelOf(column).toUpperCase());
  const cells = rows.map((row) => columns.map((column) => listCell(column, row)));
  const widths = labels.map((label, at) => Math.max(label.length, ...cells.map((line) => (line[at] ?? '').length)));
  let shown = 0;
  for (let used = 0; shown < columns.length; shown += 1) {
    used += (widths[shown] ?? 0) + (shown === 0 ? 0 : gapWidth);
    if (shown > 0 && used > width) break;
  }
  const table = plainTable(labels.slice(0, shown));
  for (const line of cells) table.push(line.slice(0, shown));
  return { text: trimmed(table.toString()), hidden: columns.slice(shown) };
}

/** One record as a table of fields and values, followed by a table for each list of records in it. */
export function recordTable(record: Row, width: number): string {
  const lists = Object.entries(record).filter(([, value]) => Array.isArray(value) && value.length > 0 && value.every(isRecord));
  const names = lists.map(([name]) => name);
  const table = plainTable([]);
  const columns = columnsOf([record]).filter((column) => !names.includes(column));
  for (const column of columns) table.push([labelOf(column), cell(column, record)]);
  const sections = lists.map(([name, value]) => {
    const rows = value as Row[];
    return `${name}:\n${listTable(rows, columnsOf(rows), width).text.replace(/^/gm, '  ')}`;
  });
  return [...(columns.length > 0 ? [trimmed(table.toString())] : []), ...sections].join('\n\n');
}

/** Cents are shown as euro, so the label says euro. */
function labelOf(column: string): string {
  return isCents(column) ? `${column.replace(/_(cents|eur)$/, '')} (eur)` : column;
}

function isCents(column: string): boolean {
  return column.endsWith('_cents') || column === 'price_eur';
}

/** In a list, a long sentence is cut short; what has no spaces may be an id and stays whole. */
function listCell(column: string, row: Row): string {
  const text = cell(column, row);
  const isSentence = typeof valueAt(column, row) === 'string' && text.includes(' ');
  return isSentence && text.length > longestSentence ? `${text.slice(0, longestSentence - 1).trimEnd()}…` : text;
}

function valueAt(column: string, row: Row): unknown {
  return column.split('.').reduce<unknown>((parent, name) => (isRecord(parent) ? parent[name] : undefined), row);
}

/** The columns of rows that have no chosen ones: every field, in the order of the contract; objects by their members. */
export function columnsOf(rows: readonly Row[]): string[] {
  const columns = new Set<string>();
  for (const row of rows) {
    for (const [name, value] of Object.entries(row)) {
      if (isRecord(value)) for (const member of Object.keys(value)) columns.add(`${name}.${member}`);
      else columns.add(name);
    }
  }
  return [...columns];
}

/** A value as a person reads it: euro for cents, a dash for null, names for objects in lists. */
export function cell(column: string, row: Row): string {
  const value = valueAt(column, row);
  if (value === null || value === undefined) return '–';
  if (typeof value === 'number' && isCents(column)) return (value / 100).toFixed(2);
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(shortText).join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return printable(typeof value === 'string' ? value : JSON.stringify(value));
}

function shortText(value: unknown): string {
  const name = isRecord(value) ? (value['name'] ?? value['id'] ?? value) : value;
  return printable(typeof name === 'string' ? name : JSON.stringify(name));
}

/** Text from elsewhere must not steer the terminal, nor break the lines of the table. */
export function printable(text: string): string {
  return text.replace(/\s*\r?\n\s*/g, ' ⏎ ').replace(/[\u0000-\u001f\u007f-\u009f]/g, '·');
}

/** Lines that a terminal shows as they stand, whatever wrote them. */
export function shown(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '·');
}

function isRecord(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function plainTable(head: string[]): InstanceType<typeof CliTable> {
  const nothing = ['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right'];
  const lines = [...nothing, 'left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid'];
  return new CliTable({
    head: head.map((name) => name.toUpperCase()),
    chars: { ...Object.fromEntries(lines.map((name) => [name, ''])), middle: ' '.repeat(gapWidth) },
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [], compact: true },
  });
}

function trimmed(table: string): string {
  return table.replace(/[ \t]+$/gm, '');
}
