import type { OperatorSchemas } from '@agency-service/sdk/operator';
import { examples, type Register } from '../command.ts';
import type { Context } from '../context.ts';
import { counted } from '../counted.ts';
import { diagnose, type Diagnosis } from '../diagnosis/diagnose.ts';
import { needsAction, type Finding } from '../diagnosis/finding.ts';
import { CommandError, UsageError } from '../exit-codes.ts';
import type { Output } from '../output.ts';
import { printable } from '../text.ts';

interface DoctorOptions {
  server?: boolean;
  endpoint?: string;
}

/** The display of a finding. */
interface Line {
  readonly name: string;
  readonly status: string;
  readonly detail: string;
  readonly action: string | null;
}

/** `svc doctor`: checks the service, the key and the endpoints, and shows remedies. */
export const registerDoctor: Register = (program, context) => {
  examples(
    program
      .command('doctor')
      .description('check the connection, the key, and endpoints with their receivers, and say what to do')
      .option('--endpoint <id>', 'only this endpoint')
      .option('--server', 'check the service itself instead: clock, database, roles, disk, partitions, keys, workers (operator)')
      .action(async ({ server, endpoint }: DoctorOptions) => {
        if (server && endpoint !== undefined) throw new UsageError('--server checks the service: use it alone.');
        if (server) return checkServer(context());
        report(await diagnose(context(), endpoint), context().output);
      }),
    'svc doctor',
    'svc doctor --server',
  );
};

/** Prints the findings. A terminal does not show the `ok` findings of endpoints. */
function report({ findings, names }: Diagnosis, output: Output): void {
  const troubles = findings.filter(needsAction);
  if (output.json)
    output.list(
      { data: findings },
      findings.map((finding) => ({ ...finding })),
    );
  else {
    const shown = findings.filter(({ status, endpoint_id }) => status !== 'ok' || endpoint_id === null);
    show(
      shown.map((finding) => lineOf(finding, names)),
      output,
    );
    output.note(`${counted(findings.length, 'check')}, ${troubles.length} with an action.`);
  }
  if (troubles.length === 0) return;
  throw new CommandError(`action needed: ${[...new Set(troubles.map(({ name }) => name))].join(', ')}.`);
}

function lineOf({ name, status, detail, action, endpoint_id: id }: Finding, names: ReadonlyMap<string, string>): Line {
  return { name, status, action, detail: printable(id === null ? detail : `${names.get(id)} (…${id.slice(-12)}): ${detail}`) };
}

async function checkServer({ operator, output }: Context): Promise<void> {
  const diagnostics: OperatorSchemas['Diagnostics'] = await (await operator()).service.diagnostics();
  if (output.json) output.document(diagnostics);
  else show(diagnostics.checks, output);
  const failed = diagnostics.checks.filter(({ status }) => status === 'failed').map(({ name }) => name);
  if (failed.length > 0) throw new CommandError(`failed checks: ${failed.join(', ')}.`);
}

/** A line for each finding and one for its action. */
function show(lines: readonly Line[], output: Output): void {
  const widthOf = (member: 'name' | 'status') => Math.max(0, ...lines.map((line) => line[member].length));
  const [names, statuses] = [widthOf('name'), widthOf('status')];
  for (const { name, status, detail, action } of lines) {
    output.line(`${name.padEnd(names)}  ${status.padEnd(statuses)}  ${detail}`);
    if (action !== null) output.line(`${' '.repeat(names)}  ${' '.repeat(statuses)}  ${action}`);
  }
}
