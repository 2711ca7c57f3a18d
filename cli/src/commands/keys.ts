import { eventScopes, type Scope } from '@agency-service/sdk';
import { allScopes } from '../all-scopes.ts';
import { instantOrAhead, list } from '../option-values.ts';
import { valuesOption } from '../shared-options.ts';
import { examples, groupOf, type Register } from '../command.ts';
import { UsageError } from '../exit-codes.ts';

interface CreateOptions {
  label: string;
  scopes: string[];
  creatorIds?: string[];
  expiresAt?: string;
  existingKey?: string;
}

/** `svc keys`: what changes the API keys of an agency. */
export const registerKeys: Register = (program, context) => {
  const keys = groupOf(program, 'keys');

  examples(
    keys
      .command('create')
      .description('create an API key; shown once')
      .argument('<agency-id>', 'agency to create the key for')
      .requiredOption('--label <text>', 'name for reference')
      .addOption(valuesOption('--scopes <list>', 'comma-separated scopes, or "all"', ['all', ...allScopes()]).makeOptionMandatory())
      .option('--creator-ids <list>', 'limit the key to these creators', list)
      .option('--expires-at <instant>', 'time at which the key expires, such as 2026-12-31T00:00:00Z or +24h', instantOrAhead)
      .option('--existing-key <key>', 'import this existing key instead of creating one')
      .action(async (agencyId: string, options: CreateOptions) => {
        const { operator, output } = context();
        const made = await (
          await operator()
        ).keys.create({
          agency_id: agencyId,
          label: options.label,
          scopes: scopesOf(options.scopes),
          ...(options.creatorIds && { creator_ids: options.creatorIds }),
          ...(options.expiresAt && { expires_at: options.expiresAt }),
          ...(options.existingKey && { api_key: options.existingKey }),
        });
        output.record(made);
        output.note('Save the key: it is not shown again.');
        const unread = receivedUnread(scopesOf(options.scopes));
        if (unread.length > 0)
          output.note(`With write:webhooks it can receive events with data that it cannot read: it lacks ${unread.join(', ')}.`);
      }),
    'svc keys create 0198f09f-2d16-7a8b-9c30-e4f7a1b5d289 --label Reporting --scopes read:orders,read:analytics',
  );

  examples(
    keys
      .command('revoke')
      .description('revoke a key, effective from the next request')
      .argument('<key-id>', 'id of the key, not the key itself')
      .action(async (keyId: string) => {
        const { operator, output, questions } = context();
        await questions.confirm(`Revoke the key ${keyId}? Programs that use it stop working.`);
        await (await operator()).keys.revoke({ key_id: keyId });
        output.done(
          { id: keyId, revoked: true },
          `The key ${keyId} is revoked. Endpoints that it created stay active; svc keys contain pauses them.`,
        );
      }),
    'svc keys revoke 0198f0a0-4b9c-7e61-8d52-f3a6c0e7b914 --yes',
  );
};

/** Who may create endpoints receives orders, assignments and AI requests by event. These scopes read the same. */
const scopesOfEvents = [...new Set(Object.values(eventScopes).filter((scope) => scope !== null))];

/** The scopes that a key lacks for what it can receive by event. */
function receivedUnread(given: readonly Scope[]): Scope[] {
  return given.includes('write:webhooks') ? scopesOfEvents.filter((scope) => !given.includes(scope)) : [];
}

function scopesOf(given: readonly string[]): Scope[] {
  const known = allScopes();
  if (given.length === 1 && given[0] === 'all') return known;
  const unknown = given.filter((scope) => !known.includes(scope as Scope));
  if (unknown.length > 0) throw new UsageError(`--scopes: unknown ${unknown.join(', ')}. Accepted: all, ${known.join(', ')}.`);
  return given as Scope[];
}
