import { operations, type WebhookFailure } from '@agency-service/sdk';
import { defaultWaitSeconds, reportOutcome } from '../await-delivery.ts';
import type { Context } from '../context.ts';
import { CommandError, UsageError } from '../exit-codes.ts';
import { examples, type Register } from '../command.ts';
import { positiveInteger } from '../option-values.ts';
import { printList } from '../read-pages.ts';
import { enableFirst, filtersOf, replayMany, type FailureFilters, type ReplayOptions } from '../replay-failures.ts';
import { addEventTypesOption, addPageOptions, addTimeRangeOptions, eventTypesOf } from '../shared-options.ts';

const columns = ['id', 'event_type', 'error', 'failed_at', 'error_detail', 'attempts', 'replayed_at', 'event_created_at', 'event_id'];
const maxPageItems = operations.listWebhookFailures.parameters['limit']!.maximum!;

const tableRow = (failure: unknown) => {
  const { attempts, ...members } = failure as WebhookFailure;
  return { ...members, attempts: attempts.length, error_detail: attempts.at(-1)?.error_detail ?? null };
};

/** `svc failures`: permanently failed deliveries, retained for 30 days. */
export const registerFailures: Register = (program, context) => {
  const failures = program.command('failures').description('list permanently failed deliveries, and replay them');

  const list = failures
    .command('list')
    .description('list failures, most recent first')
    .argument('<endpoint-id>', 'webhook endpoint')
    .action(async (id: string, options: FailureFilters & { limit: number; all?: boolean; cursor?: string }) => {
      const { client, output } = context();
      const { webhooks } = await client();
      const read = (page: object) => webhooks.listFailures({ ...filtersOf(id, options), ...page });
      await printList(output, read, options, maxPageItems, { columns, hasShortIds: true, rowOf: tableRow });
    });
  addPageOptions(addTimeRangeOptions(addEventTypesOption(list, 'only these event types'), 'failed'));
  examples(list, 'svc failures list 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05 --since 24h');

  const replay = failures
    .command('replay')
    .description('send the events of failures again, with the same event ids')
    .argument('<endpoint-id>', 'webhook endpoint')
    .argument('[failure-id]', 'one failure, even if it was replayed before')
    .option('--all', 'every failure that has not been replayed')
    .option('--dry-run', 'count the failures and queue nothing; of one failure, show the request')
    .option('--wait', 'wait until every event was delivered or has failed; exit code 1 if one failed')
    .option('--wait-timeout <seconds>', 'how long to wait', positiveInteger, defaultWaitSeconds)
    .action(async (id: string, failureId: string | undefined, options: ReplayOptions) => {
      const hasFilter = options.since !== undefined || options.until !== undefined || eventTypesOf(options) !== undefined;
      const current = context();
      if (failureId === undefined && !options.all && !hasFilter) {
        throw new UsageError('which failures? Give a failure id, --all, --since, --until or --event-types.');
      }
      if (failureId === undefined) return replayMany(current, id, options);
      if (options.all || hasFilter) throw new UsageError('a failure id cannot be combined with --all, --since, --until or --event-types.');
      return replayOne(current, { endpoint_id: id, failure_id: failureId }, options);
    });
  addTimeRangeOptions(addEventTypesOption(replay, 'only these event types'), 'only deliveries that failed');
  examples(
    replay,
    'svc failures replay 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05 0198f0ac-0f4a-7d93-8e27-b5c1d9a3f864',
    'svc failures replay 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05 --since 24h --event-types order.created',
    'svc failures replay 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05 --all --yes --wait',
  );
};

async function replayOne(
  context: Context,
  call: { readonly endpoint_id: string; readonly failure_id: string },
  { wait, waitTimeout }: ReplayOptions,
): Promise<void> {
  const { output } = context;
  const client = await context.client();
  const replayed = await client.webhooks.replayFailure(call);
  if (wait && replayed.is_queued) return reportOutcome(context, client, call.endpoint_id, replayed, waitTimeout);
  output.record(replayed);
  if (replayed.is_queued) return;
  const message = `Nothing was sent: the endpoint is disabled. ${enableFirst(call.endpoint_id)}`;
  if (wait) throw new CommandError(message);
  output.note(message);
}
