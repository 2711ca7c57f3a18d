import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { Argument } from 'commander';
import { findCandidates } from '../candidates.ts';
import { examples, type Register } from '../command.ts';
import { completionScripts, shells, type Shell } from '../completion-scripts.ts';
import type { Context } from '../context.ts';
import { CommandError, exitCodes, UsageError } from '../exit-codes.ts';
import { configurationFolder } from '../profiles.ts';

/** `svc completion`: a script that lets a shell complete commands, options, values and ids. */
export const registerCompletion: Register = (program, context) => {
  const completion = examples(
    program
      .command('completion')
      .description('print the shell completion script, or install it')
      .addArgument(new Argument('<shell>', 'your shell').choices(shells))
      .action((shell: Shell) => context().output.line(completionScripts[shell])),
    'source <(svc completion bash)',
    'svc completion zsh > "${fpath[1]}/_svc"',
    'svc completion fish > ~/.config/fish/completions/svc.fish',
    'svc completion powershell | Out-String | Invoke-Expression',
  );

  examples(
    completion
      .command('install')
      .description('install completion for your shell: write the script, and load it where the shell starts')
      .addArgument(new Argument('[shell]', 'your shell; default: the one in SHELL').choices(shells))
      .action(async (shell: Shell | undefined) => install(context(), shell)),
    'svc completion install',
    'svc completion install powershell --yes',
  );

  program
    .command('__complete', { hidden: true })
    .argument('[words...]')
    .option('--described', 'with descriptions')
    .action(async (words: string[], { described = false }: { described?: boolean }) => {
      // PowerShell passes an empty word as two quotes.
      const found = await findCandidates(program, [...words.slice(0, -1), words.at(-1) === '""' ? '' : (words.at(-1) ?? '')], context);
      const lines = found.map(({ value, description }) => (described && description !== '' ? `${value}\t${description}` : value));
      if (lines.length > 0) context().output.line(lines.join('\n'));
    });
};

async function install({ output, questions, surroundings }: Context, given: Shell | undefined): Promise<void> {
  const { environment } = surroundings;
  const shell = given ?? shells.find((name) => name === basename(environment['SHELL'] ?? ''));
  if (shell === undefined)
    throw new UsageError(`which shell? SHELL does not name one of ${shells.join(', ')}: svc completion install SHELL.`);
  const { script, startup } = placesOf(shell, environment);
  const line = startup === undefined ? undefined : loadingLine(shell, script);
  const loaded = startup === undefined ? '' : ` and load it in ${startup}`;
  await questions.confirm(`Write ${script}${loaded}?`);
  try {
    await mkdir(dirname(script), { recursive: true });
    await writeFile(script, completionScripts[shell]);
    if (startup !== undefined && line !== undefined) await addLine(startup, line);
  } catch (error) {
    throw new CommandError('the completion cannot be installed', exitCodes.failed, error);
  }
  output.done({ shell, script, startup: startup ?? null }, `Completion for ${shell} is installed. Open a new shell to use it.`);
}

interface Places {
  readonly script: string;
  /** The startup file of a shell that does not find the script by itself. */
  readonly startup: string | undefined;
}

function placesOf(shell: Shell, environment: NodeJS.ProcessEnv): Places {
  const home = environment['HOME'] || homedir();
  const configuration = environment['XDG_CONFIG_HOME'] || join(home, '.config');
  if (shell === 'fish') return { script: join(configuration, 'fish', 'completions', 'svc.fish'), startup: undefined };
  const endings = { bash: 'bash', zsh: 'zsh', powershell: 'ps1' };
  const startups = {
    bash: join(home, '.bashrc'),
    zsh: join(environment['ZDOTDIR'] || home, '.zshrc'),
    powershell:
      process.platform === 'win32'
        ? join(home, 'Documents', 'PowerShell', 'Microsoft.PowerShell_profile.ps1')
        : join(configuration, 'powershell', 'Microsoft.PowerShell_profile.ps1'),
  };
  return { script: join(configurationFolder(environment), `completion.${endings[shell]}`), startup: startups[shell] };
}

function loadingLine(shell: Shell, script: string): string {
  const quoted = `'${script.replaceAll("'", shell === 'powershell' ? "''" : "'\\''")}'`;
  return shell === 'powershell' ? `if (Test-Path ${quoted}) { . ${quoted} }` : `[ -f ${quoted} ] && . ${quoted}`;
}

/** Adds a line unless the file contains it. */
async function addLine(file: string, line: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  if (text.split(/\r?\n/).includes(line)) return;
  await mkdir(dirname(file), { recursive: true });
  await appendFile(file, `${text === '' || text.endsWith('\n') ? '' : '\n'}${line}\n`);
}
