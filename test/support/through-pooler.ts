import { inject } from 'vitest';
import { throughPooler } from '../../server/database/client/transaction-pooler.ts';

/** Whether this run reaches the database, which is one of its own server, through a pooler. */
export function isPooled(url: string): boolean {
  // The fuzzer starts the service without Vitest.
  if (process.env['VITEST'] === undefined) return false;
  const [own, asked] = [new URL(inject('ownerUrl')), new URL(url)];
  return inject('poolerPort') !== undefined && own.hostname === asked.hostname && own.port === asked.port;
}

/** The database through the run's pooler; the address itself where none leads to it. */
export function pooledUrl(url: string): string {
  if (!isPooled(url)) return url;
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String(inject('poolerPort'));
  return throughPooler(through.href);
}
