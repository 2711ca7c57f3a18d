import type { Handler } from '../handler.ts';

/** Responds with 503 without the database, so that load balancers avoid the process. */
export const getHealth: Handler<'getHealth', 'checks'> = async (_request, context, { checks }) => {
  context.setHeader('cache-control', 'no-store');
  const [database, { value: secrets }] = await Promise.all([checks.database(), checks.signingSecrets()]);
  if ('failure' in database.value)
    throw context.problem('unavailable', { detail: database.value.failure, headers: { 'retry-after': '1' } });
  return {
    status: secrets === null ? 'ok' : 'degraded',
    checks: [
      { name: 'database', status: 'ok', detail: null },
      { name: 'encryption_key', status: secrets === null ? 'ok' : 'failed', detail: secrets },
    ],
  };
};
