import { examples, type Register } from '../command.ts';
import { helpTopics } from '../help-topics.ts';
import { namedCommand } from '../man.ts';

/** `svc help`: the help of a command, and topics that concern every command. */
export const registerHelp: Register = (program, context) => {
  const help = program
    .command('help')
    .description('show the help of a command, or a topic')
    .argument('[command...]', 'words of the command, such as orders list')
    .action((words: string[]) => namedCommand(program, words).help());
  examples(help, 'svc help orders list', 'svc help environment');
  for (const [name, { description, text }] of Object.entries(helpTopics)) {
    examples(
      help
        .command(name)
        .description(description)
        .action(() => context().output.line(text(program))),
      `svc help ${name}`,
    );
  }
};
