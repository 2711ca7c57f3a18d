import { TlsClient } from '../../database/client/tls-client.ts';
import { placeOfSecrets, secretBeginnings } from '../../entities/signing-secret.ts';
import type { Keyring } from './keyring.ts';

/** The name of the key of secrets that name none: those of earlier releases. */
export const unnamedKey = 'unnamed';

/** Those of an earlier release that are tried: one that was damaged or moved says nothing about the key. */
const triedCount = 20;

const unnamedSecrets = `
  SELECT agency_id, id, secret_ciphertext AS sealed FROM webhook_endpoints WHERE substr(secret_ciphertext, 1, 1) <> '\\x03' ORDER BY id LIMIT ${triedCount}`;

/** Ids of the keys that stored secrets are encrypted with and that the process lacks. */
export async function missingKeys(databaseUrl: string, keyring: Keyring): Promise<string[]> {
  const client = new TlsClient({
    connectionString: databaseUrl,
    application_name: 'agency-service keys',
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ beginning: Buffer }>(secretBeginnings, [keyring.currentHeader.length]);
    const named = rows.map(({ beginning }) => keyring.idOfKey(beginning)).filter((id) => id !== null);
    const known = [keyring.keyIds.current, ...keyring.keyIds.previous];
    const missing = named.filter((id) => !known.includes(id));
    const { rows: unnamed } = await client.query<{ agency_id: string; id: string; sealed: Buffer }>(unnamedSecrets);
    const isReadable = ({ agency_id, id, sealed }: (typeof unnamed)[number]) => {
      try {
        return keyring.decrypt(sealed, placeOfSecrets(agency_id, id)) !== '';
      } catch {
        return false;
      }
    };
    const lacksUnnamed = unnamed.length > 0 && named.every((id) => !known.includes(id)) && !unnamed.some(isReadable);
    return [...new Set(missing), ...(lacksUnnamed ? [unnamedKey] : [])].sort();
  } finally {
    await client.end();
  }
}
