/**
 * The values of a member that records may leave out, by record id, as JSON. A statement looks up in it what was given:
 * where a row exists already, the values to insert no longer tell what the record left out.
 */
export function given<Item extends { readonly id: string }>(
  records: readonly Item[],
  member: (record: Item) => string | undefined,
): string {
  const entries = records.flatMap((record): [string, string][] => {
    const value = member(record);
    return value === undefined ? [] : [[record.id, value]];
  });
  return JSON.stringify(Object.fromEntries(entries));
}
