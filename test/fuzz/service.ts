import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../server/database/embedded/embedded-postgres.ts';
import { prepareDatabase } from '../../server/startup/prepare-database.ts';
import { removePostgres } from '../../server/database/embedded/remove-postgres.ts';
import { startService, type TestService } from '../support/service.ts';
import { seed, type Seed } from './seed.ts';

export interface FuzzedService {
  readonly service: TestService;
  readonly seed: Seed;
  close(): Promise<void>;
}

/** Room for new endpoints: what is made in a run goes after some seconds, so that creation does not end at the limit of 10. */
const endpointLifetimeSeconds = 10;

/**
 * Every request finds its window nearly empty, as if it came from a new key: otherwise 429 would be nearly every response.
 * The seeded endpoints stay, whatever is asked of them.
 */
const standingArrangements = `
  CREATE FUNCTION keep_window_open() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.ages := '{0}'; NEW.granted := 1000; RETURN NEW; END $$;
  CREATE TRIGGER keep_window_open BEFORE INSERT OR UPDATE ON rate_windows FOR EACH ROW EXECUTE FUNCTION keep_window_open();
  CREATE TABLE seeded_endpoints AS SELECT id FROM webhook_endpoints;
  GRANT SELECT ON seeded_endpoints TO PUBLIC;
  CREATE FUNCTION keep_endpoint() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF EXISTS (SELECT FROM seeded_endpoints WHERE id = OLD.id) THEN RETURN NULL; END IF;
    RETURN OLD;
  END $$;
  CREATE TRIGGER keep_endpoint BEFORE DELETE ON webhook_endpoints FOR EACH ROW EXECUTE FUNCTION keep_endpoint()`;

const makeRoom = `DELETE FROM webhook_endpoints WHERE created_at < now() - make_interval(secs => ${endpointLifetimeSeconds})`;

/**
 * Boots the service on a PostgreSQL of its own and seeds it. Deliveries are made while it is seeded, to the loopback
 * address. Afterwards none are: addresses that a fuzzer makes up must not be called.
 */
export async function startFuzzedService(): Promise<FuzzedService> {
  const home = await mkdtemp(join(tmpdir(), 'agency-service-fuzz-'));
  // Root's server runs as another user, which then finds its way in.
  await chmod(home, 0o755);
  const postgres = await startEmbeddedPostgres(home, { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' });
  let service: TestService | undefined;
  let timer: NodeJS.Timeout | undefined;
  const close = async () => {
    clearInterval(timer);
    await service?.close();
    await postgres.stop();
    await removePostgres(home);
    rmSync(home, { recursive: true, force: true });
  };
  try {
    await prepareDatabase(postgres.url);
    const shared = { databaseUrl: postgres.url, encryptionKey: randomBytes(32), env: { LOG_LEVEL: 'error', LOG_FORMAT: 'pretty' } };
    service = await startService({ ...shared, retryDelaysMs: [1, 1, 1] });
    const seeded = await seed(service);
    await service.close();
    service = undefined;
    service = await startService({ ...shared, delivers: false });
    const { database } = service;
    await database.query({ text: standingArrangements });
    timer = setInterval(() => void database.query({ text: makeRoom }).catch(() => undefined), 1_000);
    return { service, seed: seeded, close };
  } catch (error) {
    await close();
    throw error;
  }
}
