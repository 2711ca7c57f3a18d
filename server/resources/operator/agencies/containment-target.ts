/** An agency, or one of its keys. */
export interface ContainmentTarget {
  readonly agencyId: string;
  readonly keyId: string | null;
  /** Name of the agency or label of the key. */
  readonly name: string;
  /** Creators that the key is limited to. */
  readonly creatorIds: readonly string[];
}
