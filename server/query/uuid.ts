const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Ids of the service are UUIDs; any other text matches no row. */
export function isUuid(text: string): boolean {
  return uuid.test(text);
}

/** The id of no row. */
export const nilId = '00000000-0000-0000-0000-000000000000';

/** Higher than every id: a list in descending order starts before it. */
export const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
