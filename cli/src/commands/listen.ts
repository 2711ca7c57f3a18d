import type { Client, Schemas } from '@agency-service/sdk';
import { InvalidArgumentError } from 'commander';
import { untilInterrupted, type Context } from '../context.ts';
import { CommandError, UsageError } from '../exit-codes.ts';
import { collect, integer, list, port, positiveInteger } from '../option-values.ts';
import { examples, type Register } from '../command.ts';
import { startReceiver, type ReceivedDelivery } from '../receive-deliveries.ts';
import { checkedUrl } from '../settings.ts';
import { printable } from '../table.ts';

interface ListenOptions {
  port: number;
  host: string;
  secret?: string[];
  formerBrand?: string;
  forward?: string;
  status: number;
  createEndpoint?: boolean;
  publicUrl?: string;
  eventTypes?: Schemas['WebhookEventType'][];
  creatorIds?: string[];
  count?: number;
}

const everyEventType: Schemas['WebhookEventType'][] = [
  'order.created',
  'order.refunded',
  'assignment.updated',
  'conversation.ai_control_requested',
];
const forwardDeadlineMs = 9_000;
/** Headers of one connection, which say nothing about the delivery. */
const connectionHeaders = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive', 'expect']);

/** `svc listen`: receives deliveries on this machine. */
export const registerListen: Register = (program, context) => {
  examples(
    program
      .command('listen')
      .description('receive deliveries on this machine, verify and print them, until Ctrl-C')
      .option('--port <number>', 'port to listen on; 0 takes a free one', port, 4500)
      .option('--host <address>', 'address to listen on', '127.0.0.1')
      .option('--secret <secret>', 'signing secret (SVC_WEBHOOK_SECRET); may be given several times', collect)
      .option('--former-brand <name>', 'also read the headers under this former name')
      .option('--forward <url>', 'send each verified delivery on to this address and answer what it answers')
      .option('--status <code>', 'answer this status, to try out retries', status, 204)
      .option('--create-endpoint', 'make an endpoint for this receiver and delete it at the end')
      .option('--public-url <url>', 'where the service reaches this receiver, such as the address of a tunnel')
      .option('--event-types <list>', 'event types of the endpoint that is made; all by default', list)
      .option('--creator-ids <list>', 'creators of the endpoint that is made; all by default', list)
      .option('--count <number>', 'end after so many deliveries', positiveInteger)
      .action((options: ListenOptions) => listen(context(), options)),
    'svc listen --secret svc_whsec_… --forward http://localhost:3000/hooks',
    'svc listen --create-endpoint --public-url https://my-tunnel.example/',
  );
};

async function listen(context: Context, options: ListenOptions): Promise<void> {
  const { output, surroundings } = context;
  checkOptions(options);
  const given = options.secret ?? [surroundings.environment['SVC_WEBHOOK_SECRET'] ?? ''];
  const secrets = given.filter((secret) => secret !== '');
  const forward = options.forward === undefined ? undefined : checkedUrl(options.forward, '--forward');
  const client = options.createEndpoint ? await context.client() : undefined;

  await untilInterrupted(async (signal) => {
    const enough = new AbortController();
    let seen = 0;
    const receiver = await startReceiver({
      host: options.host,
      port: options.port,
      secrets,
      formerBrand: options.formerBrand,
      answer: async (delivery) => (forward === undefined ? options.status : forwardTo(forward, delivery, context)),
      onDelivery: (delivery) => {
        output.entry(delivery, describe(delivery));
        seen += 1;
        if (seen === options.count) enough.abort();
      },
    }).catch((error: Error) => {
      throw new CommandError(`cannot listen on ${options.host}:${options.port}: ${error.message}`);
    });
    let endpointId: string | undefined;
    try {
      if (client !== undefined) endpointId = await createEndpoint(client, receiver.url, options, secrets, context);
      else if (secrets.length === 0) output.note('No secret: signatures are not checked. Give --secret to check them.');
      output.note(`Listening on ${receiver.url}; end with Ctrl-C.`);
      await ended(AbortSignal.any([signal, enough.signal]));
    } finally {
      await receiver.close();
      if (client !== undefined && endpointId !== undefined) {
        await client.webhooks.delete({ endpoint_id: endpointId });
        output.note(`The endpoint ${endpointId} is deleted.`);
      }
    }
  });
}

function checkOptions(options: ListenOptions): void {
  const onlyForEndpoint = [
    options.publicUrl && '--public-url',
    options.eventTypes && '--event-types',
    options.creatorIds && '--creator-ids',
  ];
  const useless = onlyForEndpoint.find((name) => name !== undefined);
  if (!options.createEndpoint && useless !== undefined) throw new UsageError(`${useless} needs --create-endpoint.`);
  if (options.forward !== undefined && options.status !== 204) {
    throw new UsageError('--forward and --status exclude each other: the forwarded answer decides.');
  }
}

/** Makes the endpoint and lets the receiver verify with its secret, which arrives before the first delivery can. */
async function createEndpoint(
  client: Client,
  url: string,
  options: ListenOptions,
  secrets: string[],
  { output }: Context,
): Promise<string> {
  const made = await client.webhooks.create({
    url: options.publicUrl ?? url,
    label: 'svc listen',
    enabled_event_types: options.eventTypes ?? everyEventType,
    ...(options.creatorIds && { allowed_creator_ids: options.creatorIds }),
  });
  secrets.push(made.secret);
  output.note(`The endpoint ${made.id} delivers to ${made.url} until this command ends.`);
  return made.id;
}

/** The delivery as it came, to another address. A receiver that cannot be reached is answered 502, so that it is retried. */
async function forwardTo(url: string, delivery: ReceivedDelivery, { output }: Context): Promise<number> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(delivery.headers)) {
    if (!connectionHeaders.has(name) && value !== undefined) headers.set(name, String(value));
  }
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers,
      body: delivery.body,
      redirect: 'manual',
      signal: AbortSignal.timeout(forwardDeadlineMs),
    });
    await answer.body?.cancel();
    return answer.status;
  } catch (error) {
    const { message, cause } = error as Error & { cause?: Error };
    output.note(`${url} cannot be reached: ${cause?.message ?? message}`);
    return 502;
  }
}

function describe({ received_at, verified, reason, event, answered, method, path }: ReceivedDelivery): string {
  const mark = verified === null ? 'unchecked' : verified ? 'verified' : 'REFUSED';
  const what = event === null ? `${method} ${path}` : `${event.type}  ${event.id}  ${JSON.stringify(event.data)}`;
  return printable(`${received_at}  ${mark}  ${answered}  ${what}${reason === null ? '' : `  ${reason}`}`);
}

function status(text: string): number {
  const value = integer(text);
  if (value < 200 || value > 599) throw new InvalidArgumentError('A status from 200 to 599 is accepted.');
  return value;
}

function ended(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
