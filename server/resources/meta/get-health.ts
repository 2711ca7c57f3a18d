import type { Health } from '../../../generated/models/index.ts';
import type { OpenContext } from '../../access/request-context.ts';
import { Problem } from '../../problems/problem.ts';
import type { MetaDependencies } from './dependencies.ts';

/** A process without its database serves nothing, which a load balancer reads from the 503. */
export async function getHealth({ checks }: MetaDependencies, context: OpenContext): Promise<Health> {
  context.setHeader('cache-control', 'no-store');
  const [database, { value: secrets }] = await Promise.all([checks.database(), checks.signingSecrets()]);
  if ('failure' in database.value) throw new Problem('unavailable', { detail: database.value.failure, headers: { 'retry-after': '1' } });
  return {
    status: secrets === null ? 'ok' : 'degraded',
    checks: [
      { name: 'database', status: 'ok', detail: null },
      { name: 'encryption_key', status: secrets === null ? 'ok' : 'failed', detail: secrets },
    ],
  };
}
