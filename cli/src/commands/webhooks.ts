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
const secretNote = 'Save the secret: it is not shown again.';

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
      .description('create an endpoint; its signing secret is shown once')
      .requiredOption('--url <url>', 'destination: HTTPS, on a public host')
      .addOption(eventTypes('comma-separated event types').makeOptionMandatory())
      .option('--label <text>', 'name for reference')
      .option('--creator-ids <list>', 'only events of these creators; default: all', list)
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
      .description('change the given fields of an endpoint')
      .argument(...endpointId)
      .option('--url <url>', 'new destination')
      .addOption(eventTypes('new event types'))
      .option('--label <text>', 'new name')
      .option('--creator-ids <list>', 'from now on, only events of these creators', list)
      .option('--all-creators', 'from now on, events of every creator')
      .option('--keep', 'keep an endpoint created through a portal link after the link ends')
      .action(async (id: string, options: EndpointOptions) => {
        const { client, output } = context();
        const changes = changesOf(options);
        if (Object.keys(changes).length === 0) {
          throw new UsageError('nothing to change. Use --url, --event-types, --label, --creator-ids, --all-creators or --keep.');
        }
        output.record(await (await client()).webhooks.update({ endpoint_id: id, ...changes }));
      }),
    'svc webhooks update 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05 --label Ledger',
  );

  for (const [name, status, description] of [
    ['enable', 'active', 'enable an endpoint again'],
    ['disable', 'disabled', 'pause an endpoint; while paused, its events are neither sent nor recorded'],
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
      .description('create a new signing secret; shown once')
      .argument(...endpointId)
      .option('--previous-expires-in <seconds>', `how long the previous secret also signs, up to ${longestOverlap}`, integer, 0)
      .action(async (id: string, { previousExpiresIn }: { previousExpiresIn: number }) => {
        const { client, output, questions } = context();
        const consequence =
          previousExpiresIn === 0 ? 'The current secret expires at once.' : `The current secret also signs for ${previousExpiresIn} s.`;
        await questions.confirm(`Create a new secret for the endpoint ${id}? ${consequence}`);
        const call = { endpoint_id: id, previous_expires_in_seconds: previousExpiresIn };
        output.record(await (await client()).webhooks.rotateSecret(call));
        output.note(secretNote);
      }),
    'svc webhooks rotate-secret 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05 --previous-expires-in 86400 --yes',
  );
}

function changesOf({ url, label, eventTypes, creatorIds, allCreators, keep }: EndpointOptions): Schemas['WebhookEndpointUpdate'] {
  if (allCreators && creatorIds) throw new UsageError('--creator-ids and --all-creators cannot be combined.');
  return {
    ...(url !== undefined && { url }),
    ...(label !== undefined && { label }),
    ...(eventTypes && { enabled_event_types: eventTypes as EventType[] }),
    ...(creatorIds && { allowed_creator_ids: creatorIds }),
    ...(allCreators && { allowed_creator_ids: [] }),
    ...(keep && { ends_with_link: false }),
  };
}
