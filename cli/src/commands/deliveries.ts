import type { Client, Schemas, WebhookDelivery } from '@agency-service/sdk';
import { pause, untilInterrupted } from '../context.ts';
import { instant, list, positiveInteger } from '../option-values.ts';
import { examples, type Register } from '../command.ts';
import type { Output } from '../output.ts';
import { printable } from '../table.ts';

interface Filters {
  eventTypes?: Schemas['DeliveryEventType'][];
  statuses?: Schemas['DeliveryStatus'][];
  since?: string;
  until?: string;
}

const overlapMs = 10_000;
const columns = ['id', 'event_type', 'status', 'attempts', 'last_answer', 'created_at', 'next_attempt_at', 'event_id'];

/** `svc deliveries`: what was sent to an endpoint in the last 30 days. */
export const registerDeliveries: Register = (program, context) => {
  const deliveries = program.command('deliveries').description('see what was sent to an endpoint, with every attempt');

  examples(
    deliveries
      .command('list')
      .description('list deliveries, most recent first')
      .argument('<endpoint-id>', 'webhook endpoint')
      .option('--event-types <list>', 'only these event types', list)
      .option('--statuses <list>', 'only pending, delivered or failed ones', list)
      .option('--since <instant>', 'queued at or after it, such as 2026-07-18T21:00:00Z or 24h', instant)
      .option('--until <instant>', 'queued before it', instant)
      .option('--limit <number>', 'how many', positiveInteger, 50)
      .option('--all', 'every one')
      .action(async (id: string, { limit, all, ...filters }: Filters & { limit: number; all?: boolean }) => {
        const { client, output } = context();
        const found: WebhookDelivery[] = [];
        for await (const delivery of matching(await client(), id, filters, all ? 200 : Math.min(limit, 200))) {
          found.push(delivery);
          if (!all && found.length === limit) break;
        }
        output.list({ data: found }, found.map(tableRow), columns);
      }),
    'svc deliveries list 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05 --statuses failed,pending --since 24h',
  );

  examples(
    deliveries
      .command('tail')
      .description('print deliveries as they come in and as their status changes, until Ctrl-C')
      .argument('<endpoint-id>', 'webhook endpoint')
      .option('--event-types <list>', 'only these event types', list)
      .option('--statuses <list>', 'only these statuses', list)
      .option('--since <instant>', 'begin with those queued at or after it', instant)
      .option('--interval <seconds>', 'time between two looks', positiveInteger, 2)
      .action(async (id: string, { interval, ...filters }: Filters & { interval: number }) => {
        const { client, output } = context();
        const connected = await client();
        output.note(`Deliveries to ${id}; end with Ctrl-C.`);
        await untilInterrupted((signal) => tail(connected, output, id, filters, interval * 1000, signal));
      }),
    'svc deliveries tail 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05 --statuses failed',
  );
};

function matching(client: Client, id: string, { eventTypes, statuses, since, until }: Filters, limit: number, signal?: AbortSignal) {
  return client.webhooks.listAllDeliveries(
    { endpoint_id: id, event_types: eventTypes, statuses, start: since, end: until, limit },
    { signal },
  );
}

/**
 * Prints each delivery when it appears and whenever its status or number of attempts has changed. A look begins at the
 * oldest delivery that may still change, and a little before the newest one, for those whose transaction commits late.
 */
async function tail(
  client: Client,
  output: Output,
  id: string,
  { statuses, since = new Date().toISOString(), eventTypes }: Filters,
  intervalMs: number,
  signal: AbortSignal,
): Promise<void> {
  let printed = new Map<string, string>();
  let start = since;
  while (!signal.aborted) {
    const found: WebhookDelivery[] = [];
    try {
      for await (const delivery of matching(client, id, { eventTypes, since: start }, 200, signal)) found.unshift(delivery);
    } catch (error) {
      if (signal.aborted) return;
      throw error;
    }
    for (const delivery of found) {
      const isWanted = statuses === undefined || statuses.includes(delivery.status);
      if (isWanted && printed.get(delivery.id) !== stateOf(delivery)) output.entry(delivery, lineOf(delivery));
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

function stateOf({ status, attempts }: WebhookDelivery): string {
  return `${status} ${attempts.length}`;
}

function tableRow(delivery: WebhookDelivery) {
  return { ...delivery, attempts: delivery.attempts.length, last_answer: lastAnswer(delivery) };
}

function lineOf(delivery: WebhookDelivery): string {
  const { created_at, status, event_type, id, attempts } = delivery;
  return printable(
    `${created_at}  ${status.padEnd(9)}  ${event_type}  ${id}  attempt ${attempts.length}: ${lastAnswer(delivery) ?? 'none yet'}`,
  );
}

function lastAnswer({ attempts }: WebhookDelivery): string | null {
  const last = attempts.at(-1);
  if (last === undefined) return null;
  return last.status_code === null ? (last.error ?? 'no answer') : `${last.status_code} in ${last.duration_ms} ms`;
}
