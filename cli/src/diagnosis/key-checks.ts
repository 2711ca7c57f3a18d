import { isProblem, type Schemas } from '@agency-service/sdk';
import { counted } from '../counted.ts';
import { UsageError } from '../exit-codes.ts';
import { failed, notice, ok, warning, type Checks, type Verdict } from './finding.ts';
import type { ServiceFacts } from './service-facts.ts';

const dayMs = 86_400_000;
const announcedDays = 14;
/** Scopes that the other checks and their actions need. */
const webhookScopes: readonly Schemas['Scope'][] = ['read:webhooks', 'replay:webhooks', 'write:webhooks'];

const refusals: Readonly<Record<string, string>> = {
  invalid_api_key: 'Check that it is whole and for this address, and that it was not revoked. svc login stores another one.',
  expired_api_key: 'Ask the operator of the service for a new key, and store it with svc login.',
  ip_not_allowed: 'Use it from an address that it allows, or ask the operator of the service.',
};

/** The checks of the key. */
export const keyChecks: Checks<ServiceFacts> = {
  key: ({ me }) => (me instanceof Error ? refused(me) : ok(`The key ${me.key.prefix}… (${me.key.label}) is valid, for ${me.agency.name}.`)),
  'key expiry': ({ me }) => {
    if (me instanceof Error) return null;
    if (me.key.expires_at === null) return ok('The key does not expire.');
    const days = (Date.parse(me.key.expires_at) - Date.now()) / dayMs;
    if (days > announcedDays) return ok(`The key expires on ${me.key.expires_at}.`);
    return warning(
      `The key expires in ${counted(Math.max(0, Math.floor(days)), 'day')}.`,
      'Ask the operator of the service for a new key before.',
    );
  },
  'key scopes': ({ me }) => {
    if (me instanceof Error) return null;
    const lacking = webhookScopes.filter((scope) => !me.key.scopes.includes(scope));
    if (lacking.length === 0) return ok('The key has every scope for webhooks.');
    const detail = `The key lacks ${lacking.join(', ')}.`;
    if (!lacking.includes('read:webhooks'))
      return notice(detail, 'It cannot change endpoints or send again. Ask for another key if it should.');
    return warning(`${detail} Endpoints cannot be checked.`, 'Use a key with read:webhooks.');
  },
  'key creators': ({ me }) => {
    if (me instanceof Error || me.key.creator_ids.length === 0) return null;
    return notice(
      `The key is limited to ${counted(me.key.creator_ids.length, 'creator')}.`,
      'It does not see data, endpoints and deliveries of others. Use a key without this limit for them.',
    );
  },
};

function refused(error: Error): Verdict | null {
  if (error instanceof UsageError) return failed(error.message, 'svc login stores an address and a key.');
  if (!isProblem(error) || error.slug === 'unknown_version') return null;
  const action = refusals[error.slug];
  return action === undefined
    ? failed(`The key cannot be checked: ${error.message} (${error.status}).`, 'Wait, and check svc status.')
    : failed(`The service refuses the key: ${error.slug}.`, action);
}
