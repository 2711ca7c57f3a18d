import { Option, type Command } from 'commander';
import { operations, type OperationId } from '@agency-service/sdk';
import { UsageError } from './exit-codes.ts';
import { instant, list, positiveInteger } from './option-values.ts';

/** A list option with known values, which help and completion show. The service validates the given values. */
export function valuesOption(flags: string, description: string, values: readonly string[] | undefined): Option {
  const option = new Option(flags, description);
  // `choices` lists the known values. The parser also accepts other values, which a newer service may have.
  return (values === undefined ? option : option.choices(values)).argParser(list);
}

/** The values that a parameter of an operation accepts. */
export function valuesOf(operationId: OperationId, parameter: string): readonly string[] | undefined {
  return operations[operationId].parameters[parameter]?.values;
}

/** `--event-types`, and its former name. */
export function addEventTypesOption(command: Command, description: string): Command {
  const values = valuesOf('listWebhookDeliveries', 'event_types');
  return command
    .addOption(valuesOption('--event-types <list>', description, values))
    .addOption(valuesOption('--event-type <list>', description, values).hideHelp());
}

/** The value of `--event-types`, under either name. */
export function eventTypesOf<Type extends string>({
  eventTypes,
  eventType,
}: {
  eventTypes?: Type[];
  eventType?: Type[];
}): Type[] | undefined {
  if (eventTypes !== undefined && eventType !== undefined)
    throw new UsageError('--event-types and --event-type are the same option: use one of them.');
  return eventTypes ?? eventType;
}

/** `--since` and `--until`. `what` describes the compared time of an item. */
export function addTimeRangeOptions(command: Command, what: string): Command {
  return command
    .option('--since <instant>', `${what} at or after this time, such as 2026-07-18T21:00:00Z or 24h`, instant)
    .option('--until <instant>', `${what} before this time`, instant);
}

/** `--limit`, `--cursor` and `--all` of a list. */
export function addPageOptions(command: Command): Command {
  return command
    .option('--limit <number>', 'maximum number of items', positiveInteger, 50)
    .option('--cursor <cursor>', 'start from this cursor')
    .option('--all', 'all items');
}

/** Refuses `--all` together with `--cursor`. */
export function checkPageOptions({ all, cursor }: { readonly all?: boolean; readonly cursor?: string | undefined }): void {
  if (all && cursor !== undefined) throw new UsageError('--all and --cursor cannot be combined.');
}
