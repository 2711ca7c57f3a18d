import { printable } from './text.ts';

/** An object of a response. */
export type Row = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The label of a column. Amounts in cents are shown in euros. Member names may come from the payload of an event. */
export function labelOf(name: string): string {
  const column = printable(name);
  return isCents(column) ? `${column.replace(/_(cents|eur)$/, '')} (eur)` : column;
}

function isCents(column: string): boolean {
  return column.endsWith('_cents') || column === 'price_eur';
}

/** The value of a column. Dots in its name separate nested members. */
export function valueAt(column: string, row: Row): unknown {
  return column.split('.').reduce<unknown>((parent, name) => (isRecord(parent) ? parent[name] : undefined), row);
}

/** Every field of the rows, in the order of the contract. Objects are expanded into their members. */
export function columnsOf(rows: readonly Row[]): string[] {
  const columns = new Set<string>();
  for (const row of rows) {
    for (const [name, value] of Object.entries(row)) {
      if (isRecord(value)) for (const member of columnsOf([value])) columns.add(`${name}.${member}`);
      else columns.add(name);
    }
  }
  return [...columns];
}

/** The text of a value: euro for cents, local time for instants, a dash for null, names or members for objects. */
export function cell(column: string, row: Row): string {
  const value = valueAt(column, row);
  if (value === null || value === undefined) return '–';
  if (typeof value === 'number' && isCents(column)) return (value / 100).toFixed(2);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return localTime(value) ?? printable(value);
  return isRecord(value) ? membersOf(value) : textOf(value);
}

/** The text of a value within a sentence or a list: as it is, without the punctuation of JSON. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (Array.isArray(value))
    return value.map(textOf).join(value.every((item) => !isRecord(item) || nameOf(item) !== undefined) ? ', ' : '; ') || '–';
  return isRecord(value) ? (nameOf(value) ?? membersOf(value)) : printable((value as number | string).toString());
}

function membersOf(record: Row): string {
  const members = Object.entries(record).map(([name, value]) => `${labelOf(name)} ${cell(name, { [name]: value })}`);
  return members.join(', ') || '–';
}

function nameOf({ name, id }: Row): string | undefined {
  const text = name ?? id;
  return typeof text === 'string' ? printable(text) : undefined;
}

/**
 * An instant in UTC, as the service writes it, in this machine's time zone; `null` for other text. A text with its own offset, such as the
 * start of a period in a requested zone, is not changed.
 */
export function localTime(text: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/.test(text)) return null;
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) return null;
  const two = (number: number): string => String(number).padStart(2, '0');
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}
