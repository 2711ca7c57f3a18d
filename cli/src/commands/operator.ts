import { operatorEnumerations, type OperatorScope } from '@agency-service/sdk/operator';
import type { Command } from 'commander';
import { instantOrAhead } from '../option-values.ts';
import { valuesOption } from '../shared-options.ts';
import { examples, groupOf, type GetContext, type Register } from '../command.ts';

interface TokenOptions {
  name: string;
  scopes: OperatorScope[];
  expiresAt?: string;
}

/** `svc operator`: operator tokens, and the endpoints of any agency. */
export const registerOperator: Register = (program, context) => {
  const operator = groupOf(program, 'operator');
  registerTokens(groupOf(operator, 'tokens'), context);
  registerEndpoints(groupOf(operator, 'webhooks'), context);
};

function registerTokens(tokens: Command, context: GetContext): void {
  examples(
    tokens
      .command('create')
      .description('create an operator token; shown once')
      .requiredOption('--name <text>', 'its name')
      .addOption(valuesOption('--scopes <list>', 'comma-separated scopes', operatorEnumerations.OperatorScope).makeOptionMandatory())
      .option('--expires-at <instant>', 'time at which the token expires, such as +24h; default: 90 days from now', instantOrAhead)
      .action(async ({ name, scopes, expiresAt }: TokenOptions) => {
        const { operator, output } = context();
        const made = await (await operator()).tokens.create({ name, scopes, ...(expiresAt !== undefined && { expires_at: expiresAt }) });
        output.record(made);
        output.note('Save the token: it is not shown again.');
        if (scopes.includes('keys'))
          output.note('The scope "keys" lets it create API keys with any scope, and so do whatever those keys can do.');
      }),
    'svc operator tokens create --name Prometheus --scopes metrics',
    'svc operator tokens create --name "Key desk" --scopes keys,read --expires-at 2027-01-01T00:00:00Z',
  );

  examples(
    tokens
      .command('revoke')
      .description('revoke an operator token, effective from the next request')
      .argument('<token-id>', 'id of the token, not the token itself')
      .action(async (tokenId: string) => {
        const { operator, output, questions } = context();
        await questions.confirm(`Revoke the operator token ${tokenId}? Programs that use it stop working.`);
        await (await operator()).tokens.revoke({ token_id: tokenId });
        output.done({ id: tokenId, revoked: true }, `The operator token ${tokenId} is revoked.`);
      }),
    'svc operator tokens revoke 0198f0b4-7d02-7c1e-8a39-5e2f1b6d9c40 --yes',
  );
}

function registerEndpoints(webhooks: Command, context: GetContext): void {
  for (const [name, status, description] of [
    ['enable', 'active', 'enable an endpoint of any agency again'],
    ['disable', 'disabled', 'pause an endpoint of any agency'],
  ] as const) {
    examples(
      webhooks
        .command(name)
        .description(description)
        .argument('<endpoint-id>', 'webhook endpoint')
        .action(async (id: string) => {
          const { operator, output } = context();
          output.record(await (await operator()).webhooks.setStatus({ endpoint_id: id, status }));
        }),
      `svc operator webhooks ${name} 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05`,
    );
  }

  examples(
    webhooks
      .command('delete')
      .description('delete an endpoint of any agency with its deliveries and failures')
      .argument('<endpoint-id>', 'webhook endpoint')
      .action(async (id: string) => {
        const { operator, output, questions } = context();
        await questions.confirm(`Delete the endpoint ${id} with its deliveries and failures?`);
        await (await operator()).webhooks.delete({ endpoint_id: id });
        output.done({ id, deleted: true }, `The endpoint ${id} is deleted.`);
      }),
    'svc operator webhooks delete 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05 --yes',
  );
}
