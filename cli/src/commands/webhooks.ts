import { enumerations, operations, type Schemas } from '@agency-service/sdk';
import type { Command } from 'commander';
import { UsageError } from '../exit-codes.ts';
import { largest } from '../largest.ts';
import { integer, list } from '../option-values.ts';
import { valuesOption } from '../shared-options.ts';
import { examples, groupOf, type GetContext, type Register } from '../command.ts';

type EventType = Schemas['WebhookEventType'];

interface EndpointOptions {
  url?: string;
  label?: string;
  eventTypes?: string[];
  creatorIds?: string[];
  allCreators?: boolean;
  keep?: boolean;
}

const eventTypes = (description: string) => valuesOption('--event-types <list>', description, enumerations.WebhookEventType);
const endpointId = ['<endpoint-id>', 'webhook endpoint'] as const;
const longestOverlap = largest(operations.rotateWebhookSecret, 'previous_expires_in_seconds');
const secretNote = 'Keep the secret: it cannot be read again.';

/** `svc webhooks`: what changes the agency's webhook endpoints, and what they do. */
export const registerWebhooks: Register = (program, context) => {
  const webhooks = groupOf(program, 'webhooks');
  registerChanges(webhooks, context);
  registerActions(webhooks, context);
};

function registerChanges(webhooks: Command, context: GetContext): void {
  examples(
    webhooks
      .command('create')
      .description('make an endpoint; its signing secret is shown once')
      .requiredOption('--url <url>', 'destination: HTTPS, on a public host')
      .addOption(eventTypes('event types separated by commas').makeOptionMandatory())
      .option('--label <text>', 'name for reference')
      .option('--creator-ids <list>', 'only the events of these creators; all of them by default', list)
      .action(async (options: EndpointOptions & { url: string; eventTypes: string[] }) => {
        const { client, output } = context();
        const made = await (
          await client()
        ).webhooks.create({
          ...changesOf(options),
          url: options.url,
          enabled_event_types: options.eventTypes as EventType[],
        });
        output.record(made);
        output.note(secretNote);
      }),
    'svc webhooks create --url https://hooks.example.com/service --event-types order.created,order.refunded',
  );

  examples(
    webhooks
      .command('update')
      .description('change what is given of an endpoint')
      .argument(...endpointId)
      .option('--url <url>', 'new destination')
      .addOption(eventTypes('new event types'))
      .option('--label <text>', 'new name')
      .option('--creator-ids <list>', 'only the events of these creators from now on', list)
      .option('--all-creators', 'the events of every creator from now on')
      .option('--keep', 'keep an endpoint that was created through a portal link when the link ends')
      .action(async (id: string, options: EndpointOptions) => {
        const { client, output } = context();
        const changes = changesOf(options);
        if (Object.keys(changes).length === 0) {
          throw new UsageError('nothing to change. Give --url, --event-types, --label, --creator-ids, --all-creators or --keep.');
        }
        output.record(await (await client()).webhooks.update({ endpoint_id: id, ...changes }));
      }),
    'svc webhooks update 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05 --label Ledger',
  );

  for (const [name, status, description] of [
    ['enable', 'active', 'enable an endpoint again'],
    ['disable', 'disabled', 'pause an endpoint: meanwhile its events are neither sent nor recorded'],
  ] as const) {
    examples(
      webhooks
        .command(name)
        .description(description)
        .argument(...endpointId)
        .action(async (id: string) => {
          const { client, output } = context();
          output.record(await (await client()).webhooks.update({ endpoint_id: id, status }));
        }),
      `svc webhooks ${name} 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05`,
    );
  }

  examples(
    webhooks
      .command('delete')
      .description('delete an endpoint with its deliveries and failures')
      .argument(...endpointId)
      .action(async (id: string) => {
        const { client, output, questions } = context();
        await questions.confirm(`Delete the endpoint ${id} with its deliveries and failures?`);
        await (await client()).webhooks.delete({ endpoint_id: id });
        output.done({ id, deleted: true }, `The endpoint ${id} is deleted.`);
      }),
    'svc webhooks delete 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05 --yes',
  );
}

function registerActions(webhooks: Command, context: GetContext): void {
  examples(
    webhooks
      .command('ping')
      .description('queue a test delivery')
      .argument(...endpointId)
      .action(async (id: string) => {
        const { client, output } = context();
        output.record(await (await client()).webhooks.ping({ endpoint_id: id }));
        output.note(`Its outcome: svc deliveries list ${id} --event-types ping`);
      }),
    'svc webhooks ping 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05',
  );

  examples(
    webhooks
      .command('rotate-secret')
      .description('make a new signing secret; it is shown once')
      .argument(...endpointId)
      .option('--previous-expires-in <seconds>', `sign with the previous secret too for so long, up to ${longestOverlap}`, integer, 0)
      .action(async (id: string, { previousExpiresIn }: { previousExpiresIn: number }) => {
        const { client, output, questions } = context();
        const consequence =
          previousExpiresIn === 0 ? 'The present one stops at once.' : `The present one signs beside it for ${previousExpiresIn} s.`;
        await questions.confirm(`Make a new secret for the endpoint ${id}? ${consequence}`);
        const call = { endpoint_id: id, previous_expires_in_seconds: previousExpiresIn };
        output.record(await (await client()).webhooks.rotateSecret(call));
        output.note(secretNote);
      }),
    'svc webhooks rotate-secret 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05 --previous-expires-in 86400 --yes',
  );
}

function changesOf({ url, label, eventTypes, creatorIds, allCreators, keep }: EndpointOptions): Schemas['WebhookEndpointUpdate'] {
  if (allCreators && creatorIds) throw new UsageError('--creator-ids and --all-creators exclude each other.');
  return {
    ...(url !== undefined && { url }),
    ...(label !== undefined && { label }),
    ...(eventTypes && { enabled_event_types: eventTypes as EventType[] }),
    ...(creatorIds && { allowed_creator_ids: creatorIds }),
    ...(allCreators && { allowed_creator_ids: [] }),
    ...(keep && { ends_with_link: false }),
  };
}
