import type { OperatorClient, OperatorSchemas } from '@agency-service/sdk/operator';
import { examples, groupOf, type Register } from '../command.ts';
import type { Context } from '../context.ts';
import { counted } from '../counted.ts';
import { untilInterrupted } from '../interruption.ts';
import { followTask } from '../progress.ts';

type Erasure = OperatorSchemas['Erasure'];

interface EraseOptions {
  name?: string;
  dryRun?: boolean;
  wait: boolean;
}

const rowsOf = ({ counts }: Erasure) => counts.reduce((sum, { count }) => sum + count, 0);

/** `svc agencies erase` and `svc fans erase`. */
export const registerErasures: Register = (program, context) => {
  examples(
    groupOf(program, 'agencies')
      .command('erase')
      .description('erase an agency with everything of it, permanently (operator)')
      .argument('<agency-id>', 'agency')
      .option('--name <text>', 'exact name of the agency, as confirmation; a terminal asks for it')
      .option('--dry-run', 'count what would be erased, and erase nothing')
      .option('--no-wait', 'return when the erasure has begun')
      .action((id: string, options: EraseOptions) => untilInterrupted((signal) => eraseAgency(context(), id, options, signal))),
    'svc agencies erase 0198f09f-2d16-7a8b-9c30-e4f7a1b5d289 --name "Northlight Agency" --dry-run',
    'svc agencies erase 0198f09f-2d16-7a8b-9c30-e4f7a1b5d289 --name "Northlight Agency" --yes',
  );
  examples(
    groupOf(program, 'fans')
      .command('erase')
      .description('erase a fan on all accounts of an agency, permanently; orders and messages stay without the person (operator)')
      .argument('<agency-id>', 'agency')
      .argument('<fan-id>', 'fan')
      .option('--dry-run', 'count what would be erased, and erase nothing')
      .option('--no-wait', 'return when the erasure has begun')
      .action((id: string, fanId: string, options: EraseOptions) =>
        untilInterrupted((signal) => eraseFan(context(), id, fanId, options, signal)),
      ),
    'svc fans erase 0198f09f-2d16-7a8b-9c30-e4f7a1b5d289 90817263 --dry-run',
    'svc fans erase 0198f09f-2d16-7a8b-9c30-e4f7a1b5d289 90817263 --yes',
  );
};

async function eraseAgency(running: Context, id: string, options: EraseOptions, signal: AbortSignal): Promise<void> {
  const operator = await running.operator();
  const name = options.name ?? (await running.questions.ask(`Type the exact name of the agency ${id}`, '--name'));
  const erase: Erase = (dry_run) => operator.agencies.erase({ agency_id: id, agency_name: name, dry_run }, { signal });
  const question = (rows: string) => `Erase the agency ${name} with ${rows}? Its keys and endpoints end at once. This cannot be undone.`;
  await eraseCounted(running, operator, erase, question, options, signal);
}

async function eraseFan(running: Context, id: string, fanId: string, options: EraseOptions, signal: AbortSignal): Promise<void> {
  const operator = await running.operator();
  const erase: Erase = (dry_run) => operator.fans.erase({ agency_id: id, fan_id: fanId, dry_run }, { signal });
  const question = (rows: string) => `Erase the fan ${fanId}, about whom there are ${rows}? This cannot be undone.`;
  await eraseCounted(running, operator, erase, question, options, signal);
}

type Erase = (dryRun: boolean) => Promise<Erasure>;

/** Counts the rows, asks for confirmation, erases, and waits for the end. If the command is interrupted, the service continues. */
async function eraseCounted(
  { output, questions }: Context,
  operator: OperatorClient,
  erase: Erase,
  question: (rows: string) => string,
  options: EraseOptions,
  signal: AbortSignal,
): Promise<void> {
  const preview = await erase(true);
  if (options.dryRun) return output.record(preview);
  const total = rowsOf(preview);
  await questions.confirm(question(counted(total, 'row')));
  const started = await erase(false);
  const read = () => operator.erasures.get({ erasure_id: started.id! });
  const task = { started, read, countOf: rowsOf, total };
  const erasure = options.wait ? await followTask(output.errorStream, 'Erasing', task, signal) : started;
  output.record(erasure);
  if (erasure.ended_at === null) output.note(`The erasure continues on the service: svc erasures get ${erasure.id}`);
}
