import { randomBytes } from 'node:crypto';
import { withClient } from '../client/own-client.ts';

/** Owns the tables of the embedded database and is not a superuser. */
const owner = 'agency_service';

/** Makes the owner of the embedded database, or gives the one that is there a new password. Answers with the URL by which it connects. */
export async function embeddedOwner(administratorUrl: string): Promise<string> {
  const password = randomBytes(24).toString('base64url');
  await withClient(administratorUrl, 'owner', (client) =>
    client.query(`
      DO $$ BEGIN
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${owner}') THEN CREATE ROLE ${owner} LOGIN CREATEROLE; END IF;
        EXECUTE format('ALTER DATABASE %I OWNER TO ${owner}', current_database());
      END $$;
      ALTER ROLE ${owner} PASSWORD '${password}'`),
  );
  const url = new URL(administratorUrl);
  url.username = owner;
  url.password = password;
  return url.href;
}
