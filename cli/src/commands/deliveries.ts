import { operations, type Client, type Schemas, type WebhookDelivery } from '@agency-service/sdk';
import { defaultWaitSeconds, reportOutcome, responseText } from '../await-delivery.ts';
import { localTime, type Row } from '../cells.ts';
import { examples, type Register } from '../command.ts';
import { pause, untilInterrupted } from '../interruption.ts';
import { instant, positiveInteger } from '../option-values.ts';
import { retryThroughOutages } from '../outage.ts';
import type { Output } from '../output.ts';
import { resendMany } from '../resend.ts';
import { UsageError } from '../exit-codes.ts';
import { printList } from '../read-pages.ts';
import { addEventTypesOption, addPageOptions, addTimeRangeOptions, eventTypesOf, valuesOf, valuesOption } from '../shared-options.ts';
import { printable } from '../text.ts';

interface Filters {
  eventTypes?: Schemas['DeliveryEventType'][];
  eventType?: Schemas['DeliveryEventType'][];
  statuses?: Schemas['DeliveryStatus'][];
  since?: string;
  until?: string;
}

interface ResendOptions extends Omit<Filters, 'statuses'> {
  statuses?: Schemas['EndedDeliveryStatus'][];
  cursor?: string;
  dryRun?: boolean;
  wait?: boolean;
}

const overlapMs = 10_000;
const columns = ['id', 'event_type', 'status', 'last_answer', 'created_at', 'attempts', 'next_attempt_at', 'event_id'];
const maxPageItems = operations.listWebhookDeliveries.parameters['limit']!.maximum!;
const statuses = () => valuesOption('--statuses <list>', 'only those with these statuses', valuesOf('listWebhookDeliveries', 'statuses'));

/** `svc deliveries`: the deliveries of an endpoint in the last 30 days. */
export const registerDeliveries: Register = (program, context) => {
  const deliveries = program
    .command('deliveries')
    .description('read the deliveries to an endpoint, with every attempt, and send any of them again');

  const list = deliveries
    .command('list')
    .description('list deliveries, most recent first')
    .argument('<endpoint-id>', 'webhook endpoint')
    .addOption(statuses())
    .action(async (id: string, options: Filters & { limit: number; all?: boolean; cursor?: string }) => {
      const { client, output } = context();
      const { webhooks } = await client();
      const read = (page: object) => webhooks.listDeliveries({ ...filtersOf(id, options), ...page });
      await printList(output, read, options, maxPageItems, {
        columns,
        hasShortIds: true,
        rowOf: (delivery) => tableRow(delivery as WebhookDelivery),
      });
    });
  addPageOptions(addTimeRangeOptions(addEventTypesOption(list, 'only these event types'), 'queued'));
  examples(list, 'svc deliveries list 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05 --statuses failed,pending --since 24h');

  const resend = deliveries
    .command('resend')
    .description('send the events of deliveries again, also of successful ones; `svc failures replay` is for failed ones')
    .argument('<endpoint-id>', 'webhook endpoint')
    .argument('[delivery-id]', 'one delivery; `svc deliveries list` shows its id')
    .addOption(
      valuesOption(
        '--statuses <list>',
        'only those with these statuses',
        valuesOf('listWebhookDeliveries', 'statuses')?.filter((status) => status !== 'pending'),
      ),
    )
    .option('--cursor <cursor>', 'continue after an interrupted command')
    .option('--dry-run', 'count the events and queue nothing; of one delivery, show the request')
    .option('--wait', 'with a delivery id: wait until it was delivered or has failed; exit code 1 if it failed')
    .action(async (endpoint_id: string, delivery_id: string | undefined, options: ResendOptions) => {
      const running = context();
      const { since, until, statuses, cursor, dryRun, wait } = options;
      if (delivery_id === undefined) {
        if (since === undefined) throw new UsageError('which deliveries? Give a delivery id, or --since.');
        if (wait) throw new UsageError('--wait needs a delivery id. Follow several with svc deliveries tail.');
        const filters = { endpoint_id, start: since, end: until, event_types: eventTypesOf(options), statuses, cursor };
        return resendMany(running, filters, dryRun ?? false);
      }
      if ([since, until, statuses, cursor, eventTypesOf(options)].some((option) => option !== undefined))
        throw new UsageError('a delivery id cannot be combined with options that select deliveries.');
      const client = await running.client();
      const resent = await client.webhooks.resendDelivery({ endpoint_id, delivery_id });
      if (wait) return reportOutcome(running, client, endpoint_id, resent, defaultWaitSeconds);
      running.output.record(resent);
    });
  addTimeRangeOptions(addEventTypesOption(resend, 'only these event types'), 'queued');
  examples(
    resend,
    'svc deliveries resend 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05 0198f0ab-9d74-7f85-a0c1-7b2e8d6f9a43',
    'svc deliveries resend 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05 --since 24h --statuses delivered --event-types order.created --dry-run',
  );

  const follow = deliveries
    .command('tail')
    .description('print new deliveries and status changes until Ctrl-C')
    .argument('<endpoint-id>', 'webhook endpoint')
    .addOption(statuses())
    .option('--since <instant>', 'start with deliveries queued at or after this time', instant)
    .option('--interval <seconds>', 'polling interval', positiveInteger, 2)
    .action(async (id: string, { interval, ...given }: Filters & { interval: number }) => {
      const { client, output } = context();
      const connected = await client();
      // Prints deliveries that are queued after this note.
      const filters = { ...given, since: given.since ?? new Date().toISOString() };
      output.note(`Deliveries to ${id}; press Ctrl-C to stop.`);
      await untilInterrupted((signal) => tail(connected, output, id, filters, interval * 1000, signal));
    });
  addEventTypesOption(follow, 'only these event types');
  examples(follow, 'svc deliveries tail 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05 --statuses failed');
};

function filtersOf(id: string, filters: Filters) {
  return { endpoint_id: id, event_types: eventTypesOf(filters), statuses: filters.statuses, start: filters.since, end: filters.until };
}

/**
 * Prints each new delivery, and each change of its status or number of attempts. A poll starts at the oldest pending delivery, or
 * 10 seconds before the newest one, for transactions that commit late.
 */
async function tail(
  client: Client,
  output: Output,
  id: string,
  { statuses, since, ...filters }: Filters & { since: string },
  intervalMs: number,
  signal: AbortSignal,
): Promise<void> {
  let printed = new Map<string, string>();
  let start = since;
  const readRecent = async (): Promise<WebhookDelivery[]> => {
    const seen: WebhookDelivery[] = [];
    const wanted = filtersOf(id, { ...filters, since: start });
    for await (const delivery of client.webhooks.listAllDeliveries(wanted, { signal })) seen.unshift(delivery);
    return seen;
  };
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    // A wrong address or key ends the command; a later outage does not.
    const found = await (isFirst ? readRecent().catch(unlessAborted(signal)) : retryThroughOutages(readRecent, output, signal));
    if (found === undefined) return;
    for (const delivery of found) {
      const isWanted = statuses === undefined || statuses.some((status) => status === delivery.status);
      if (isWanted && printed.get(delivery.id) !== stateOf(delivery)) output.entry(delivery, cellsOf(delivery));
    }
    printed = new Map(found.map((delivery) => [delivery.id, stateOf(delivery)]));
    start = nextStart(found) ?? start;
    await pause(intervalMs, signal);
  }
}

function nextStart(found: readonly WebhookDelivery[]): string | undefined {
  const newest = found.at(-1);
  if (newest === undefined) return undefined;
  const overlap = new Date(Math.max(Date.parse(newest.created_at) - overlapMs, Date.parse(found[0]?.created_at ?? ''))).toISOString();
  const oldestPending = found.find(({ status }) => status === 'pending')?.created_at;
  return oldestPending !== undefined && oldestPending < overlap ? oldestPending : overlap;
}

function unlessAborted(signal: AbortSignal): (error: unknown) => undefined {
  return (error) => {
    if (!signal.aborted) throw error;
  };
}

function stateOf({ status, attempts }: WebhookDelivery): string {
  return `${status} ${attempts.length}`;
}

function tableRow(delivery: WebhookDelivery): Row {
  return { ...delivery, attempts: delivery.attempts.length, last_answer: lastAnswer(delivery) };
}

function cellsOf(delivery: WebhookDelivery): string[] {
  const { created_at, status, event_type, id, attempts } = delivery;
  const attempt = `attempt ${attempts.length}: ${lastAnswer(delivery) ?? 'none yet'}`;
  return [localTime(created_at) ?? created_at, status.padEnd(9), event_type, id, attempt].map(printable);
}

function lastAnswer({ attempts }: WebhookDelivery): string | null {
  const last = attempts.at(-1);
  return last === undefined ? null : responseText(last.status_code, last.duration_ms, last.error, last.error_detail);
}
