import type pg from 'pg';
import { TlsClient } from './tls-client.ts';

/** Opens a connection outside the pools. Its `application_name` contains the purpose. */
export async function openClient(connectionString: string, purpose: string, settings: pg.ClientConfig = {}): Promise<TlsClient> {
  const client = new TlsClient({
    connectionString,
    application_name: `agency-service ${purpose}`,
    connectionTimeoutMillis: 5_000,
    ...settings,
  });
  await client.connect();
  return client;
}

/** Runs work over a connection of its own. */
export async function withClient<Result>(
  connectionString: string,
  purpose: string,
  work: (client: TlsClient) => Promise<Result>,
  settings?: pg.ClientConfig,
): Promise<Result> {
  const client = await openClient(connectionString, purpose, settings);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
