import type { LiveEvent } from '@agency-service/sdk';
import type { Command } from 'commander';
import { failureText } from '../await-delivery.ts';
import { localTime } from '../cells.ts';
import { examples, groupOf, type GetContext, type Register } from '../command.ts';
import { CommandError, exitCodes } from '../exit-codes.ts';
import { counted } from '../counted.ts';
import { untilInterrupted } from '../interruption.ts';
import type { Output } from '../output.ts';
import { printable } from '../text.ts';
import { readDelivery, type DeliveryFiles } from './verify.ts';

/** `svc webhooks`: what helps to try an endpoint out, and to see what it does. */
export const registerWebhookTrials: Register = (program, context) => {
  const webhooks = groupOf(program, 'webhooks');
  registerCheck(webhooks, context);
  registerWatch(webhooks, context);
};

function registerCheck(webhooks: Command, context: GetContext): void {
  examples(
    webhooks
      .command('check-signature')
      .description('find out why a captured delivery does not match the endpoint’s secrets, without knowing them')
      .argument('<endpoint-id>', 'webhook endpoint')
      .argument(
        '[capture]',
        'the whole request: HTTP text, a line of svc listen --json, or the output of get-delivery-request --json; - for standard input',
      )
      .option('--body <file>', 'only the body, exactly as received; - for standard input')
      .option('--headers <file>', 'only the headers: lines "Name: value" or JSON; - for standard input')
      .action(async (id: string, capture: string | undefined, files: DeliveryFiles) => {
        const running = context();
        const { headers, body } = await readDelivery(running, capture, files);
        const call = { endpoint_id: id, headers, body: new TextDecoder('utf-8', { ignoreBOM: true }).decode(body) };
        const check = await (await running.client()).webhooks.checkSignature(call);
        running.output.record(check);
        if (!check.verified) throw new CommandError(check.findings[0] ?? 'none of the signatures matches.', exitCodes.failed);
      }),
    'svc webhooks check-signature 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05 capture.http',
  );
}

function registerWatch(webhooks: Command, context: GetContext): void {
  examples(
    webhooks
      .command('watch')
      .description('print deliveries of every endpoint as they happen, until Ctrl-C')
      .action(async () => {
        const { client, output } = context();
        const { webhooks: connected } = await client();
        await untilInterrupted(async (signal) => {
          try {
            for await (const event of connected.watch({}, { signal })) print(output, event);
            output.note('The stream ended: the service is stopping, or the key expired or was revoked.');
          } catch (error) {
            if (!signal.aborted) throw error;
          }
        });
      }),
    'svc webhooks watch',
  );
}

function print(output: Output, event: LiveEvent): void {
  if (output.json) return output.entry(event, []);
  if (event.event === 'endpoints') {
    for (const { id, status, pending_count, consecutive_failures } of event.data.endpoints) {
      output.entry(
        event,
        ['endpoint', id, status, `${pending_count} pending`, `${counted(consecutive_failures, 'failure')} in a row`].map(printable),
      );
    }
    return;
  }
  // Events of later releases print nothing.
  if (event.event !== 'deliveries') return;
  for (const delivery of event.data.deliveries) {
    const { created_at, status, event_type, id, attempt_count, last_status_code, last_error, last_error_detail, last_duration_ms } =
      delivery;
    const failure = last_error === null ? 'none yet' : failureText(last_error, last_error_detail);
    const answer = last_status_code === null ? failure : `${last_status_code} in ${last_duration_ms} ms`;
    const cells = [localTime(created_at) ?? created_at, status.padEnd(9), event_type, id, `attempt ${attempt_count}: ${answer}`];
    output.entry(event, cells.map(printable));
  }
  if (!event.data.is_complete) output.note('Some deliveries were skipped; svc deliveries list shows all of them.');
}
