import type { ProblemError } from '@agency-service/sdk';
import type { Command } from 'commander';
import { optionNamesOf } from './operation-options.ts';

/** The service's validation errors with option names; undefined if one of them is not about an option. */
export function optionRefusals({ slug, errors }: ProblemError, command: Command): string[] | undefined {
  if (slug !== 'validation_failed' || errors.length === 0) return undefined;
  const refusals = errors.map(({ path, message }) => refusalOf(path, message, command));
  return refusals.includes(undefined) ? undefined : (refusals as string[]);
}

/** `path` is the position in the query or the body, such as `enabled_event_types.0`. */
function refusalOf(path: string, message: string, command: Command): string | undefined {
  const [field = '', index] = path.split('.');
  const names = optionNamesOf(field);
  const option = command.options.find(
    (each) => names.includes(each.name()) && command.getOptionValueSource(each.attributeName()) === 'cli',
  );
  if (option === undefined) return undefined;
  // Only items of lists are shown, because other values may be secrets.
  const values: unknown = command.getOptionValue(option.attributeName());
  const value: unknown = Array.isArray(values) && index !== undefined ? values[Number(index)] : undefined;
  return `--${option.name()}: ${value === undefined ? '' : `${JSON.stringify(value)} `}${message.replace(/\.?$/, '.')}`;
}
