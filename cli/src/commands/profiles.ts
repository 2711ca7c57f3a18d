import { createClient } from '@agency-service/sdk';
import { CommandError, exitCodes, UsageError } from '../exit-codes.ts';
import { configurationFolder, readProfiles, writeProfiles, type Profile, type Profiles } from '../profiles.ts';
import { examples, type Register } from '../command.ts';
import { shownKey } from '../redact.ts';
import { checkedProfile, checkedUrl, defaultBaseUrl } from '../settings.ts';

/** `svc login`, `svc logout`, `svc profiles`: the profiles saved on this machine. */
export const registerProfiles: Register = (program, context) => {
  registerLogin(program, context);
  registerLogout(program, context);
  registerList(program, context);
};

/** `svc login`: saves an address and a key as a profile after the service accepted the key. Other saved fields stay. */
const registerLogin: Register = (program, context) => {
  examples(
    program
      .command('login')
      .description('check an API key and save it with its base URL as a profile')
      .option('--default', 'make this the default profile')
      .action(async ({ default: makeDefault = false }: { default?: boolean }) => {
        const { options, surroundings, questions, output, connection } = context();
        const { environment } = surroundings;
        const folder = configurationFolder(environment);
        const stored = await readProfiles(folder);
        const name = options.profile ?? environment['SVC_PROFILE'] ?? 'default';
        const before = Object.hasOwn(stored.profiles, name) ? stored.profiles[name] : undefined;
        const baseUrl = checkedUrl(
          options.baseUrl ??
            environment['SVC_BASE_URL'] ??
            (await questions.ask('Address of the API', '--base-url', { usual: before?.base_url ?? defaultBaseUrl })),
          '--base-url',
        );
        const apiKey = options.apiKey ?? environment['SVC_API_KEY'] ?? (await questions.ask('API key', '--api-key', { secret: true }));
        const me = await createClient({ baseUrl, apiKey, ...connection }).meta.me();

        const profile: Profile = {
          ...before,
          base_url: baseUrl,
          api_key: apiKey,
          ...(options.operatorUrl && { operator_url: checkedUrl(options.operatorUrl, '--operator-url') }),
          ...(options.operatorToken && { operator_token: options.operatorToken }),
        };
        // An assignment would not store a profile of the name "__proto__".
        stored.profiles = { ...stored.profiles, [name]: profile };
        if (makeDefault || stored.default === undefined) stored.default = name;
        const path = await storeProfiles(folder, stored);
        output.note(`Profile "${name}" saved in ${path}${stored.default === name ? '; it is the default' : ''}.`);
        output.record(me);
      }),
    'svc login',
    'svc login --profile staging --base-url https://api.staging.example --api-key svc_live_…',
  );
};

/** `svc logout`: deletes a profile. Its key stays valid. */
const registerLogout: Register = (program, context) => {
  examples(
    program
      .command('logout')
      .description('delete a profile with its key; default: the default profile')
      .action(async () => {
        const { options, surroundings, output } = context();
        const folder = configurationFolder(surroundings.environment);
        const stored = await readProfiles(folder);
        const name = options.profile ?? surroundings.environment['SVC_PROFILE'] ?? stored.default;
        if (name === undefined) throw new UsageError('no default profile is set. Choose one with --profile; svc profiles lists them.');
        checkedProfile(stored, name);
        delete stored.profiles[name];
        if (stored.default === name) delete stored.default;
        await storeProfiles(folder, stored);
        output.done({ profile: name, removed: true }, `Profile "${name}" deleted. Its key stays valid until it is revoked.`);
      }),
    'svc logout',
    'svc logout --profile staging',
  );
};

/** `svc profiles`: the saved profiles, without keys and tokens, and the default one. */
const registerList: Register = (program, context) => {
  const profiles = examples(
    program
      .command('profiles')
      .description('list the saved profiles')
      .action(async () => {
        const { surroundings, output } = context();
        const { profiles: saved, default: usual } = await readProfiles(configurationFolder(surroundings.environment));
        const data = Object.entries(saved).map(([name, { base_url, api_key, operator_url, operator_token }]) => ({
          name,
          default: name === usual,
          base_url,
          api_key: api_key === undefined ? null : shownKey(api_key),
          operator_url: operator_url ?? null,
          has_operator_token: operator_token !== undefined,
        }));
        output.list({ data }, data);
      }),
    'svc profiles',
  );

  examples(
    profiles
      .command('use')
      .description('make a profile the default')
      .argument('<profile>', 'its name')
      .action(async (name: string) => {
        const { surroundings, output } = context();
        const folder = configurationFolder(surroundings.environment);
        const saved = await readProfiles(folder);
        const { base_url } = checkedProfile(saved, name);
        await storeProfiles(folder, { ...saved, default: name });
        output.done({ profile: name, default: true }, `Profile "${name}" for ${base_url} is the default.`);
        const named = surroundings.environment['SVC_PROFILE'];
        if (named && named !== name) output.note(`SVC_PROFILE names "${named}", which takes precedence.`);
      }),
    'svc profiles use staging',
  );
};

async function storeProfiles(folder: string, stored: Profiles): Promise<string> {
  return writeProfiles(folder, stored).catch((error: unknown) => {
    throw new CommandError(`the profiles cannot be saved in ${folder}`, exitCodes.failed, error);
  });
}
