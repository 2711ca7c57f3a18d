import { examples, type Register } from '../command.ts';

/** `svc agencies`: the operator's agencies. */
export const registerAgencies: Register = (program, context) => {
  const agencies = program.command('agencies').description('make and list agencies (operator)');

  examples(
    agencies
      .command('create')
      .description('make an agency')
      .argument('<name>', 'its name')
      .action(async (name: string) => {
        const { operator, output } = context();
        output.record(await (await operator()).agencies.create({ name }));
      }),
    'svc agencies create "Northlight Agency"',
  );

  examples(
    agencies
      .command('list')
      .description('list every agency')
      .action(async () => {
        const { operator, output } = context();
        const answer = await (await operator()).agencies.list();
        output.list(answer, answer.data);
      }),
    'svc agencies list',
  );
};
