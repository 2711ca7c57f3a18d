import { examples, groupOf, type Register } from '../command.ts';

/** `svc agencies`: what changes the operator's agencies. */
export const registerAgencies: Register = (program, context) => {
  examples(
    groupOf(program, 'agencies')
      .command('create')
      .description('make an agency')
      .argument('<name>', 'its name')
      .action(async (name: string) => {
        const { operator, output } = context();
        output.record(await (await operator()).agencies.create({ name }));
      }),
    'svc agencies create "Northlight Agency"',
  );
};
