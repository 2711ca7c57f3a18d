import type { Command } from 'commander';
import type { GetContext } from './command.ts';
import type { Context } from './context.ts';
import { UsageError } from './exit-codes.ts';
import { sourceOf, type Given, type Referent } from './references.ts';
import { referenceOf, type Reference } from './referring-fields.ts';

const whole = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** The beginning or the end of an id. Ids of the same minute have the same first digits, and the last ones are random. */
const part = /^…?[\da-f-]{8,35}$/i;
const shownMatches = 5;

/**
 * Before each command, completes abbreviated ids, and replaces names of agencies by ids. An id that cannot be looked up stays unchanged,
 * and the service refuses it.
 */
export function resolveIds(program: Command, context: GetContext): void {
  program.hook('preAction', async (_program, command) => {
    const given: Record<string, string> = {};
    for (const [at, argument] of command.registeredArguments.entries()) {
      const value: unknown = command.processedArgs[at];
      if (typeof value !== 'string') continue;
      const found = await resolved(context, argument.name(), value, given);
      command.processedArgs[at] = found;
      given[argument.name().replaceAll('-', '_')] = found;
    }
    for (const option of command.options) {
      const [name, key] = [option.name(), option.attributeName()];
      const value: unknown = command.getOptionValue(key);
      if (command.getOptionValueSource(key) !== 'cli') continue;
      if (typeof value === 'string') command.setOptionValueWithSource(key, await resolved(context, name, value, given), 'cli');
      if (Array.isArray(value) && value.every((each) => typeof each === 'string'))
        command.setOptionValueWithSource(key, await Promise.all(value.map((each) => resolved(context, name, each, given))), 'cli');
    }
  });
}

async function resolved(context: GetContext, name: string, value: string, given: Given): Promise<string> {
  const reference = referenceOf(name);
  if (reference === undefined || whole.test(value)) return value;
  const isPart = sourceOf(reference).hasUuids && part.test(value);
  if (!isPart && reference !== 'agency') return value;
  const found = await lookUp(context(), reference, given);
  if (found === undefined) return value;
  return only(name, value, isPart, found) ?? value;
}

async function lookUp(context: Context, reference: Reference, given: Given): Promise<readonly Referent[] | undefined> {
  try {
    return await sourceOf(reference).list(context, given);
  } catch {
    return undefined;
  }
}

/** The only matching id. Several matches are an error, because the command might change or delete the wrong one. */
function only(option: string, value: string, isPart: boolean, all: readonly Referent[]): string | undefined {
  const text = value.replace('…', '').toLowerCase();
  const byName = all.filter(({ name }) => name.toLowerCase() === value.toLowerCase());
  const fits = ({ id }: Referent): boolean => id.endsWith(text) || id.startsWith(value.toLowerCase());
  const fitting = byName.length > 0 || !isPart ? byName : all.filter(fits);
  if (fitting.length <= 1) return fitting[0]?.id;
  const some = fitting.slice(0, shownMatches).map(({ id, name }) => `${id} (${name})`);
  const more = fitting.length > some.length ? `, and ${fitting.length - some.length} more` : '';
  throw new UsageError(`${option}: "${value}" fits several: ${some.join(', ')}${more}. Give more of the id.`);
}
