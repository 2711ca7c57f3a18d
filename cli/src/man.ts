import type { Command, Option } from 'commander';
import { exitMeanings, UsageError } from './exit-codes.ts';
import { helpTopics } from './help-topics.ts';

/** A manual page in troff. */
export interface ManPage {
  /** `svc-orders-list.1`. */
  readonly file: string;
  readonly text: string;
}

/** A page for the program and for each of its commands. */
export function manPages(program: Command, version: string): ManPage[] {
  return visit(program, program, version);
}

function visit(command: Command, program: Command, version: string): ManPage[] {
  const children = visibleCommands(command);
  return [manPage(command, program, version), ...children.flatMap((child) => visit(child, program, version))];
}

/** The page of one command. */
export function manPage(command: Command, program: Command, version: string): ManPage {
  const words = pathOf(command);
  const name = words.join('-');
  const children = visibleCommands(command);
  const options = command === program ? [] : visibleOptions(command);
  const topic = words[1] === 'help' ? helpTopics[words[2] ?? ''] : undefined;
  const sections = [
    `.TH ${quoted(name.toUpperCase())} 1 "" ${quoted(`svc ${version}`)} "Agency Messaging and Webhook Service"`,
    section('NAME', [`${escaped(name)} \\- ${escaped(command.description())}`]),
    section('SYNOPSIS', [`\\fB${escaped(words.join(' '))}\\fR ${escaped(usageOf(command))}`]),
    ...(topic === undefined ? [] : [section('DESCRIPTION', ['.nf', ...topic.text(program).split('\n').map(literal), '.fi'])]),
    ...listed(
      'ARGUMENTS',
      command.registeredArguments.map((argument) => [argument.name(), withChoices(argument.description, argument.argChoices)]),
    ),
    ...listed(
      'COMMANDS',
      children.map((child) => [`${words.join(' ')} ${child.name()}`, child.description()]),
    ),
    ...listed(
      'OPTIONS',
      options.map((option) => [option.flags, withChoices(option.description, option.argChoices)]),
    ),
    ...listed(
      'GLOBAL OPTIONS',
      visibleOptions(program).map((option) => [option.flags, withChoices(option.description, option.argChoices)]),
    ),
    section('EXIT STATUS', [`${exitMeanings.map((meaning, code) => `${code} ${meaning}`).join(', ')}.`]),
    ...(command.parent === null ? [] : [section('SEE ALSO', [`.BR ${escaped(pathOf(command.parent).join('-'))} (1)`])]),
  ];
  return { file: `${name}.1`, text: `${sections.join('\n')}\n` };
}

function usageOf(command: Command): string {
  const positional = command.registeredArguments.map((argument) => {
    const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
    return argument.required ? `<${name}>` : `[${name}]`;
  });
  return [...(command.commands.length > 0 && positional.length === 0 ? ['[command]'] : []), ...positional, '[options]'].join(' ');
}

const section = (title: string, lines: readonly string[]): string => [`.SH ${title}`, ...lines].join('\n');

function listed(title: string, entries: readonly (readonly [string, string])[]): string[] {
  if (entries.length === 0) return [];
  return [
    section(
      title,
      entries.flatMap(([term, text]) => ['.TP', `\\fB${escaped(term)}\\fR`, escaped(text === '' ? term : text)]),
    ),
  ];
}

const withChoices = (text: string, choices: readonly string[] | undefined): string =>
  choices === undefined ? text : `${text} (choices: ${choices.join(', ')})`;

function pathOf(command: Command): string[] {
  return command.parent === null ? [command.name()] : [...pathOf(command.parent), command.name()];
}

function visibleCommands(command: Command): Command[] {
  return command.createHelp().visibleCommands(command);
}

/** The command with these words. */
export function namedCommand(program: Command, words: readonly string[]): Command {
  return words.reduce((command, word) => {
    const next = visibleCommands(command).find((child) => child.name() === word);
    if (next === undefined) throw new UsageError(`unknown command "svc ${words.join(' ')}".`);
    return next;
  }, program);
}

function visibleOptions(command: Command): Option[] {
  return command.options.filter(({ hidden }) => !hidden);
}

/** Text on one line. troff interprets a backslash, a dash, and a dot or an apostrophe at the start of a line. */
function escaped(text: string): string {
  return literal(text.replace(/\s+/g, ' ').trim());
}

/** The same of a line whose spaces stay. */
function literal(text: string): string {
  const line = text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll('’', '\\(cq').replaceAll('…', '...').replaceAll('–', '\\(en');
  return /^[.']/.test(line) ? `\\&${line}` : line;
}

const quoted = (text: string): string => `"${escaped(text).replaceAll('"', '\\(dq')}"`;
