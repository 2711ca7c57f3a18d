import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { verifyWebhook } from '@agency-service/sdk';
import type { Command } from 'commander';
import { readCapture, readHeaders, type CapturedDelivery } from '../captured-delivery.ts';
import type { Context } from '../context.ts';
import { CommandError, UsageError } from '../exit-codes.ts';
import { fileError } from '../file-error.ts';
import { textOf } from '../input-text.ts';
import { collect, instant, integer } from '../option-values.ts';
import { examples, groupOf, type Register } from '../command.ts';
import { givenSecrets } from '../test-events.ts';

/** The files that contain the parts of a delivery. */
interface DeliveryFiles {
  body?: string;
  headers?: string;
}

interface VerifyOptions extends DeliveryFiles {
  secret?: string[];
  formerBrand?: string;
  tolerance: number;
  at?: string;
  ignoreTime?: boolean;
}

/** `svc verify`, and `svc webhooks check-signature`, which compares with the secrets of the service. */
export const registerVerify: Register = (program, context) => {
  const verify = withCapture(program.command('verify').description('verify the signature of a captured delivery, and print its event'))
    .option('--secret <secret>', 'signing secret (SVC_WEBHOOK_SECRET); repeatable', collect)
    .option('--former-brand <name>', 'also accept headers with this former brand name')
    .option('--tolerance <seconds>', 'accepted difference between the timestamp and now', integer, 300)
    .option('--at <instant>', 'compare the timestamp with this time instead of now', instant)
    .option('--ignore-time', 'accept any timestamp')
    .action(async (capture: string | undefined, options: VerifyOptions) => {
      const running = context();
      const { headers, body } = await readDelivery(running, capture, options);
      const secrets = givenSecrets(options.secret, running.surroundings.environment);
      if (secrets.length === 0) throw new UsageError('the secret is missing. Use --secret, or set SVC_WEBHOOK_SECRET.');
      const event = await verifyWebhook(body, headers, secrets, {
        toleranceSeconds: options.ignoreTime ? Number.POSITIVE_INFINITY : options.tolerance,
        ...(options.at && { now: new Date(options.at) }),
        ...(options.formerBrand && { formerBrand: options.formerBrand }),
      });
      running.output.note('The signature is valid.');
      running.output.record(event);
    });
  examples(
    verify,
    'svc verify capture.http --secret svc_whsec_… --ignore-time',
    'svc webhooks get-delivery-request ENDPOINT_ID DELIVERY_ID --json | svc verify - --secret svc_whsec_… --ignore-time',
    'svc verify --headers headers.txt --body body.json --secret svc_whsec_… --at 2026-07-18T21:04:12Z',
  );

  const check = groupOf(program, 'webhooks')
    .command('check-signature')
    .description('find out why a captured delivery does not match the endpoint’s secrets, without knowing them')
    .argument('<endpoint-id>', 'webhook endpoint');
  withCapture(check).action(async (endpoint_id: string, capture: string | undefined, files: DeliveryFiles) => {
    const running = context();
    const { headers, body } = await readDelivery(running, capture, files);
    const call = { endpoint_id, headers, body: new TextDecoder('utf-8', { ignoreBOM: true }).decode(body) };
    const result = await (await running.client()).webhooks.checkSignature(call);
    running.output.record(result);
    if (!result.verified) throw new CommandError(result.findings[0] ?? 'none of the signatures matches.');
  });
  examples(check, 'svc webhooks check-signature 0198f0aa-7b21-7c10-a7d3-2f4c8b1e6d05 capture.http');
};

/** Adds the argument and the options of a captured delivery. */
function withCapture(command: Command): Command {
  return command
    .argument(
      '[capture]',
      'the whole request: HTTP text, a line of svc listen --json, or the output of get-delivery-request --json; - for standard input',
    )
    .option('--body <file>', 'only the body, exactly as received; - for standard input')
    .option('--headers <file>', 'only the headers: lines "Name: value" or JSON; - for standard input');
}

/** Reads a delivery from a capture, or from its parts. */
async function readDelivery(context: Context, capture: string | undefined, options: DeliveryFiles): Promise<CapturedDelivery> {
  const { body, headers } = options;
  if (capture !== undefined) {
    if (body !== undefined || headers !== undefined) throw new UsageError('a capture cannot be combined with --body or --headers.');
    return readCapture(await read(context, capture));
  }
  if (body === undefined || headers === undefined) throw new UsageError('give a capture, or --headers and --body.');
  if (body === '-' && headers === '-') throw new UsageError('--headers and --body cannot both be standard input.');
  return { headers: readHeaders(textOf(await read(context, headers), headers)), body: await read(context, body) };
}

async function read({ surroundings }: Context, path: string): Promise<Buffer> {
  if (path === '-') return buffer(surroundings.stdin);
  return readFile(path).catch((error: unknown) => {
    throw fileError(path, error);
  });
}
