import { TlsClient } from '../../database/client/tls-client.ts';
import { secretBeginnings } from '../../entities/signing-secret.ts';
import type { Keyring } from './keyring.ts';

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
    return [...new Set(named.filter((id) => !known.includes(id)))].sort();
  } finally {
    await client.end();
  }
}
