import { isProblem, type Client, type KnownWebhookEvent, type Schemas } from '@agency-service/sdk';
import { testSecret } from '@agency-service/sdk/webhooks/testing';
import { Argument } from 'commander';
import { awaitFirstAttempt } from '../await-delivery.ts';
import { examples, type Register } from '../command.ts';
import type { Context } from '../context.ts';
import { CommandError, exitCodes, UsageError } from '../exit-codes.ts';
import { forwardAttempt } from '../forward-attempt.ts';
import { untilInterrupted } from '../interruption.ts';
import { collect } from '../option-values.ts';
import { localUrl } from '../post-locally.ts';
import { deliveredTypes, givenSecrets, markedTestEvent, signedWith } from '../test-events.ts';
import { printable } from '../text.ts';

interface TriggerOptions {
  dryRun?: boolean;
  set?: string[];
  to?: string;
  secret?: string[];
  endpoint?: string;
}

type EventType = KnownWebhookEvent['type'];

const shownBody = 500;
/** The maximum wait for the first attempt of a delivery: its timeout, and the time before it begins. */
const firstAttemptMs = 30_000;

/** `svc trigger`: a test event for one endpoint, or for a receiver without the service. */
export const registerTrigger: Register = (program, context) => {
  examples(
    program
      .command('trigger')
      .description('send a test event to an endpoint, or straight to a URL; every id in its data begins with test_')
      .addArgument(new Argument('<event-type>', 'its type').choices(deliveredTypes))
      .option('--endpoint <id>', 'send it through the service to this endpoint; default: the only one that receives the type')
      .option('--to <url>', 'send it straight to this URL, signed, without the service')
      .option(
        '--secret <secret>',
        'with --to: signing secret (SVC_WEBHOOK_SECRET; default: a new one, which is shown); repeatable',
        collect,
      )
      .option('--set <path=value>', 'with --to: set a member, such as data.amount_cents=500; repeatable', collect)
      .action(async (type: EventType, options: TriggerOptions) => {
        checkOptions(options);
        return options.to === undefined
          ? sendThroughService(context(), type, options.endpoint)
          : sendDirectly(context(), type, options.to, options);
      }),
    'svc trigger order.created --to http://localhost:3000/hooks --set data.amount_cents=500',
    'svc trigger order.created --endpoint 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05',
  );
};

function checkOptions({ to, endpoint, secret, set, dryRun }: TriggerOptions): void {
  if (to !== undefined && dryRun) throw new UsageError('--dry-run shows a request to the service, and with --to there is none.');
  if (to !== undefined && endpoint !== undefined) throw new UsageError('--to and --endpoint cannot be combined: use one of them.');
  if (to !== undefined) return;
  if (set) throw new UsageError('--set needs --to: the service makes the payload of its own test events.');
  if (secret) throw new UsageError('--secret needs --to: the service signs with the secret of the endpoint.');
}

/** Sends a test event to a URL as the service would, and prints the response. */
async function sendDirectly(
  { output, surroundings }: Context,
  type: EventType,
  to: string,
  { secret, set }: TriggerOptions,
): Promise<void> {
  const url = localUrl(to, '--to');
  const event = markedTestEvent(type, set ?? []);
  const secrets = givenSecrets(secret, surroundings.environment);
  if (secrets.length === 0) {
    secrets.push(testSecret());
    output.note(`Its signing secret: ${secrets[0]}`);
  }
  const { headers, body } = await signedWith(secrets, JSON.stringify(event));
  const startedAt = performance.now();
  const list = Object.entries(headers).map(([name, value]) => ({ name, value }));
  const { answer, remedy } = await forwardAttempt(url, { headers: list, body }, '--to');
  const status = answer.status_code ?? null;
  output.record({
    event_id: headers['service-event-id'],
    event_type: type,
    url,
    status_code: status,
    error: answer.error ?? null,
    duration_ms: Math.round(performance.now() - startedAt),
    response_excerpt: output.json ? (answer.body ?? null) : printable((answer.body ?? '').slice(0, shownBody)),
  });
  requireAccepted(status, answer.error ?? null, remedy);
}

/** Sends a test event through the service, and prints the outcome of its first attempt. */
async function sendThroughService(running: Context, type: EventType, given: string | undefined): Promise<void> {
  const { output } = running;
  const client = await running.client();
  const endpointId = given ?? (await onlyReceiverOf(client, type));
  const { webhooks } = client;
  const sent =
    type === 'ping'
      ? await webhooks.ping({ endpoint_id: endpointId })
      : await webhooks.sendTestEvent({ endpoint_id: endpointId, event_type: type });
  const ids = { endpoint_id: endpointId, delivery_id: sent.delivery_id };
  const attempt = await untilInterrupted((signal) =>
    awaitFirstAttempt(client, ids, output, AbortSignal.any([signal, AbortSignal.timeout(firstAttemptMs)])),
  ).catch((error: unknown) => {
    // A key may be allowed to send test events but not to read deliveries.
    if (isProblem(error, 'missing_scope')) return null;
    throw error;
  });
  if (attempt === null) {
    output.record({ ...sent, event_type: type, endpoint_id: endpointId });
    return output.note('The event is queued. A key with read:webhooks also shows the response.');
  }
  const { status_code = null, error = null, error_detail = null, duration_ms = null, response_excerpt = null } = attempt ?? {};
  output.record({ ...sent, event_type: type, endpoint_id: endpointId, status_code, error, error_detail, duration_ms, response_excerpt });
  if (attempt === undefined) {
    throw new CommandError(
      `the delivery was not attempted yet: svc webhooks get-delivery ${endpointId} ${sent.delivery_id}`,
      exitCodes.partlyDone,
    );
  }
  requireAccepted(status_code, error, null);
}

async function onlyReceiverOf(client: Client, type: EventType): Promise<string> {
  const { data } = await client.webhooks.list();
  const receives = ({ status, enabled_event_types }: Schemas['WebhookEndpoint']): boolean =>
    status === 'active' && (type === 'ping' || enabled_event_types.some((each) => each === type));
  const [first, ...others] = data.filter(receives);
  if (first === undefined) throw new UsageError(`no active endpoint receives ${type}. Use --endpoint, or --to with a URL.`);
  if (others.length === 0) return first.id;
  const some = [first, ...others].map(({ id, label, url }) => `${id} (${label || url})`);
  throw new UsageError(`several endpoints receive ${type}. Choose one with --endpoint: ${some.join(', ')}.`);
}

function requireAccepted(status: number | null, error: string | null, remedy: string | null): void {
  if (status !== null && status >= 200 && status < 300) return;
  const found = status === null ? `did not respond (${error})` : `responded ${status}; a delivery is accepted with any 2xx`;
  throw new CommandError(`the receiver ${found}.${remedy === null ? '' : ` ${remedy}`}`);
}
