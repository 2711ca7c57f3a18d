/**
 * The release before this one. Its processes run next to those of this release while an installation is upgraded, and again after
 * a step back. `test/process/releases.slow.test.ts` runs both. When you release a commit, name it here, with the last of its migrations.
 */
export const lastRelease = {
  commit: 'd78ac12645b87155b9111911077e71f20a13c3cd',
  lastMigration: '114-containment-of-agency.sql',
} as const;
