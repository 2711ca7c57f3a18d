// Generated from spec/ by `npm run generate`. Do not edit.

/** What differs between installations: it stands in the contract's texts as its name in braces. */
export interface InstallationValues {
  /** Where the public listener is reached. */
  readonly base_url: string;
  /** Where the operator listener is reached. */
  readonly operator_url: string;
  /** Where versioning is explained. */
  readonly docs_url: string;
  /** What the `type` of every problem begins with. */
  readonly errors_base: string;
  /** Former name of the service, as it stands in header names. */
  readonly former_brand: string;
  /** Former name of the service, as keys and secrets begin with it. */
  readonly former_prefix: string;
  /** A sentence about the private addresses that deliveries may reach, where there are any. */
  readonly dev_destinations: string;
}
