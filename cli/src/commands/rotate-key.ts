import type { OperatorSchemas } from '@agency-service/sdk/operator';
import { localTime } from '../cells.ts';
import { examples, groupOf, type Register } from '../command.ts';
import type { Context } from '../context.ts';
import { CommandError, exitCodes, UsageError } from '../exit-codes.ts';
import { instantOrAhead, integer } from '../option-values.ts';

interface RotateOptions {
  previousExpiresIn: number;
  now?: boolean;
  expiresAt?: string;
}

/** `svc keys rotate`: replaces a key by another one. */
export const registerRotateKey: Register = (program, context) => {
  const command = groupOf(program, 'keys')
    .command('rotate')
    .description('create a key with the label, scopes and creators of another key, which then expires (operator)')
    .argument('<agency-id>', 'agency')
    .argument('<key-id>', 'key to replace')
    .option('--previous-expires-in <number>', 'seconds for which the replaced key is still accepted, up to 7 days', integer, 86_400)
    .option('--now', 'revoke the replaced key at once')
    .option('--expires-at <time>', 'expiry of the new key; default: that of the replaced key. Or a time from now: +24h.', instantOrAhead)
    .action((agencyId: string, keyId: string, options: RotateOptions) => {
      if (options.now && command.getOptionValueSource('previousExpiresIn') === 'cli')
        throw new UsageError('--now and --previous-expires-in cannot be combined: --now means 0 seconds.');
      return rotateKey(context(), agencyId, keyId, options);
    });
  examples(
    command,
    'svc keys rotate 0198f09f-2d16-7a8b-9c30-e4f7a1b5d289 0198f0a0-4b9c-7e61-8d52-f3a6c0e7b914 --yes',
    'svc keys rotate 0198f09f-2d16-7a8b-9c30-e4f7a1b5d289 0198f0a0-4b9c-7e61-8d52-f3a6c0e7b914 --now --yes',
  );
};

/**
 * Creates the new key, prints it, and only then lets the service end the replaced one. If this process ends in between, the replaced key
 * stays valid: a key that was shown always works. The service ends the key at its time, without this process.
 */
async function rotateKey(
  { operator, output, questions }: Context,
  agency_id: string,
  key_id: string,
  options: RotateOptions,
): Promise<void> {
  const { keys } = await operator();
  const seconds = options.now ? 0 : options.previousExpiresIn;
  const found = (await keys.list({ agency_id })).data.find(({ id }) => id === key_id);
  if (found === undefined) throw new CommandError(`the agency has no key ${key_id}: svc keys list ${agency_id}`, exitCodes.notFound);
  const { label, creator_ids, prefix, revoked_at: revokedAt } = found;
  const scopes = found.scopes as OperatorSchemas['ApiKeyCreate']['scopes'];
  if (revokedAt !== null) throw new CommandError(`the key "${label}" is revoked. Create another one: svc keys create ${agency_id}`);
  if (prefix.startsWith('svc_link_'))
    throw new CommandError(`the key "${label}" belongs to a portal link. Create another link: svc agencies portal-link ${agency_id}`);
  const expires_at = options.expiresAt ?? found.expires_at;
  if (expires_at !== null && Date.parse(expires_at) <= Date.now())
    throw new UsageError(`the new key would have expired at ${expires_at}. Use a later --expires-at, such as +90d.`);
  const ends = seconds === 0 ? 'is revoked at once' : `expires in ${seconds} s at the latest`;
  await questions.confirm(`Replace the key ${key_id} (${label})? It ${ends}.`);
  output.record(await keys.create({ agency_id, label, scopes, creator_ids, expires_at }));
  output.note('Save the key: it is not shown again.');
  try {
    await keys.revoke({ key_id, after_seconds: seconds });
  } catch (error) {
    const remedy = `Revoke it: svc keys revoke ${key_id} --after-seconds ${seconds}`;
    throw new CommandError(`the new key is valid, and the replaced key may still be. ${remedy}`, exitCodes.partlyDone, error);
  }
  const last = Math.min(Date.now() + seconds * 1_000, Date.parse(found.expires_at ?? '') || Infinity);
  output.note(
    `The replaced key ${key_id} ${seconds === 0 ? 'is revoked.' : `is accepted until ${localTime(new Date(last).toISOString())}.`}`,
  );
}
