// Generated from spec/ by `npm run generate`. Do not edit.

/**
 * A table.
 */
export interface ServiceTable {
  /** Its name. */
  name: string;
  /** What it takes on the disk. */
  size_bytes: number;
  /** How many rows the database takes it to have. */
  row_estimate: number;
}
