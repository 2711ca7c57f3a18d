import type { Scope } from '@agency-service/sdk';
import type { OperatorSchemas } from '@agency-service/sdk/operator';
import { operatorEnumerations } from '@agency-service/sdk/operator';
import { InvalidArgumentError, Option } from 'commander';
import { allScopes } from '../all-scopes.ts';
import { examples, groupOf, type Register } from '../command.ts';
import { integer, list } from '../option-values.ts';
import { valuesOption } from '../shared-options.ts';

type Change = OperatorSchemas['AgencyQuotasChange'];

interface PortalLinkOptions {
  label: string;
  scopes?: Scope[];
  expiresIn?: number;
  uses?: number;
  allowedOrigins?: string[];
  themeName?: string;
  themeLogo?: string;
  themeAccent?: string;
  themeScheme?: 'auto' | 'light' | 'dark';
}

/** `svc agencies`: what changes the operator's agencies. */
export const registerAgencies: Register = (program, context) => {
  const agencies = groupOf(program, 'agencies');

  examples(
    agencies
      .command('create')
      .description('make an agency')
      .argument('<name>', 'its name')
      .action(async (name: string) => {
        const { operator, output } = context();
        output.record(await (await operator()).agencies.create({ name }));
      }),
    'svc agencies create "Northlight Agency"',
  );

  examples(
    agencies
      .command('set-quotas')
      .description('set the quotas of an agency; "svc agencies quotas" shows the current ones')
      .argument('<agency-id>', 'agency')
      .argument('<quotas...>', 'quotas to set, such as api_keys=20 or api_keys=default', quotas)
      .action(async (agencyId: string, change: Change) => {
        const { operator, output } = context();
        output.record(await (await operator()).agencies.changeQuotas({ agency_id: agencyId, ...change }));
      }),
    'svc agencies set-quotas 0198f09f-2d16-7a8b-9c30-e4f7a1b5d289 scheduled_publications=50000 pending_deliveries=default',
  );

  examples(
    agencies
      .command('portal-link')
      .description('create a link to the portal, where an agency sees its webhooks; shown once')
      .argument('<agency-id>', 'agency to create the link for')
      .option('--label <text>', "name of the link's key, for reference", 'Portal')
      .addOption(
        valuesOption(
          '--scopes <list>',
          'comma-separated scopes; default: read:webhooks,replay:webhooks; add write:webhooks to create and change endpoints',
          allScopes(),
        ),
      )
      .option('--expires-in <seconds>', 'how long it is valid; default: an hour, at most a day', integer)
      .option('--uses <count>', 'how many times it can be opened; default: once', integer)
      .option('--allowed-origins <list>', 'comma-separated origins whose pages may embed the portal', list)
      .option('--theme-name <text>', "name at the top of each page, in place of the service's")
      .option('--theme-logo <letters>', 'up to 3 letters or digits of the logo')
      .option('--theme-accent <color>', 'color of links and buttons, such as #0f766e')
      .addOption(new Option('--theme-scheme <scheme>', 'color scheme').choices(['auto', 'light', 'dark']))
      .action(async (agencyId: string, options: PortalLinkOptions) => {
        const { label, scopes, expiresIn, uses, allowedOrigins } = options;
        const theme = themeOf(options);
        const { operator, output } = context();
        const made = await (
          await operator()
        ).portalLinks.create({
          agency_id: agencyId,
          label,
          ...(scopes && { scopes }),
          ...(expiresIn !== undefined && { expires_in_seconds: expiresIn }),
          ...(uses !== undefined && { uses }),
          ...(allowedOrigins && { allowed_origins: allowedOrigins }),
          ...(theme && { theme }),
        });
        output.record(made);
        output.note('The first browser that opens the link gets its session. The link is not shown again; svc keys revoke KEY_ID ends it.');
      }),
    'svc agencies portal-link 0198f09f-2d16-7a8b-9c30-e4f7a1b5d289 --allowed-origins https://app.northlight.example',
  );
};

/** Undefined where no option of the theme is given. */
function themeOf({ themeName, themeLogo, themeAccent, themeScheme }: PortalLinkOptions): OperatorSchemas['PortalTheme'] | undefined {
  const theme = {
    ...(themeName !== undefined && { name: themeName }),
    ...(themeLogo !== undefined && { logo_text: themeLogo }),
    ...(themeAccent !== undefined && { accent_color: themeAccent.toLowerCase() }),
    ...(themeScheme !== undefined && { color_scheme: themeScheme }),
  };
  return Object.keys(theme).length > 0 ? theme : undefined;
}

/** `name=number` or `name=default`, behind those before it. */
function quotas(text: string, before: Change = {}): Change {
  const [, name = '', value = ''] = /^(\w+)=(\w+)$/.exec(text) ?? [];
  if (!operatorEnumerations.QuotaName.some((known) => known === name)) {
    const names = operatorEnumerations.QuotaName.join(', ');
    throw new InvalidArgumentError(`Accepted: NAME=NUMBER or NAME=default. Names: ${names}.`);
  }
  return { ...before, [name]: value === 'default' ? null : integer(value) };
}
