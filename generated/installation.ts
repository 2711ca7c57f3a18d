// Generated from spec/ by `npm run generate`. Do not edit.

/** The values that differ between installations. The contract's texts have their names in braces. */
export interface InstallationValues {
  /** Address of the public listener. */
  readonly base_url: string;
  /** Address of the operator listener. */
  readonly operator_url: string;
  /** Address of the page that explains versions. */
  readonly docs_url: string;
  /** Beginning of the `type` of every problem. */
  readonly errors_base: string;
  /** Former name of the service, as in header names. */
  readonly former_brand: string;
  /** Former name of the service, as in the prefixes of keys and secrets. */
  readonly former_prefix: string;
  /** A sentence about the private addresses that deliveries may reach, if any. */
  readonly dev_destinations: string;
}
