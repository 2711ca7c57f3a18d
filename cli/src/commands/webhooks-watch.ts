import type { LiveEvent } from '@agency-service/sdk';
import { responseText } from '../await-delivery.ts';
import { localTime } from '../cells.ts';
import { examples, groupOf, type Register } from '../command.ts';
import { counted } from '../counted.ts';
import { untilInterrupted } from '../interruption.ts';
import type { Output } from '../output.ts';
import { printable } from '../text.ts';

/** `svc webhooks watch`: deliveries of every endpoint as they happen. */
export const registerWebhooksWatch: Register = (program, context) => {
  examples(
    groupOf(program, 'webhooks')
      .command('watch')
      .description('print deliveries of every endpoint as they happen, until Ctrl-C')
      .action(async () => {
        const { client, output } = context();
        const { webhooks } = await client();
        await untilInterrupted(async (signal) => {
          try {
            for await (const event of webhooks.watch({}, { signal })) print(output, event);
            output.note('The stream ended: the service is stopping, or the key expired or was revoked.');
          } catch (error) {
            if (!signal.aborted) throw error;
          }
        });
      }),
    'svc webhooks watch',
  );
};

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
    const hasAttempt = last_status_code !== null || last_error !== null;
    const answer = hasAttempt ? responseText(last_status_code, last_duration_ms, last_error, last_error_detail) : 'none yet';
    const cells = [localTime(created_at) ?? created_at, status.padEnd(9), event_type, id, `attempt ${attempt_count}: ${answer}`];
    output.entry(event, cells.map(printable));
  }
  if (!event.data.is_complete) output.note('Some deliveries were skipped; svc deliveries list shows all of them.');
}
