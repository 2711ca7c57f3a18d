/**
 * The release before this one. Its processes run next to those of this release while an installation is upgraded, and again after
 * a step back. `test/process/releases.slow.test.ts` runs both. When you release a commit, name it here, with the last of its migrations.
 */
export const lastRelease = {
  commit: 'b15f25e01f8bb8fba45434773f32ff1976b9b594',
  lastMigration: '120-former-deliveries.sql',
} as const;
