import type { Argument, Command, Option } from 'commander';
import type { Context } from './context.ts';
import { readProfiles, configurationFolder } from './profiles.ts';
import { sourceOf, type Given } from './references.ts';
import { referenceOf } from './referring-fields.ts';

/** A completion of a word, with its description. */
export interface Candidate {
  readonly value: string;
  readonly description: string;
}

/** The position of the last word in a command. */
interface Place {
  readonly command: Command;
  /** The option whose value is completed. */
  readonly option: Option | undefined;
  readonly positional: readonly string[];
}

const maxDescriptionLength = 60;
const maximum = 100;

/** The completions of the last word: commands, options, values, and ids and names from the service. */
export async function findCandidates(program: Command, words: readonly string[], context: () => Context): Promise<Candidate[]> {
  const current = words.at(-1) ?? '';
  const place = placeOf(program, words);
  const offered = await candidatesAt(program, place, current, context);
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
      // Later lookups use the given credentials.
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

async function candidatesAt(program: Command, { command, option, positional }: Place, current: string, context: () => Context) {
  const given = givenBy(command.registeredArguments, positional);
  if (option !== undefined) return valuesOf(option, current, given, context);
  if (current.startsWith('-')) {
    return optionsOf(command, program).flatMap(({ long, hidden, description }) =>
      hidden || long === undefined || long === null ? [] : [candidateOf(long, description)],
    );
  }
  const argument = command.registeredArguments[positional.length] ?? lastVariadic(command.registeredArguments);
  const choices = (argument?.argChoices ?? []).map((value) => candidateOf(value, ''));
  const ids = argument === undefined ? [] : await idsFor(argument.name(), command, given, context);
  return [...(positional.length === 0 ? visibleCommands(command) : []), ...choices, ...ids];
}

/** The values of an option. In a list, the last item is completed. */
async function valuesOf(option: Option, current: string, given: Given, context: () => Context): Promise<Candidate[]> {
  const isList = option.flags.includes('<list>');
  const before = isList ? current.slice(0, current.lastIndexOf(',') + 1) : '';
  const used = before.split(',');
  const choices = (option.argChoices ?? []).map((value) => candidateOf(value, ''));
  const all = choices.length > 0 ? choices : await idsFor(option.name(), undefined, given, context);
  return all.filter(({ value }) => !used.includes(value)).map(({ value, description }) => ({ value: before + value, description }));
}

/** Ids from the service, or profiles of this machine; none if they cannot be read. */
async function idsFor(name: string, command: Command | undefined, given: Given, context: () => Context): Promise<Candidate[]> {
  if (name === 'profile') return profiles(context());
  const reference = referenceOf(name);
  // The endpoints of operator commands may belong to any agency, and no list contains all of them.
  if (reference === undefined || (reference === 'endpoint' && command?.parent?.parent?.name() === 'operator')) return [];
  try {
    const found = await sourceOf(reference).list(context(), given);
    return found.map(({ id, name: shown }) => candidateOf(id, shown));
  } catch {
    return [];
  }
}

async function profiles({ surroundings }: Context): Promise<Candidate[]> {
  const { profiles: known } = await readProfiles(configurationFolder(surroundings.environment));
  return Object.entries(known).map(([value, { base_url }]) => candidateOf(value, base_url));
}

function givenBy(known: readonly Argument[], positional: readonly string[]): Given {
  return Object.fromEntries(known.map((argument, at) => [argument.name().replaceAll('-', '_'), positional[at]]));
}

const lastVariadic = (known: readonly Argument[]): Argument | undefined => (known.at(-1)?.variadic ? known.at(-1) : undefined);

/** A candidate with its description on one line, without control characters. */
function candidateOf(value: string, text: string): Candidate {
  const line = text.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ').trim();
  return { value, description: line.length > maxDescriptionLength ? `${line.slice(0, maxDescriptionLength - 1)}…` : line };
}

function optionsOf(command: Command, program: Command): readonly Option[] {
  return command === program ? program.options : [...command.options, ...program.options];
}

function visibleCommands(command: Command): Candidate[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .map((candidate) => candidateOf(candidate.name(), candidate.description()));
}
