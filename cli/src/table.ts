import CliTable from 'cli-table3';

/** A row as the service gives it. */
export type Row = Readonly<Record<string, unknown>>;

/** A table that fits, and the names of the columns that it left out. */
export interface FittedTable {
  readonly text: string;
  readonly hidden: readonly string[];
}

const gapWidth = 2;

/**
 * Rows as a table no wider than the terminal. Columns that do not fit are left out from the right, never cut, so that an
 * id can be copied. The first column always stays.
 */
export function listTable(rows: readonly Row[], columns: readonly string[], width: number): FittedTable {
  const cells = rows.map((row) => columns.map((column) => cell(column, row)));
  const widths = columns.map((column, at) => Math.max(column.length, ...cells.map((line) => (line[at] ?? '').length)));
  let shown = 0;
  for (let used = 0; shown < columns.length; shown += 1) {
    used += (widths[shown] ?? 0) + (shown === 0 ? 0 : gapWidth);
    if (shown > 0 && used > width) break;
  }
  const table = plainTable(columns.slice(0, shown));
  for (const line of cells) table.push(line.slice(0, shown));
  return { text: trimmed(table.toString()), hidden: columns.slice(shown) };
}

/** One record as a table of fields and values. */
export function recordTable(record: Row): string {
  const table = plainTable([]);
  for (const column of columnsOf([record])) table.push([`${column}`, cell(column, record)]);
  return trimmed(table.toString());
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
  const value = column.split('.').reduce<unknown>((parent, name) => (isRecord(parent) ? parent[name] : undefined), row);
  if (value === null || value === undefined) return '–';
  if (typeof value === 'number' && (column.endsWith('_cents') || column === 'price_eur')) return (value / 100).toFixed(2);
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(shortText).join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'object' ? JSON.stringify(value) : printable(String(value));
}

function shortText(value: unknown): string {
  if (!isRecord(value)) return printable(String(value));
  const name = value['name'] ?? value['id'];
  return name === undefined ? JSON.stringify(value) : printable(String(name));
}

/** Text from elsewhere must not steer the terminal, nor break the lines of the table. */
export function printable(text: string): string {
  return text.replace(/\s*\r?\n\s*/g, ' ⏎ ').replace(/[\u0000-\u001f\u007f-\u009f]/g, '·');
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
