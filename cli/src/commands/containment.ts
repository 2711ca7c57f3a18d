import type { OperatorSchemas } from '@agency-service/sdk/operator';
import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { instant } from '../option-values.ts';
import { examples, groupOf, type GetContext, type Register } from '../command.ts';

type Containment = OperatorSchemas['Containment'];
type Release = OperatorSchemas['ContainmentRelease'];

interface ContainOptions {
  since?: string;
  reason?: string;
  notice?: string;
}

interface Contained {
  /** The group of commands, and what is contained in words. */
  readonly group: 'agencies' | 'keys';
  readonly noun: 'agency' | 'key';
  readonly example: string;
  readonly consequence: string;
  contain(context: Context, id: string, request: ContainOptions): Promise<Containment>;
  release(context: Context, id: string): Promise<Release>;
}

const contained: readonly Contained[] = [
  {
    group: 'agencies',
    noun: 'agency',
    example: '0198f09f-2d16-7a8b-9c30-e4f7a1b5d289',
    consequence: 'All its keys are refused and all its endpoints are paused.',
    contain: async ({ operator }, id, request) => (await operator()).agencies.contain({ agency_id: id, ...request }),
    release: async ({ operator }, id) => (await operator()).agencies.release({ agency_id: id }),
  },
  {
    group: 'keys',
    noun: 'key',
    example: '0198f0a0-4b9c-7e61-8d52-f3a6c0e7b914',
    consequence: 'It is refused, and the endpoints that it created or whose URL it set are paused.',
    contain: async ({ operator }, id, request) => (await operator()).keys.contain({ key_id: id, ...request }),
    release: async ({ operator }, id) => (await operator()).keys.release({ key_id: id }),
  },
];

/** `svc agencies contain` and `svc keys contain`, and what undoes them. */
export const registerContainment: Register = (program, context) => {
  for (const each of contained) registerOf(groupOf(program, each.group), each, context);
};

function registerOf(group: Command, { group: name, noun, example, consequence, contain, release }: Contained, context: GetContext): void {
  examples(
    group
      .command('contain')
      .description(`block an ${noun === 'key' ? 'API key' : noun} in an incident, and report what was read and sent (operator)`)
      .argument(`<${noun}-id>`, noun === 'key' ? 'id of the key, not the key itself' : 'agency')
      .option('--since <instant>', 'report reads and deliveries since then, such as 2026-07-18T21:00:00Z or 7d; default: 24h', instant)
      .option('--reason <text>', 'the reason, visible only to operators')
      .option('--notice <text>', 'the text in the audit log of the agency; default: a general one')
      .action(async (id: string, { since, reason, notice }: ContainOptions) => {
        const running = context();
        const { output, questions } = running;
        await questions.confirm(`Contain the ${noun} ${id}? ${consequence}`);
        const request = {
          ...(since !== undefined && { since }),
          ...(reason !== undefined && { reason }),
          ...(notice !== undefined && { notice }),
        };
        show(output, await contain(running, id, request));
        output.note(`See its changes: svc audit. Undo: svc ${name} release ${id}`);
      }),
    `svc ${name} contain ${example} --since 7d --reason "Found in a public repository" --yes`,
  );

  examples(
    group
      .command('release')
      .description(`undo the containment of an ${noun === 'key' ? 'API key' : noun} (operator)`)
      .argument(`<${noun}-id>`, noun === 'key' ? 'id of the key' : 'agency')
      .action(async (id: string) => {
        const running = context();
        await running.questions.confirm(`Release the ${noun} ${id}? Everything that was stopped works again.`);
        running.output.record(await release(running, id));
      }),
    `svc ${name} release ${example} --yes`,
  );
}

/** One document, or on a terminal the containment and tables of reads and deliveries. */
function show(output: Context['output'], containment: Containment): void {
  const { reads, deliveries, ...facts } = containment;
  if (output.json) return output.document(containment);
  output.record(facts);
  output.note(`\nRead since ${facts.since}:`);
  output.list(reads, reads, ['key_id', 'operation_id', 'request_count', 'item_count', 'last_hour', 'first_hour']);
  output.note(`\nSent since ${facts.since}:`);
  output.list(deliveries, deliveries, ['url', 'delivered_count', 'failed_count', 'endpoint_id', 'created_by_key_id']);
}
