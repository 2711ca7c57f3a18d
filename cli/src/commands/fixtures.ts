import { access, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultVersion, type KnownWebhookEvent } from '@agency-service/sdk';
import { testEvent, testSecret } from '@agency-service/sdk/webhooks/testing';
import { examples, type Register } from '../command.ts';
import type { Context } from '../context.ts';
import { counted } from '../counted.ts';
import { UsageError } from '../exit-codes.ts';
import { fileError } from '../file-error.ts';
import { collect, list } from '../option-values.ts';
import { valuesOption } from '../shared-options.ts';
import { deliveredTypes, givenSecrets, signedWith } from '../test-events.ts';

interface FixtureOptions {
  outputDir?: string;
  eventTypes?: KnownWebhookEvent['type'][];
  secret?: string[];
  force?: boolean;
}

/** A delivery of one event type: the exact body, and its headers. */
interface Fixture {
  readonly event_type: string;
  readonly file: string;
  readonly headers_file: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** `svc fixtures`: deliveries of every event type as files, for tests in any language. */
export const registerFixtures: Register = (program, context) => {
  examples(
    program
      .command('fixtures')
      .description('write a signed delivery of each event type to files, or list them')
      .option('--output-dir <folder>', 'where to write TYPE.json and TYPE.headers.json; without it, or with -, they are listed')
      .addOption(valuesOption('--event-types <list>', 'only these event types', deliveredTypes).argParser(knownTypes))
      .option('--secret <secret>', 'signing secret (SVC_WEBHOOK_SECRET; default: a new one, which is shown); repeatable', collect)
      .option('--force', 'overwrite files that exist')
      .action((options: FixtureOptions) => makeFixtures(context(), options)),
    'svc fixtures --output-dir test/deliveries --secret svc_whsec_…',
    'svc fixtures --event-types order.created --json --jq .data[0].body',
  );
};

function knownTypes(text: string, before?: string[]): string[] {
  const types = list(text, before);
  const unknown = types.find((type) => !deliveredTypes.some((known) => known === type));
  if (unknown === undefined) return types;
  throw new UsageError(`--event-types: unknown ${unknown}. Accepted: ${deliveredTypes.join(', ')}.`);
}

async function makeFixtures({ output, options: given, surroundings }: Context, options: FixtureOptions): Promise<void> {
  const version = given.serviceVersion ?? defaultVersion;
  if (version !== defaultVersion) {
    throw new UsageError(
      `--service-version: this command line makes fixtures of ${defaultVersion}. Install the one of ${version} for others.`,
    );
  }
  const secrets = givenSecrets(options.secret, surroundings.environment);
  const isNew = secrets.length === 0;
  if (isNew) secrets.push(testSecret());
  const fixtures = await Promise.all((options.eventTypes ?? deliveredTypes).map((type) => fixtureOf(type, secrets)));
  const { outputDir = '-' } = options;
  if (outputDir !== '-') await write(outputDir, fixtures, options.force ?? false);
  const files = fixtures.map(({ event_type, file, headers_file }) => ({ event_type, file, headers_file }));
  output.list({ data: outputDir === '-' ? fixtures : files }, files);
  if (isNew) output.note(`Their signing secret: ${secrets[0]}`);
  if (outputDir !== '-') output.note(`Wrote ${counted(fixtures.length * 2, 'file')} to ${outputDir}.`);
}

/** The example of the contract, signed at the event's time. */
async function fixtureOf(type: KnownWebhookEvent['type'], secrets: readonly string[]): Promise<Fixture> {
  const event = testEvent(type);
  const { headers, body } = await signedWith(secrets, JSON.stringify(event), new Date(event.created_at));
  return { event_type: type, file: `${type}.json`, headers_file: `${type}.headers.json`, headers, body };
}

/** Writes every file, or none if one of them exists. */
async function write(folder: string, fixtures: readonly Fixture[], force: boolean): Promise<void> {
  const files = fixtures.flatMap(({ file, headers_file, headers, body }): [string, string][] => [
    [join(folder, file), body],
    [join(folder, headers_file), `${JSON.stringify(headers, null, 2)}\n`],
  ]);
  if (!force) {
    for (const [path] of files) {
      const exists = await access(path).then(
        () => true,
        () => false,
      );
      if (exists) throw new UsageError(`${path} exists. Use another --output-dir, or --force to overwrite it.`);
    }
  }
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    throw fileError(folder, error);
  }
  for (const [path, text] of files) {
    await writeFile(path, text, { flag: force ? 'w' : 'wx' }).catch((error: unknown) => {
      throw fileError(path, error);
    });
  }
}
