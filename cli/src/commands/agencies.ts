import type { Scope } from '@agency-service/sdk';
import { allScopes } from '../all-scopes.ts';
import { integer, list } from '../option-values.ts';
import { valuesOption } from '../shared-options.ts';
import { examples, groupOf, type Register } from '../command.ts';

interface PortalLinkOptions {
  label: string;
  scopes?: Scope[];
  expiresIn?: number;
  allowedOrigins?: string[];
}

/** `svc agencies`: what changes the operator's agencies. */
export const registerAgencies: Register = (program, context) => {
  examples(
    groupOf(program, 'agencies')
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
    groupOf(program, 'agencies')
      .command('portal-link')
      .description('make a link to the portal, where people of an agency operate its webhooks; it is shown once')
      .argument('<agency-id>', 'agency that the link is for')
      .option('--label <text>', "name of the link's key, for reference", 'Portal')
      .addOption(valuesOption('--scopes <list>', 'scopes of its key separated by commas; those of webhooks by default', allScopes()))
      .option('--expires-in <seconds>', 'how long it holds; an hour by default, a day at most', integer)
      .option('--allowed-origins <list>', 'origins whose pages may show the portal inside of their own, separated by commas', list)
      .action(async (agencyId: string, { label, scopes, expiresIn, allowedOrigins }: PortalLinkOptions) => {
        const { operator, output } = context();
        const made = await (
          await operator()
        ).portalLinks.create({
          agency_id: agencyId,
          label,
          ...(scopes && { scopes }),
          ...(expiresIn !== undefined && { expires_in_seconds: expiresIn }),
          ...(allowedOrigins && { allowed_origins: allowedOrigins }),
        });
        output.record(made);
        output.note('Whoever has the link has its key. It cannot be read again; svc keys revoke KEY_ID ends it.');
      }),
    'svc agencies portal-link 0198f09f-2d16-7a8b-9c30-e4f7a1b5d289 --allowed-origins https://app.northlight.example',
  );
};
