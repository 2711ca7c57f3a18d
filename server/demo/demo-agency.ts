import { scopes } from '../../generated/operations.ts';
import { audit } from '../access/audit/audit-log.ts';
import type { Author } from '../access/audit/author.ts';
import { newApiKey, type ApiKeyFormat } from '../access/keys/api-keys.ts';
import { lockTransaction } from '../database/advisory-locks.ts';
import type { Database, Sql } from '../database/client/sql.ts';
import { examples } from './examples.ts';

export interface DemoAgency {
  readonly agencyId: string;
  /** A key of the agency with every scope. */
  readonly apiKey: string;
}

/** Stores the demo key, so that every start can show it: the database has only its hash. */
export interface DemoKeyStore {
  readonly demoKey: string | undefined;
  storeDemoKey(apiKey: string): void;
}

/** The author of the demo key. */
const start: Author = { kind: 'operator', id: null, name: 'start of the service', address: null, requestId: 'start' };

/** The lock ensures that processes which start at the same time create only one demo agency. */
async function findOrCreate(database: Database, format: ApiKeyFormat): Promise<string> {
  return database.transaction(async (transaction) => {
    await transaction.query({ text: `SELECT ${lockTransaction('demoAgency')}` });
    const [known] = await transaction.query<{ agency_id: string }>({
      text: 'SELECT agency_id FROM demo_agencies ORDER BY agency_id LIMIT 1',
    });
    if (known) return known.agency_id;
    const [made] = await transaction.query<{ agency_id: string }>({
      text: `
        WITH agency AS (INSERT INTO agencies (id, name) VALUES ($1, 'Northlight Demo Agency') RETURNING id)
        INSERT INTO demo_agencies (agency_id) SELECT id FROM agency RETURNING agency_id`,
      values: [examples.agencyId],
    });
    // Its text reaches no one: readers of the reference list, contain and revoke it.
    await transaction.query({
      text: `INSERT INTO api_keys (id, agency_id, label, prefix, key_hash, scopes) VALUES ($1, $2, 'Reporting', $3, $4, ARRAY['read:orders', 'read:analytics'])`,
      values: [examples.keyId, examples.agencyId, format.displayPrefix(newApiKey()), format.hashOf(newApiKey())],
    });
    return made!.agency_id;
  });
}

async function isUsable(sql: Sql, agencyId: string, keyHash: Buffer): Promise<boolean> {
  const found = await sql.query({
    text: 'SELECT 1 FROM api_keys WHERE key_hash = $1 AND agency_id = $2 AND revoked_at IS NULL AND containment_id IS NULL',
    values: [keyHash, agencyId],
  });
  return found.length > 0;
}

/** Finds or creates the demo agency and a usable key. `seedDemo` then fills the agency. */
export async function openDemoAgency(database: Database, format: ApiKeyFormat, keyStore: DemoKeyStore): Promise<DemoAgency> {
  const agencyId = await findOrCreate(database, format);
  const { demoKey: stored } = keyStore;
  const storedHash = stored && format.hashOf(stored);
  if (stored && storedHash && (await isUsable(database, agencyId, storedHash))) return { agencyId, apiKey: stored };
  const apiKey = newApiKey();
  await database.transaction(async (transaction) => {
    const [key] = await transaction.query<{ id: string }>({
      text: 'INSERT INTO api_keys (agency_id, label, prefix, key_hash, scopes) VALUES ($1, $2, $3, $4, $5) RETURNING id',
      values: [agencyId, 'Demo', format.displayPrefix(apiKey), format.hashOf(apiKey), scopes],
    });
    await audit(transaction, agencyId, start, { action: 'key.created', subjectId: key!.id, subjectName: 'Demo', details: { scopes } });
  });
  keyStore.storeDemoKey(apiKey);
  return { agencyId, apiKey };
}
