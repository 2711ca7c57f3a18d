const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Ids that the service makes are UUIDs; any other text names nothing. */
export function isUuid(text: string): boolean {
  return uuid.test(text);
}

/** The id of no row. */
export const nilId = '00000000-0000-0000-0000-000000000000';

/** No id of ours is as high: a list in descending order begins before it. */
export const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
