/** Sorts before every id. */
export const firstId = '00000000-0000-0000-0000-000000000000';

export const uuidOfHex = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** The first id that is created at an instant, or later, as `first_id_at` of the database. Ids are version 7 UUIDs, which begin with the time. */
export const firstIdAt = (ms: number) => uuidOfHex(ms.toString(16).padStart(12, '0').padEnd(32, '0'));

/** When an id was created, in milliseconds. */
export const createdAtOf = (id: string) => parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
