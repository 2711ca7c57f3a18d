// Generated from spec/ by `npm run generate`. Do not edit.

/** A version of the API. */
export interface ReleaseDefinition {
  /** Mineral name, as it is sent in the version header. */
  readonly name: string;
  /** Release date, which the version header may hold as well. */
  readonly date: string;
  readonly description: string;
}

/** Every release, newest first. */
export const releases: readonly ReleaseDefinition[] = [
  {
    name: 'Amethyste',
    date: '2026-07-06',
    description: 'Initial version.',
  },
];

/** The newest release. */
export const currentRelease: ReleaseDefinition = {
  name: 'Amethyste',
  date: '2026-07-06',
  description: 'Initial version.',
};
