import { Argument, type Command, type Option } from 'commander';
import { examples, type Register } from '../command.ts';

const scripts = {
  bash: `_svc_complete() {
  local IFS=$'\\n'
  COMPREPLY=($(svc __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
  [ \${#COMPREPLY[@]} -eq 0 ] && compopt -o default 2>/dev/null
}
complete -F _svc_complete svc
`,
  zsh: `#compdef svc
_svc() {
  local -a candidates
  candidates=(\${(f)"$(svc __complete -- "\${words[@]:1:$((CURRENT - 1))}" 2>/dev/null)"})
  if (( \${#candidates} )); then compadd -- $candidates; else _files; fi
}
if [ "$funcstack[1]" = "_svc" ]; then _svc; else compdef _svc svc; fi
`,
  fish: `function __svc_complete
  set -l words (commandline -opc) (commandline -ct)
  svc __complete -- $words[2..-1] 2>/dev/null
end
complete -c svc -a '(__svc_complete)'
`,
} as const;

/** `svc completion`: a script that lets a shell complete commands and options. */
export const registerCompletion: Register = (program, context) => {
  examples(
    program
      .command('completion')
      .description('print the shell completion script')
      .addArgument(new Argument('<shell>', 'your shell').choices(Object.keys(scripts)))
      .action((shell: keyof typeof scripts) => context().output.line(scripts[shell])),
    'source <(svc completion bash)',
    'svc completion zsh > "${fpath[1]}/_svc"',
    'svc completion fish > ~/.config/fish/completions/svc.fish',
  );

  program
    .command('__complete', { hidden: true })
    .argument('[words...]')
    .action((words: string[]) => {
      const found = candidates(program, words);
      if (found.length > 0) context().output.line(found.join('\n'));
    });
};

/** What the last word may become: a command, an option, or one of an argument's or option's values. */
export function candidates(program: Command, words: readonly string[]): string[] {
  const current = words.at(-1) ?? '';
  let command = program;
  let positional = 0;
  for (let at = 0; at < words.length - 1; at += 1) {
    const word = words[at] ?? '';
    if (word.startsWith('-')) {
      const takesValue = optionNamed(command, program, word)?.required === true;
      if (!takesValue) continue;
      if (at === words.length - 2) return valuesFor(optionNamed(command, program, word), current);
      at += 1;
      continue;
    }
    const next = command.commands.find((candidate) => candidate.name() === word);
    if (next === undefined) positional += 1;
    else command = next;
  }
  const offered = current.startsWith('-')
    ? optionsOf(command, program).flatMap(({ long, hidden }) => (hidden ? [] : (long ?? [])))
    : [...visible(command), ...(command.registeredArguments[positional]?.argChoices ?? [])];
  return offered.filter((candidate) => candidate.startsWith(current)).sort();
}

function optionNamed(command: Command, program: Command, name: string): Option | undefined {
  return optionsOf(command, program).find(({ short, long }) => name === short || name === long);
}

/** The values of an option; of a list, what its last item may become, behind those before. */
function valuesFor(option: Option | undefined, current: string): string[] {
  const isList = option?.flags.includes('<list>') === true;
  const before = isList ? current.slice(0, current.lastIndexOf(',') + 1) : '';
  const given = before.split(',');
  return (option?.argChoices ?? [])
    .filter((value) => !given.includes(value))
    .map((value) => before + value)
    .filter((candidate) => candidate.startsWith(current))
    .sort();
}

function optionsOf(command: Command, program: Command) {
  return command === program ? program.options : [...command.options, ...program.options];
}

function visible(command: Command): string[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .map((candidate) => candidate.name());
}
