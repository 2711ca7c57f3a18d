// Generated from spec/ by `npm run generate`. Do not edit.

/** The newest release when this package was made. */
export const currentVersion = '2026-07-06';
