import type pg from 'pg';
import { Keyring, type EncryptionKeys } from '../access/encryption/keyring.ts';
import { withClient } from '../database/client/own-client.ts';
import { secretHeaders } from '../entities/signing-secret.ts';

/** Ids of unknown keys that encrypted stored secrets. */
export async function missingEncryptionKeys(databaseUrl: string, { current, previous }: EncryptionKeys): Promise<string[]> {
  const keyring = new Keyring(current, previous);
  const read = (client: pg.Client) => client.query<{ beginning: Buffer }>(secretHeaders, [keyring.currentHeader.length]);
  const { rows } = await withClient(databaseUrl, 'keys', read);
  const named = rows.map(({ beginning }) => keyring.idOfKey(beginning)).filter((id) => id !== null);
  const known = [keyring.keyIds.current, ...keyring.keyIds.previous];
  return [...new Set(named.filter((id) => !known.includes(id)))].sort();
}
