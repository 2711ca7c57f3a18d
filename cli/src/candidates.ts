import type { Argument, Command, Option } from 'commander';
import type { Context } from './context.ts';
import { readProfiles, configurationFolder } from './profiles.ts';
import { sourceOf, type Given } from './references.ts';
import { referenceOf } from './referring-fields.ts';

/** What a word may become, and what it means. */
export interface Candidate {
  readonly value: string;
  readonly description: string;
}

/** The place of the last word in a command. */
interface Place {
  readonly command: Command;
  /** The option whose value the last word is. */
  readonly option: Option | undefined;
  readonly positional: readonly string[];
}

const longestDescription = 60;
const maximum = 100;

/** What the last word may become: a command, an option, or a value; ids and names come from the service. */
export async function candidates(program: Command, words: readonly string[], context: () => Context): Promise<Candidate[]> {
  const current = words.at(-1) ?? '';
  const place = placeOf(program, words);
  const offered = await offeredAt(program, place, current, context);
  return offered
    .filter(({ value }) => value.startsWith(current))
    .sort((a, b) => (a.value < b.value ? -1 : 1))
    .slice(0, maximum);
}

function placeOf(program: Command, words: readonly string[]): Place {
  let command = program;
  const positional: string[] = [];
  for (let at = 0; at < words.length - 1; at += 1) {
    const word = words[at] ?? '';
    if (word.startsWith('-')) {
      const option = optionsOf(command, program).find(({ short, long }) => word === short || word === long);
      if (option?.required !== true) continue;
      if (at === words.length - 2) return { command, option, positional };
      // Later lookups use the access that was given.
      program.setOptionValue(option.attributeName(), words[at + 1]);
      at += 1;
      continue;
    }
    const next = command.commands.find((candidate) => candidate.name() === word);
    if (next === undefined || positional.length > 0) positional.push(word);
    else command = next;
  }
  return { command, option: undefined, positional };
}

async function offeredAt(program: Command, { command, option, positional }: Place, current: string, context: () => Context) {
  const given = givenBy(command.registeredArguments, positional);
  if (option !== undefined) return valuesOf(option, current, given, context);
  if (current.startsWith('-')) {
    return optionsOf(command, program).flatMap(({ long, hidden, description }) =>
      hidden || long === undefined || long === null ? [] : [described(long, description)],
    );
  }
  const argument = command.registeredArguments[positional.length] ?? lastVariadic(command.registeredArguments);
  const choices = (argument?.argChoices ?? []).map((value) => described(value, ''));
  const ids = argument === undefined ? [] : await idsFor(argument.name(), command, given, context);
  return [...(positional.length === 0 ? visible(command) : []), ...choices, ...ids];
}

/** The values of an option; of a list, what its last item may become, behind those before. */
async function valuesOf(option: Option, current: string, given: Given, context: () => Context): Promise<Candidate[]> {
  const isList = option.flags.includes('<list>');
  const before = isList ? current.slice(0, current.lastIndexOf(',') + 1) : '';
  const used = before.split(',');
  const choices = (option.argChoices ?? []).map((value) => described(value, ''));
  const all = choices.length > 0 ? choices : await idsFor(option.name(), undefined, given, context);
  return all.filter(({ value }) => !used.includes(value)).map(({ value, description }) => ({ value: before + value, description }));
}

/** Ids that the service knows, profiles of this machine; nothing where they cannot be read. */
async function idsFor(name: string, command: Command | undefined, given: Given, context: () => Context): Promise<Candidate[]> {
  if (name === 'profile') return profiles(context());
  const reference = referenceOf(name);
  // The endpoints of the operator's commands belong to any agency, and no list has all of them.
  if (reference === undefined || (reference === 'endpoint' && command?.parent?.parent?.name() === 'operator')) return [];
  try {
    const found = await sourceOf(reference).list(context(), given);
    return found.map(({ id, name: shown }) => described(id, shown));
  } catch {
    return [];
  }
}

async function profiles({ surroundings }: Context): Promise<Candidate[]> {
  const { profiles: known } = await readProfiles(configurationFolder(surroundings.environment));
  return Object.entries(known).map(([value, { base_url }]) => described(value, base_url));
}

function givenBy(known: readonly Argument[], positional: readonly string[]): Given {
  return Object.fromEntries(known.map((argument, at) => [argument.name().replaceAll('-', '_'), positional[at]]));
}

const lastVariadic = (known: readonly Argument[]): Argument | undefined => (known.at(-1)?.variadic ? known.at(-1) : undefined);

/** A description on one line, without anything that a shell or a terminal would read. */
function described(value: string, text: string): Candidate {
  const line = text.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ').trim();
  return { value, description: line.length > longestDescription ? `${line.slice(0, longestDescription - 1)}…` : line };
}

function optionsOf(command: Command, program: Command): readonly Option[] {
  return command === program ? program.options : [...command.options, ...program.options];
}

function visible(command: Command): Candidate[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .map((candidate) => described(candidate.name(), candidate.description()));
}
