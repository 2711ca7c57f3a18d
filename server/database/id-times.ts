/** Sorts before every id. */
export const firstId = '00000000-0000-0000-0000-000000000000';

/** The first id that is created at an instant, or later, as `first_id_at` of the database. Ids are version 7 UUIDs, which begin with the time. */
export function firstIdAt(ms: number): string {
  const hex = ms.toString(16).padStart(12, '0').padEnd(32, '0');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** When an id was created, in milliseconds. */
export const createdAtOf = (id: string) => parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
