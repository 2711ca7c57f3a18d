/** Ids are version 7 UUIDs, which begin with the time that they were made at, in milliseconds. */

/** The first id that is made at an instant, or later: `first_id_at` of the database. */
export function firstIdAt(ms: number): string {
  const hex = ms.toString(16).padStart(12, '0').padEnd(32, '0');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** When an id was made. */
export const madeAt = (id: string) => parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
