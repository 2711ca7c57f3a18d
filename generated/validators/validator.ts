// Generated from spec/ by `npm run generate`. Do not edit.

/** One mismatch, as Ajv reports it. */
export interface Mismatch {
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/** Returns whether a value is valid. If not, `errors` has the first mismatches, as many as a problem lists. */
export interface Validator {
  (value: unknown): boolean;
  errors?: readonly Mismatch[] | null;
}
