import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../server/database/embedded/embedded-postgres.ts';
import { removePostgres } from '../server/database/embedded/remove-postgres.ts';

/** The service's own PostgreSQL, with its durable settings, in a directory that goes with it. */
export async function startDurablePostgres(extraSettings: Readonly<Record<string, string>> = {}): Promise<EmbeddedPostgres> {
  const home = await mkdtemp(join(tmpdir(), 'agency-service-bench-'));
  // Where root runs this, the server runs as another user.
  await chmod(home, 0o755);
  const postgres = await startEmbeddedPostgres(home, extraSettings);
  return {
    ...postgres,
    // Benchmarks make databases of their own.
    url: postgres.administratorUrl,
    async stop() {
      await postgres.stop();
      await removePostgres(home);
      await rm(home, { recursive: true, force: true });
    },
  };
}
