import { createClient } from '@agency-service/sdk';
import { exitCodes, CommandError } from '../exit-codes.ts';
import { configurationFolder, readProfiles, writeProfiles, type Profile } from '../profiles.ts';
import { examples, type Register } from '../command.ts';
import { checkedUrl, defaultBaseUrl } from '../settings.ts';

/** `svc login`: keeps an address and a key under a name, after the service has accepted them. */
export const registerLogin: Register = (program, context) => {
  examples(
    program
      .command('login')
      .description('check an API key and keep it with its address as a profile')
      .option('--default', 'use this profile when none is asked for')
      .action(async ({ default: makeDefault = false }: { default?: boolean }) => {
        const { options, surroundings, questions, output } = context();
        const { environment } = surroundings;
        const folder = configurationFolder(environment);
        const kept = await readProfiles(folder);
        const name = options.profile ?? environment['SVC_PROFILE'] ?? 'default';
        const baseUrl = checkedUrl(
          options.baseUrl ??
            environment['SVC_BASE_URL'] ??
            (await questions.ask('Address of the API', '--base-url', { usual: kept.profiles[name]?.base_url ?? defaultBaseUrl })),
          '--base-url',
        );
        const apiKey = options.apiKey ?? environment['SVC_API_KEY'] ?? (await questions.ask('API key', '--api-key', { secret: true }));
        const me = await createClient({ baseUrl, apiKey }).meta.me();

        const profile: Profile = {
          base_url: baseUrl,
          api_key: apiKey,
          ...(options.operatorUrl && { operator_url: checkedUrl(options.operatorUrl, '--operator-url') }),
          ...(options.operatorToken && { operator_token: options.operatorToken }),
        };
        kept.profiles[name] = profile;
        if (makeDefault || kept.default === undefined) kept.default = name;
        const path = await writeProfiles(folder, kept).catch((error: unknown) => {
          throw new CommandError(`the profile cannot be kept in ${folder}`, exitCodes.failed, error);
        });
        output.note(`Profile "${name}" is kept in ${path}${kept.default === name ? ' and used by default' : ''}.`);
        output.record(me);
      }),
    'svc login',
    'svc login --profile staging --base-url https://api.staging.example --api-key svc_live_…',
  );
};
