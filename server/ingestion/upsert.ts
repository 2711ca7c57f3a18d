import type { RecordTable } from './record-tables.ts';

/** The columns of the table that a record sets. */
export const storedColumns = ({ columns, derived }: RecordTable) => ['agency_id', ...Object.keys(columns), ...Object.keys(derived)];

/** SQL: the value of a column in a new row for the record `r`. */
function valueInNewRow({ columns, derived }: RecordTable, name: string): string {
  const fallback = columns[name]?.default;
  return derived[name] ?? (fallback === undefined ? `r.${name}` : `coalesce(r.${name}, ${fallback})`);
}

/** SQL: the values of these columns, under their names. */
export const newRow = (of: RecordTable) =>
  storedColumns(of)
    .map((name) => `${valueInNewRow(of, name)} AS ${name}`)
    .join(', ');

/** SQL that sorts records `r` in the order in which their rows are locked. */
export const inOrderOfKeys = ({ key }: RecordTable) => `ORDER BY r.agency_id, ${key.map((part) => `r.${part} COLLATE "C"`).join(', ')}`;

/**
 * SQL that upserts the records in $1 into the table as `t`, in the order of their keys. It does not write unchanged rows. RETURNING may
 * follow it.
 */
export function upsert(of: RecordTable): string {
  const { table, key, columns, derived, join } = of;
  const names = Object.keys(columns);
  const recordset = `jsonb_to_recordset($1::jsonb) AS r (agency_id uuid, ${names.map((name) => `${name} ${columns[name]!.type}`).join(', ')})`;
  const isKept = names.some((name) => columns[name]!.default !== undefined);
  const given = (name: string) =>
    `(SELECT g.${name} FROM given g WHERE ${['agency_id', ...key].map((part) => `g.${part} = EXCLUDED.${part}`).join(' AND ')})`;
  const changing = names.filter((name) => !key.includes(name) && !columns[name]!.isFixed);
  const kept = changing.filter((name) => columns[name]!.default !== undefined);
  const compared = changing.filter((name) => !kept.includes(name));
  const set = [...changing, ...Object.keys(derived)].map((name) =>
    kept.includes(name) ? `${name} = coalesce(${given(name)}, t.${name})` : `${name} = EXCLUDED.${name}`,
  );
  const differs = `(${compared.map((name) => `t.${name}`).join(', ')}) IS DISTINCT FROM (${compared.map((name) => `EXCLUDED.${name}`).join(', ')})`;
  return `
    ${isKept ? `WITH given AS MATERIALIZED (SELECT * FROM ${recordset})` : ''}
    INSERT INTO ${table} AS t (${storedColumns(of).join(', ')})
    SELECT ${newRow(of)}
      FROM ${isKept ? 'given r' : recordset} ${join}
     ${inOrderOfKeys(of)}
    ON CONFLICT (agency_id, ${key.join(', ')}) DO UPDATE SET ${set.join(', ')}
     WHERE ${[differs, ...kept.map((name) => `${given(name)} <> t.${name}`)].join(' OR ')}`;
}
