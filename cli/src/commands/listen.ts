import { once } from 'node:events';
import { InvalidArgumentError } from 'commander';
import { cell, localTime } from '../cells.ts';
import { examples, type Register } from '../command.ts';
import type { Context } from '../context.ts';
import { CommandError, UsageError } from '../exit-codes.ts';
import { untilInterrupted } from '../interruption.ts';
import { collect, integer, list, port, positiveInteger, type Header } from '../option-values.ts';
import type { Output } from '../output.ts';
import { forwardedHeader, localUrl, postLocally, remedyWithoutResponse } from '../post-locally.ts';
import { startReceiver, type ReceivedDelivery } from '../receive-deliveries.ts';
import { addEventTypesOption, eventTypesOf } from '../shared-options.ts';
import { givenSecrets } from '../test-events.ts';
import { printable } from '../text.ts';
import { listenOnStream, type StreamOptions } from './listen-stream.ts';

interface ListenOptions extends StreamOptions {
  port: number;
  host: string;
  secret?: string[];
  formerBrand?: string;
}

/** Options of a receiver at a port. Without any of them, deliveries arrive over a stream. */
const portOptions = ['port', 'host', 'secret', 'formerBrand'] as const;

/** `svc listen`: receives deliveries on this machine. */
export const registerListen: Register = (program, context) => {
  const command = program
    .command('listen')
    .description('receive deliveries on this machine until Ctrl-C: over a stream, or at a port')
    .option('--port <number>', 'receive at this port, behind a tunnel of your own; 0 picks a free one', port, 4500)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--secret <secret>', 'at a port: signing secret (SVC_WEBHOOK_SECRET); repeatable', collect)
    .option('--former-brand <name>', 'at a port: also accept headers with this former brand name')
    .option('--forward <url>', 'forward each delivery to this URL, and return its response')
    .option('-H, --header <name:value>', 'with --forward: add this header, or replace its value; repeatable', forwardedHeader)
    .option('--filter <text>', 'show only event types that contain this text')
    .option('--status <code>', 'respond with this status, to test retries', status, 204)
    .option('--creator-ids <list>', 'creators whose events to receive; default: all', list)
    .option('--count <number>', 'stop after this many deliveries', positiveInteger)
    .action((options: ListenOptions) => {
      if (options.forward !== undefined && options.status !== 204) {
        throw new UsageError('--forward and --status cannot be combined: the forwarded response decides.');
      }
      if (options.header && options.forward === undefined)
        throw new UsageError('--header needs --forward: without it, no request has headers.');
      const isAtPort = portOptions.some((name) => command.getOptionValueSource(name) === 'cli');
      return isAtPort ? listenAtPort(context(), options) : listenOnStream(context(), options);
    });
  addEventTypesOption(command, 'event types to receive; default: all but endpoint.*');
  examples(
    command,
    'svc listen --forward http://localhost:3000/hooks',
    'svc listen --forward http://localhost:3000/hooks -H "Authorization: Bearer local"',
    'svc listen --port 4500 --secret svc_whsec_… --forward http://localhost:3000/hooks',
  );
};

async function listenAtPort({ output, surroundings }: Context, options: ListenOptions): Promise<void> {
  checkPortOptions(options);
  const secrets = givenSecrets(options.secret, surroundings.environment);
  const forward = options.forward === undefined ? undefined : localUrl(options.forward, '--forward');
  await untilInterrupted(async (signal) => {
    const enough = new AbortController();
    const end = AbortSignal.any([signal, enough.signal]);
    let seen = 0;
    const receiver = await startReceiver({
      host: options.host,
      port: options.port,
      secrets,
      formerBrand: options.formerBrand,
      answer: async (delivery) => (forward === undefined ? options.status : forwardTo(forward, delivery, options.header ?? [], output)),
      onDelivery: (delivery) => {
        output.entry(delivery, cellsOf(delivery));
        seen += 1;
        if (seen === options.count) enough.abort();
      },
    }).catch((error: NodeJS.ErrnoException) => {
      throw new CommandError(cannotListen(options, error));
    });
    try {
      if (secrets.length === 0) output.note('Signatures are not verified, because no secret was given. Use --secret to verify them.');
      output.note(`Listening on ${receiver.url}; press Ctrl-C to stop.`);
      if (!end.aborted) await once(end, 'abort');
    } finally {
      await receiver.close();
    }
  });
}

function checkPortOptions(options: ListenOptions): void {
  const ofStream = [
    options.filter !== undefined && '--filter',
    eventTypesOf(options) && '--event-types',
    options.creatorIds && '--creator-ids',
  ].find(Boolean);
  if (ofStream)
    throw new UsageError(`${ofStream} is for deliveries over a stream: omit --port and the other options of a receiver at a port.`);
}

/** Forwards a delivery with added headers. If the receiver does not respond, the status is 502, so that the service retries. */
async function forwardTo(url: string, { headers, body }: ReceivedDelivery, added: readonly Header[], output: Output): Promise<number> {
  const pairs = Object.entries(headers).flatMap(([name, value]): Header[] => (value === undefined ? [] : [[name, String(value)]]));
  try {
    const response = await postLocally(url, [...pairs, ...added], body);
    response.destroy();
    return response.statusCode!;
  } catch (error) {
    output.note(remedyWithoutResponse(error, url, '--forward').remedy);
    return 502;
  }
}

/** The reason why the port cannot be opened, and the remedy. */
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

function cellsOf({ received_at, verified, reason, event, answered, method, path }: ReceivedDelivery): string[] {
  const mark = verified === null ? 'unchecked' : verified ? 'verified' : 'REFUSED';
  const what = event === null ? `${method} ${path}` : `${event.type}  ${event.id}  ${cell('data', { ...event })}`;
  const cells = [localTime(received_at) ?? received_at, mark, String(answered), what, ...(reason === null ? [] : [reason])];
  return cells.map(printable);
}

function status(text: string): number {
  const value = integer(text);
  if (value < 200 || value > 599) throw new InvalidArgumentError('Accepted: a status from 200 to 599.');
  return value;
}
