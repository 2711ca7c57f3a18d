import { enumerations, type Client, type Schemas } from '@agency-service/sdk';
import { InvalidArgumentError } from 'commander';
import type { Context } from '../context.ts';
import { startEndpointGuard, guardCommand, guardEndpoint } from '../endpoint-guard.ts';
import { CommandError, exitCodes, UsageError } from '../exit-codes.ts';
import { forwardTo } from '../forward-delivery.ts';
import { pause, untilInterrupted } from '../interruption.ts';
import { collect, integer, list, port, positiveInteger } from '../option-values.ts';
import type { Output } from '../output.ts';
import { examples, type Register } from '../command.ts';
import { localTime } from '../cells.ts';
import { throughOutages } from '../outage.ts';
import { localUrl } from '../post-locally.ts';
import { startReceiver, type ReceivedDelivery } from '../receive-deliveries.ts';
import { listenOnStream } from './listen-stream.ts';
import { publicAccess } from '../settings.ts';
import { eventTypes, eventTypesOf } from '../shared-options.ts';
import { createTemporary, removeLeftBehind, renewTemporary } from '../temporary-endpoints.ts';
import { printable } from '../text.ts';

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
  eventType?: Schemas['WebhookEventType'][];
  creatorIds?: string[];
  count?: number;
  filter?: string;
  lease: number;
}

/** Options of a receiver at a port. Without any of them, deliveries arrive over a stream. */
const atPort = ['port', 'host', 'secret', 'formerBrand', 'createEndpoint', 'publicUrl', 'lease'] as const;

/** The timeout of each attempt to delete the endpoint at the end, while the user waits. */
const deletionTimeoutMs = 5_000;

/** `svc listen`: receives deliveries on this machine. */
export const registerListen: Register = (program, context) => {
  const command = program
    .command('listen')
    .description('receive deliveries on this machine until Ctrl-C: over a stream, or at a port')
    .option('--port <number>', 'receive at this port, behind a tunnel of your own; 0 picks a free one', port, 4500)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--secret <secret>', 'signing secret (SVC_WEBHOOK_SECRET); repeatable', collect)
    .option('--former-brand <name>', 'also accept headers with this former brand name')
    .option('--forward <url>', 'forward each delivery to this URL, and return its response')
    .option('--filter <text>', 'show only event types that contain this text')
    .option('--status <code>', 'respond with this status, to test retries', status, 204)
    .option('--create-endpoint', 'create an endpoint for the port, and delete it at the end')
    .option('--public-url <url>', 'URL at which the service reaches this receiver, such as a tunnel')
    .option('--creator-ids <list>', 'creators whose events to receive; default: all', list)
    .option('--lease <seconds>', 'how long the endpoint outlives a killed command', positiveInteger, 900)
    .option('--count <number>', 'stop after this many deliveries', positiveInteger)
    .action((options: ListenOptions) => {
      const isAtPort = atPort.some((name) => command.getOptionValueSource(name) === 'cli');
      return isAtPort ? listen(context(), options) : listenOnStream(context(), { ...options, eventTypes: streamTypes(options) });
    });
  eventTypes(command, 'event types to receive; default: all but endpoint.*');
  examples(
    command,
    'svc listen --forward http://localhost:3000/hooks',
    'svc listen --port 4500 --secret svc_whsec_… --forward http://localhost:3000/hooks',
    'svc listen --create-endpoint --public-url https://my-tunnel.example/',
  );

  program.command(guardCommand, { hidden: true }).action(() => guardEndpoint(context().surroundings.stdin));
};

async function listen(context: Context, options: ListenOptions): Promise<void> {
  const { output, surroundings } = context;
  checkOptions(options);
  const given = options.secret ?? [surroundings.environment['SVC_WEBHOOK_SECRET'] ?? ''];
  const secrets = given.filter((secret) => secret !== '');
  const forward = options.forward === undefined ? undefined : localUrl(options.forward, '--forward');
  const client = options.createEndpoint ? await context.client() : undefined;

  await untilInterrupted(async (signal) => {
    const enough = new AbortController();
    const end = AbortSignal.any([signal, enough.signal]);
    let seen = 0;
    const receiver = await startReceiver({
      host: options.host,
      port: options.port,
      secrets,
      formerBrand: options.formerBrand,
      answer: async (delivery) => (forward === undefined ? options.status : forwardTo(forward, delivery, output)),
      onDelivery: (delivery) => {
        output.entry(delivery, describe(delivery));
        seen += 1;
        if (seen === options.count) enough.abort();
      },
    }).catch((error: NodeJS.ErrnoException) => {
      throw new CommandError(cannotListen(options, error));
    });
    const receive = async (): Promise<void> => {
      output.note(`Listening on ${receiver.url}; press Ctrl-C to stop.`);
      await ended(end);
    };
    try {
      if (client !== undefined) await withEndpoint(client, receiver.url, options, secrets, context, end, receive);
      else {
        if (secrets.length === 0) output.note('Signatures are not verified, because no secret was given. Use --secret to verify them.');
        await receive();
      }
    } finally {
      await receiver.close();
    }
  });
}

/** Why nothing can be received at an address, and what to do. */
function cannotListen({ host, port: wanted }: ListenOptions, { code, message }: NodeJS.ErrnoException): string {
  switch (code) {
    case 'EADDRINUSE':
      return `port ${wanted} of ${host} is in use by another program. Stop it, or use another --port; 0 picks a free one.`;
    case 'EACCES':
      return `this user may not listen on port ${wanted}. Use a --port of 1024 or higher; 0 picks a free one.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is not an address of this machine. Use another --host, such as 127.0.0.1.`;
    default:
      return `cannot listen on ${host}:${wanted}: ${message}`;
  }
}

function streamTypes(options: ListenOptions): Schemas['WebhookEventType'][] | undefined {
  checkAnswer(options);
  return eventTypesOf(options);
}

function checkOptions(options: ListenOptions): void {
  const onlyForEndpoint = [
    options.publicUrl && '--public-url',
    eventTypesOf(options) && '--event-types',
    options.creatorIds && '--creator-ids',
  ];
  const useless = onlyForEndpoint.find((name) => name !== undefined);
  if (!options.createEndpoint && useless !== undefined) throw new UsageError(`${useless} needs --create-endpoint.`);
  if (options.filter !== undefined)
    throw new UsageError('--filter is for deliveries over a stream: omit --port and the other options of a receiver at a port.');
  checkAnswer(options);
}

function checkAnswer(options: ListenOptions): void {
  if (options.forward !== undefined && options.status !== 204) {
    throw new UsageError('--forward and --status cannot be combined: the forwarded response decides.');
  }
}

/**
 * Makes an endpoint, lets the receiver verify with its secret, which arrives before the first delivery can, and deletes the
 * endpoint at the end, however that comes.
 */
async function withEndpoint(
  client: Client,
  url: string,
  options: ListenOptions,
  secrets: string[],
  { output, options: given, surroundings }: Context,
  end: AbortSignal,
  receive: () => Promise<void>,
): Promise<void> {
  const leaseMs = options.lease * 1000;
  await removeLeftBehind(client, (await client.webhooks.list()).data, output);
  const made = await createTemporary(client, {
    url: options.publicUrl ?? url,
    eventTypes: eventTypesOf(options) ?? enumerations.WebhookEventType.filter((type) => !type.startsWith('endpoint.')),
    creatorIds: options.creatorIds,
    leaseMs,
  });
  const guard = startEndpointGuard(surroundings.ownCommand, {
    ...(await publicAccess(given, surroundings.environment)),
    endpointId: made.id,
    leaseMs,
  });
  secrets.push(made.secret);
  output.note(`The endpoint ${made.id} delivers to ${made.url} until this command ends.`);
  output.note(`Its signing secret: ${made.secret}`);
  const ending = new AbortController();
  const renewing = renew(client, made.id, leaseMs, output, AbortSignal.any([end, ending.signal]));
  try {
    await receive();
  } finally {
    ending.abort();
    await renewing;
    await client.webhooks.delete({ endpoint_id: made.id }, { timeoutMs: deletionTimeoutMs }).catch((error: unknown) => {
      const message = `the endpoint ${made.id} is not deleted yet. A background process keeps trying for ${options.lease} s.`;
      throw new CommandError(message, exitCodes.partlyDone, error);
    });
    guard.dismiss();
    output.note(`The endpoint ${made.id} is deleted.`);
  }
}

/** Extends the endpoint's lease, also after an outage, and reports when it was disabled. */
async function renew(client: Client, id: string, leaseMs: number, output: Output, signal: AbortSignal): Promise<void> {
  let wasActive = true;
  for (;;) {
    await pause(leaseMs / 3, signal);
    if (signal.aborted) return;
    try {
      const endpoint = await throughOutages(() => renewTemporary(client, id, leaseMs, signal), output, signal);
      const isActive = endpoint === undefined || endpoint.status === 'active';
      if (wasActive && !isActive)
        output.note(`The endpoint is disabled (${endpoint.disabled_detail ?? endpoint.disabled_reason}): svc webhooks enable ${id}`);
      wasActive = isActive;
    } catch (error) {
      output.note(`The endpoint ${id} cannot be extended: ${(error as Error).message}`);
      return;
    }
  }
}

function describe({ received_at, verified, reason, event, answered, method, path }: ReceivedDelivery): string[] {
  const mark = verified === null ? 'unchecked' : verified ? 'verified' : 'REFUSED';
  const what = event === null ? `${method} ${path}` : `${event.type}  ${event.id}  ${JSON.stringify(event.data)}`;
  const cells = [localTime(received_at) ?? received_at, mark, String(answered), what, ...(reason === null ? [] : [reason])];
  return cells.map(printable);
}

function status(text: string): number {
  const value = integer(text);
  if (value < 200 || value > 599) throw new InvalidArgumentError('Accepted: a status from 200 to 599.');
  return value;
}

function ended(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
