/** One mismatch, as Ajv reports it. */
export interface Mismatch {
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/** Tells whether a value keeps the contract; where it does not, `errors` lists the mismatches, at most 1,000. */
export interface Validator {
  (value: unknown): boolean;
  errors?: readonly Mismatch[] | null;
}
