import { migrate } from '../../server/database/migrate/migrate.ts';
import { defaultWaits } from '../../server/database/migrate/migration-session.ts';

/** Migrates until it is killed; prints what it has applied and what it waits for. */
const [databaseUrl, folder] = process.argv.slice(2);
await migrate(databaseUrl!, {
  folder: new URL(folder!),
  waits: {
    ...defaultWaits,
    applied: (step) => process.stdout.write(`applied ${step}\n`),
    waiting: (step) => process.stdout.write(`waiting ${step}\n`),
  },
});
