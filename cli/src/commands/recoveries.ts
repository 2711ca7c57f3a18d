import type { Schemas } from '@agency-service/sdk';
import { examples, groupOf, type Register } from '../command.ts';
import type { Context } from '../context.ts';
import { counted } from '../counted.ts';
import { CommandError, exitCodes } from '../exit-codes.ts';
import { forecastText } from '../forecast.ts';
import { untilInterrupted } from '../interruption.ts';
import { followTask } from '../progress.ts';
import { addEventTypesOption, eventTypesOf } from '../shared-options.ts';
import { instant } from '../option-values.ts';

type Recovery = Schemas['Recovery'];

interface RecoverOptions {
  since: string;
  until?: string;
  eventTypes?: Schemas['WebhookEventType'][];
  eventType?: Schemas['WebhookEventType'][];
  dryRun?: boolean;
}

const queuedBy = ({ recorded_count, reconstructed_count }: Recovery) => recorded_count + reconstructed_count;

/** `svc webhooks recover`: queues the events that an endpoint missed. */
export const registerRecoveries: Register = (program, context) => {
  const recover = groupOf(program, 'webhooks')
    .command('recover')
    .description('queue the events that an endpoint missed while it was disabled or did not exist, each once')
    .argument('<endpoint-id>', 'webhook endpoint')
    .requiredOption('--since <instant>', 'events at or after this time, such as 2026-07-18T21:00:00Z or 24h', instant)
    .option('--until <instant>', 'events before this time; default: now', instant)
    .option('--dry-run', 'count the events and queue nothing')
    .action((id: string, options: RecoverOptions) => untilInterrupted((signal) => recoverMissed(context(), id, options, signal)));
  addEventTypesOption(recover, 'only these event types');
  examples(
    recover,
    'svc webhooks recover 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05 --since 24h --dry-run',
    'svc webhooks recover 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05 --since 24h --event-types order.created --yes',
  );
};

/** Counts the events, asks for confirmation, starts the recovery and waits for its end. */
async function recoverMissed(running: Context, id: string, options: RecoverOptions, signal: AbortSignal): Promise<void> {
  const { output, questions } = running;
  const client = await running.client();
  const call = {
    endpoint_id: id,
    start: options.since,
    end: options.until ?? new Date().toISOString(),
    event_types: eventTypesOf(options),
  };
  const preview = await client.webhooks.recoverEvents({ ...call, dry_run: true }, { signal });
  const total = queuedBy(preview);
  const found = `${preview.has_more ? 'more than ' : ''}${counted(total, 'event')}`;
  if (options.dryRun) {
    output.record(preview);
    return;
  }
  if (total === 0 && !preview.has_more) {
    output.note('The endpoint has a delivery of every event of this span.');
    return output.record(preview);
  }
  if (preview.forecast) output.note(forecastText(preview.forecast));
  await questions.confirm(`Recover ${found} for the endpoint ${id}, ${preview.reconstructed_count} of them reconstructed?`);
  const started = await client.webhooks.recoverEvents(call, { signal });
  const read = () => client.webhooks.getRecovery({ endpoint_id: id, recovery_id: started.id! });
  const ended = await followTask(output.errorStream, 'Recovering', { started, read, countOf: queuedBy, total }, signal);
  output.record(ended);
  if (ended.status === 'stopped') {
    throw new CommandError(
      `stopped after ${queuedBy(ended)} of ${found}: the endpoint was disabled or the recovery was cancelled. Enable the endpoint, then recover the rest.`,
      exitCodes.partlyDone,
    );
  }
  if (ended.status !== 'completed') {
    output.note(`The recovery continues on the service: svc webhooks get-recovery ${id} ${started.id}`);
    output.note(`To stop it: svc webhooks cancel-recovery ${id} ${started.id}`);
    return;
  }
  output.note(`${counted(queuedBy(ended), 'event is', 'events are')} queued: svc deliveries tail ${id}`);
}
