/** One mismatch, as Ajv reports it. */
export interface Mismatch {
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/** Tells whether a value keeps the contract; where it does not, `errors` lists the mismatches, as many as a problem does. */
export interface Validator {
  (value: unknown): boolean;
  errors?: readonly Mismatch[] | null;
}
