import type { OperatorSchemas } from '@agency-service/sdk/operator';
import { examples, type Register } from '../command.ts';
import { CommandError, UsageError } from '../exit-codes.ts';
import type { Output } from '../output.ts';

type Diagnostics = OperatorSchemas['Diagnostics'];

/** `svc doctor`: finds out what is wrong, and says what to do. */
export const registerDoctor: Register = (program, context) => {
  examples(
    program
      .command('doctor')
      .description('check the service itself, and say what to do (operator)')
      .option('--server', 'check the service: clock, database, roles, disk, partitions, keys, workers')
      .action(async ({ server }: { server?: boolean }) => {
        if (!server) throw new UsageError('--server is missing: it says what to check.');
        const { operator, output } = context();
        const diagnostics = await (await operator()).service.diagnostics();
        show(diagnostics, output);
        const failed = diagnostics.checks.filter(({ status }) => status === 'failed').map(({ name }) => name);
        if (failed.length > 0) throw new CommandError(`failed checks: ${failed.join(', ')}.`);
      }),
    'svc doctor --server',
  );
};

/** A line for each finding and one for its action. */
function show(diagnostics: Diagnostics, output: Output): void {
  if (output.json) return output.document(diagnostics);
  const { checks } = diagnostics;
  const widthOf = (member: 'name' | 'status') => Math.max(...checks.map((check) => check[member].length));
  const [names, statuses] = [widthOf('name'), widthOf('status')];
  for (const { name, status, detail, action } of checks) {
    output.line(`${name.padEnd(names)}  ${status.padEnd(statuses)}  ${detail}`);
    if (action !== null) output.line(`${' '.repeat(names)}  ${' '.repeat(statuses)}  ${action}`);
  }
}
